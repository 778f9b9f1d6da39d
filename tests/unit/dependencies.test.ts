import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as Record<"dependencies" | "devDependencies", Record<string, string>>;
const packages = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

describe("dependencies", () => {
  it("every dependency is documented in docs/dependencies.md", () => {
    const document = read("docs/dependencies.md");
    const missing = packages.filter(([name]) => !name.startsWith("@types/") && !document.includes(`\`${name}\``));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it("every dependency is pinned to an exact version", () => {
    expect(packages.filter(([, version]) => !/^\d/.test(version))).toEqual([]);
  });
});

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { COMPONENT_LAYERS, FEATURE_IMPORTS, LIB_LAYERS } from "@/structure.mjs";

const ROOT = path.join(import.meta.dirname, "../..");
const MAX_FILES = 25;
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class|type|enum) (\w+)/gm;
/**
 * Folders without a limit on their number of files: they contain one file per page, migration
 * or document.
 */
const EXEMPT = /^(prisma\/migrations|docs|public|app|legal|lab\/contracts\/agreements)(\/|$)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "");

const foldersIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

describe("structure.mjs", () => {
  it.each([
    ["lib", LIB_LAYERS],
    ["lib/features", Object.keys(FEATURE_IMPORTS)],
    ["components", COMPONENT_LAYERS.flat()],
  ])("structure.mjs lists every folder of %s", (folder, listed) => {
    expect([...listed].sort()).toEqual(foldersIn(folder));
  });

  it("structure.mjs lists imports only between existing features", () => {
    const importedFeatures = Object.values(FEATURE_IMPORTS).flat();
    expect(importedFeatures.filter((feature) => !Object.hasOwn(FEATURE_IMPORTS, feature))).toEqual([]);
  });

  it("structure.mjs lists only imports between features that a file has", () => {
    const hasImport = (from: string, to: string) =>
      files.some(
        (file) =>
          file.startsWith(`lib/features/${from}/`) &&
          !file.endsWith(".test.ts") &&
          readFileSync(path.join(ROOT, file), "utf8").includes(`"@/lib/features/${to}/`),
      );
    const pairs = Object.entries(FEATURE_IMPORTS).flatMap(([from, others]) => others.map((to) => [from, to] as const));
    expect(pairs.filter(([from, to]) => !hasImport(from, to))).toEqual([]);
  });
});

describe("the source tree", () => {
  it(`a folder has at most ${MAX_FILES} files`, () => {
    const sizes = new Map<string, number>();
    for (const file of files) sizes.set(path.dirname(file), (sizes.get(path.dirname(file)) ?? 0) + 1);
    const tooLarge = [...sizes].filter(([folder, size]) => size > MAX_FILES && !EXEMPT.test(folder) && folder !== ".");
    expect(tooLarge).toEqual([]);
  });

  it("no exported name occurs twice in lib and components", () => {
    const filesByName = new Map<string, Set<string>>();
    const sources = files.filter((file) => /^(lib|components)\/.+(?<!\.test)\.tsx?$/.test(file));
    for (const file of sources) {
      const code = readFileSync(path.join(ROOT, file), "utf8");
      for (const [, name = ""] of code.matchAll(EXPORT))
        filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
    }
    expect([...filesByName].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  it("no file name occurs twice in lib and components, except routes.ts", () => {
    const names = files.filter((file) => /^(lib|components)\//.test(file)).map((file) => path.basename(file));
    expect(names.filter((name, index) => name !== "routes.ts" && names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(files.filter((file) => file.endsWith(".json")))("no object in %s has a key twice", (file) => {
    const { warnings } = transformSync(readFileSync(path.join(ROOT, file), "utf8"), { loader: "json" });
    expect(warnings.map(({ text, location }) => `${text} (line ${location?.line})`)).toEqual([]);
  });

  it("no source or document refers to an issue of this project by number", () => {
    const texts = files.filter((file) => /\.(tsx?|mjs|md|ya?ml|sh|sql|css|prisma)$/.test(file));
    const issue = /\bissues? #?\d|\(#\d+\)/i;
    const lines = texts.flatMap((file) => readFileSync(path.join(ROOT, file), "utf8").split("\n"));
    expect(lines.filter((line) => issue.test(line))).toEqual([]);
  });

  it("only routes.ts is directly in lib, lib/features or components", () => {
    const topLevel = files.filter((file) => ["lib", "lib/features", "components"].includes(path.dirname(file)));
    expect(topLevel).toEqual(["lib/routes.ts"]);
  });
});

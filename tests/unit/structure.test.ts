import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import {
  CAPABILITY_IMPORTS,
  CAPABILITY_RANK,
  COMPONENT_RANKS,
  RECORD_COMPONENT_RANKS,
  SERVER_RANKS,
} from "@/structure.mjs";

const ROOT = path.join(import.meta.dirname, "../..");
const MAX_FILES = 25;
/**
 * Folders without a limit on their number of files: they contain generated files, or one file per
 * page, migration or document.
 */
const EXEMPT = /^(lib\/server\/generated|prisma\/migrations|docs|public|app|legal)(\/|$)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "");

const foldersIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "generated")
    .map((entry) => entry.name)
    .sort();

describe("structure.mjs", () => {
  it.each([
    ["lib/server", SERVER_RANKS],
    ["components", COMPONENT_RANKS],
    ["components/records", RECORD_COMPONENT_RANKS],
  ])("ranks every folder of %s", (folder, ranks) => {
    expect(ranks.flat().sort()).toEqual(foldersIn(folder));
  });

  it("lists imports between capabilities that exist", () => {
    const named = Object.entries(CAPABILITY_IMPORTS).flatMap(([from, to]) => [from, ...to]);
    expect(named.filter((folder) => !SERVER_RANKS[CAPABILITY_RANK]?.includes(folder))).toEqual([]);
  });
});

describe("the source tree", () => {
  it(`has at most ${MAX_FILES} files in a folder`, () => {
    const sizes = new Map<string, number>();
    for (const file of files) sizes.set(path.dirname(file), (sizes.get(path.dirname(file)) ?? 0) + 1);
    const crowded = [...sizes].filter(([folder, size]) => size > MAX_FILES && !EXEMPT.test(folder) && folder !== ".");
    expect(crowded).toEqual([]);
  });

  it.each(["lib", "components"])("has no file name twice in %s", (tree) => {
    const names = files.filter((file) => file.startsWith(`${tree}/`)).map((file) => path.basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(files.filter((file) => file.endsWith(".json")))("has no key twice in an object of %s", (file) => {
    const { warnings } = transformSync(readFileSync(path.join(ROOT, file), "utf8"), { loader: "json" });
    expect(warnings.map(({ text, location }) => `${text} (line ${location?.line})`)).toEqual([]);
  });

  it("names no issue by number, except of other projects", () => {
    const texts = files.filter((file) => /\.(tsx?|mjs|md|ya?ml|sh|sql|css|prisma)$/.test(file));
    const issue = /\bissues? #?\d|\(#\d+\)/i;
    const lines = texts.flatMap((file) => readFileSync(path.join(ROOT, file), "utf8").split("\n"));
    expect(lines.filter((line) => issue.test(line))).toEqual([]);
  });

  it("has no file directly in lib/server, lib/records or components but the listed ones", () => {
    const flat = files.filter((file) => ["lib/server", "lib/records", "components"].includes(path.dirname(file)));
    expect(flat).toEqual([
      "lib/records/job-overview.ts",
      "lib/records/quality-checks.test.ts",
      "lib/records/quality-checks.ts",
    ]);
  });
});

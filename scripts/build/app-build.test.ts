import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { shareEqualChunks } from "./app-build";

let folder: string;
const inFolder = (name: string) => path.join(folder, name);
const load = createRequire(import.meta.url);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "chunks-"));
  mkdirSync(inFolder("ssr"));
  writeFileSync(inFolder("[shared]_b._.js"), "module.exports=[1,()=>'shared']\n");
  writeFileSync(inFolder("[shared]_a._.js"), "module.exports=[1,()=>'shared']\n");
  writeFileSync(inFolder("ssr/[shared]_c._.js"), "module.exports=[1,()=>'shared']\n");
  writeFileSync(inFolder("other.js"), "module.exports=[2]\n");
  writeFileSync(inFolder("other.js.map"), "module.exports=[1,()=>'shared']\n");
  shareEqualChunks(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

it("shareEqualChunks makes Node.js load identical scripts only once", () => {
  const [a, b, c] = ["[shared]_a._.js", "[shared]_b._.js", "ssr/[shared]_c._.js"].map(
    (name) => load(inFolder(name)) as unknown,
  );
  expect(a).toEqual([1, expect.any(Function)]);
  expect(b).toBe(a);
  expect(c).toBe(a);
});

it("shareEqualChunks leaves different scripts and other files unchanged", () => {
  expect(load(inFolder("other.js"))).toEqual([2]);
  expect(readFileSync(inFolder("other.js.map"), "utf8")).toBe("module.exports=[1,()=>'shared']\n");
});

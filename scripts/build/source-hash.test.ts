import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sourceHash } from "./source-hash";

let root: string;
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "source-hash-"));
  write("app/page.tsx", "page");
  write("package.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true }));

it("the source hash changes with a file's content, name and presence", () => {
  const before = sourceHash(root);
  write("app/page.tsx", "other");
  const changed = sourceHash(root);
  write("app/page.tsx", "page");
  expect(sourceHash(root)).toBe(before);
  write("app/new.tsx", "");
  expect(new Set([before, changed, sourceHash(root)]).size).toBe(3);
});

it("the source hash changes when content moves from one file to the next", () => {
  write("app/a", "xy");
  write("app/b", "z");
  const before = sourceHash(root);
  write("app/a", "x");
  write("app/b", "yz");
  expect(sourceHash(root)).not.toBe(before);
});

it("the source hash ignores tests, generated files and files that are not part of the build", () => {
  const before = sourceHash(root);
  write("lib/rule.test.ts", "test");
  write("generated/prisma/client.ts", "derived");
  write("public/pdf/1.0.0/worker.mjs", "copied");
  write("README.md", "text");
  expect(sourceHash(root)).toBe(before);
});

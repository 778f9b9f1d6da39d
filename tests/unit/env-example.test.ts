import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const namesIn = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map((match) => match[1]);

/** Variables that the commands set themselves, never an operator. */
const INTERNAL = ["NODE_ENV", "DEMO"];
/** Variables that the start script, Prisma, backups or Docker Compose read, but not the app. */
const OUTSIDE_THE_APP = [
  "HOST",
  "DEMO_PUBLIC",
  "DEMO_PASSWORD",
  "POSTGRES_PASSWORD",
  "POSTGRES_APP_PASSWORD",
  "MIGRATION_DATABASE_URL",
  "BACKUP_KEY",
  "BACKUP_KEEP",
  "PG_BIN",
];

it(".env.example lists every supported variable, and no other", () => {
  const read = namesIn("lib/server/config/env.ts", /^ {4}([A-Z][A-Z_]+):/gm).filter(
    (name) => !INTERNAL.includes(name ?? ""),
  );
  const shown = namesIn(".env.example", /^#? ?([A-Z][A-Z_]+)=/gm);
  expect(shown.toSorted()).toEqual([...read, ...OUTSIDE_THE_APP].toSorted());
});

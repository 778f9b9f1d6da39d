import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parseEnv } from "@/lib/base/config/env";
import { readBackupSettings } from "@/scripts/backup/backup-settings";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const namesIn = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map((match) => match[1] ?? "");

/** Variables that the commands set themselves, never an operator. */
const INTERNAL = ["NODE_ENV", "DEMO"];
/** Variables that the start script, Prisma, backups or Docker Compose read, but not the app. */
const OUTSIDE_THE_APP = [
  "DEMO_PUBLIC",
  "DEMO_PASSWORD",
  "POSTGRES_PASSWORD",
  "POSTGRES_APP_PASSWORD",
  "MIGRATION_DATABASE_URL",
  "BACKUP_KEY",
  "BACKUP_KEEP",
  "PG_BIN",
];
const APP = namesIn("lib/base/config/env.ts", /^ {4}([A-Z][A-Z_]+):/gm).filter((name) => !INTERNAL.includes(name));
const SUPPORTED = [...APP, ...OUTSIDE_THE_APP].toSorted();

it(".env.example lists every supported variable, and no other", () => {
  expect(namesIn(".env.example", /^#? ?([A-Z][A-Z_]+)=/gm).toSorted()).toEqual(SUPPORTED);
});

const ROW = /^\| `([A-Z][A-Z_]+)` *\| ([^|]+)\|/gm;

it("docs/configuration.md lists every supported variable once, and no other", () => {
  expect(namesIn("docs/configuration.md", ROW).toSorted()).toEqual(SUPPORTED);
});

/**
 * Variables whose default is computed from other settings. The table describes these defaults in
 * words.
 */
const COMPUTED = ["DATABASE_URL", "AUTH_SECRET", "APP_URL", "MAIL_FROM", "MAIL_DIR"];

it("docs/configuration.md states the defaults that apply", () => {
  const env = parseEnv({ DATABASE_URL: "postgresql://localhost/any" });
  const formatDefault = (value: unknown) =>
    value === undefined ? "none" : typeof value === "boolean" ? (value ? "`on`" : "`off`") : `\`${String(value)}\``;
  const documented = Object.fromEntries(
    [...read("docs/configuration.md").matchAll(ROW)].map(([, name, value]) => [name, value?.trim()]),
  );
  for (const name of APP.filter((name) => !COMPUTED.includes(name))) {
    expect.soft(documented[name], name).toBe(formatDefault(env[name as keyof typeof env]));
  }
  expect(documented.BACKUP_KEEP).toBe(formatDefault(readBackupSettings({}).keep));
});

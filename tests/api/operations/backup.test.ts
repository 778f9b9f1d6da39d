import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { generateX25519Identity, identityToRecipient, Stanza } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, db } from "@/lib/store/database/client";
import { findClientPrograms } from "@/scripts/backup/client-programs";
import { inSnapshot, readContents } from "@/scripts/backup/database-contents";
import { makeBackup } from "@/scripts/backup/make-backup";
import type { Manifest } from "@/scripts/backup/manifest";
import { lostFrom, restoreBackup, verifyBackup } from "@/scripts/backup/restore-backup";
import { poll } from "@/scripts/process/poll";
import { ownMigrations } from "@/scripts/postgres/own-migrations";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { loggedIn, type Client } from "../../support/api";
import {
  contentOf,
  decryptFile,
  encryptToFile,
  type Installation,
  isEmpty,
  flipOneBit,
  splitContent,
  startInstallation,
} from "../../support/databases/backups";
import { databaseUrl } from "@/scripts/postgres/throwaway-databases";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { type Body, historyCalls, KINDS, NAME_FIELD } from "../../support/records/history";

/*
 * Backup and restore (docs/operations.md). The tests share one installation and one backup, which
 * take seconds to make.
 */

const ROOT = path.join(import.meta.dirname, "../../..");
const KEY = "a key of at least thirty-two characters";
const NAME = "Größenwahn & Söhne – ß, 中文, 🦉";
const TRIAL_DATABASES = "SELECT datname FROM pg_database WHERE datname LIKE 'cooperation\\_verify\\_%'";

/** Selects whether the gazetteer is filled. */
const PLACES = `SELECT EXISTS (TABLE places) AS places, EXISTS (TABLE place_names) AS names,
  (SELECT count(*)::int FROM gazetteer) AS hashes`;

let installation: Installation;
let admin: Client;
let calls: ReturnType<typeof historyCalls>;
type Backup = Awaited<ReturnType<typeof makeBackup>>;
let backup: Backup;
/** An unencrypted backup of the same database. */
let unencrypted: Backup;
const ids: Record<string, number> = {};
/** The bytes of a file, in three chunks. */
const CONTRACT = pdf("Vertrag", 600_000);
const options = () => ({ url: installation.ownerUrl(), folder: installation.folder, key: KEY, programs: undefined });
const restore = (file: string, database: string, more: object = {}) =>
  restoreBackup({ ...options(), url: installation.ownerUrl(database), file, ...more });

/**
 * Writes a file into the folder of backups.
 * @returns its path
 */
function writeBackupFile(name: string, bytes: Uint8Array): string {
  const file = path.join(installation.folder, name);
  writeFileSync(file, bytes);
  return file;
}

const NAME_OF_COPY = "copy-20200101T000000Z.dump.age";

/** Copies the backup with other bytes, as anyone can who can write to the folder. */
const copyWithBytes = (change: (bytes: Buffer) => Buffer) =>
  writeBackupFile(NAME_OF_COPY, change(readFileSync(backup.file)));

/**
 * Copies the backup with another manifest or dump, as only its key allows.
 * @returns the path of the copy
 */
async function rewriteBackup(manifest: Partial<Manifest>, change = (dump: Buffer) => dump): Promise<string> {
  const content = splitContent(await decryptFile(backup.file, KEY));
  const file = path.join(installation.folder, NAME_OF_COPY);
  await encryptToFile(
    file,
    contentOf(change(content.dump), { ...content.manifest, file: NAME_OF_COPY, ...manifest }),
    KEY,
  );
  return file;
}

const PROGRAMS = ["pg_dump", "pg_restore", "psql"] as const;

/**
 * Creates a folder with PostgreSQL's client programs, one of which is replaced by a script.
 * @returns the folder's path
 */
function createProgramFolder(
  name: string,
  replaced: (typeof PROGRAMS)[number],
  script: string,
  originalFolder: string,
) {
  const folder = path.join(installation.folder, `bin-${name}`);
  mkdirSync(folder);
  for (const program of PROGRAMS)
    if (program !== replaced) symlinkSync(path.join(originalFolder, program), path.join(folder, program));
  writeFileSync(path.join(folder, replaced), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

/** Runs a script of package.json in a child process, after a command of the shell. */
async function runCommand(
  name: "backup" | "restore",
  args: string[] = [],
  more: Record<string, string> = {},
  first = ":",
) {
  const script = [process.execPath, "--import", "tsx", `scripts/${name}.ts`, ...args];
  const child = spawn("sh", ["-c", `${first}; exec "$@"`, "sh", ...script], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: installation.appUrl(),
      MIGRATION_DATABASE_URL: installation.ownerUrl(),
      BACKUP_DIR: installation.folder,
      BACKUP_KEY: KEY,
      ...more,
    },
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

beforeAll(async () => {
  installation = await startInstallation(process.env.DATABASE_URL ?? "");
  // The configuration is read lazily at the first request, so setting it here is early enough.
  process.env.DATABASE_URL = installation.appUrl();
  admin = await loggedIn({ role: "admin" });
  calls = historyCalls(admin);
  for (const [kind] of KINDS) ids[kind] = await calls.create(kind, { [NAME_FIELD[kind] ?? ""]: NAME });
  await admin.post(`/api/members/thematicfield/${ids.members}/${ids.thematicfields}`);
  await admin.put(`/api/persons/${ids.persons}`, { vorname: "Zwischenzeit" });
  ids.deleted = await calls.create("institutions", { name: "Gelöschte Einrichtung" });
  await admin.delete(`/api/institutions/${ids.deleted}`);
  ids.file = await fileCalls(admin).add(`members/${ids.members}`, CONTRACT, "Vertrag.pdf");
  await runSql(
    installation.ownerUrl(),
    `CREATE TABLE values_of_all_types (id serial PRIMARY KEY, bytes bytea, json jsonb, number float8, moment timestamptz,
       words text[], twice float8 GENERATED ALWAYS AS (number * 2) STORED);
     INSERT INTO values_of_all_types (bytes, json, number, moment, words) VALUES
       ('\\x00ff0a5c', '{"ä": [1, null, "\\\\n"]}', 0.1, '2026-03-29 02:30:00.123456+01', '{"a,b","\\"",NULL,""}'),
       (NULL, NULL, 'NaN', 'infinity', '{}')`,
  );
  backup = await makeBackup(options());
  unencrypted = await makeBackup({ ...options(), folder: path.join(installation.folder, "plain"), key: undefined });
});
afterAll(async () => {
  await closeDatabase();
  await installation.stop();
});

describe("backups", () => {
  it("a backup is one file that only its owner can read", async () => {
    const files = readdirSync(installation.folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual([path.basename(backup.file)]);
    expect(path.basename(backup.file)).toMatch(new RegExp(`^${installation.name}-\\d{8}T\\d{6}Z\\.dump\\.age$`));
    expect(statSync(backup.file).mode & 0o777).toBe(0o600);
    const { rows } = await runSql(installation.ownerUrl(), "SELECT migration_name FROM _prisma_migrations ORDER BY 1");
    expect(backup.manifest).toMatchObject({
      database: installation.name,
      migrations: rows.map(({ migration_name }: { migration_name: string }) => migration_name),
      tables: { "public.members": { rows: 1 }, "public.institutions": { rows: 1 }, "public.users": { rows: 1 } },
    });
  });

  it("a backup is an age file for a passphrase, of a dump for pg_restore and a manifest as last line", async () => {
    expect(readFileSync(backup.file, "latin1")).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 15\n\S{43}\n--- /);
    const content = await decryptFile(backup.file, KEY);
    expect(splitContent(content).manifest).toEqual({ format: 4, ...backup.manifest });
    const target = await installation.createEmptyDatabase();
    const pgRestore = path.join(findClientPrograms(backup.manifest.pg_dump_major).folder, "pg_restore");
    const args = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"];
    const { status, stderr } = spawnSync(pgRestore, [...args, `--dbname=${installation.ownerUrl(target)}`], {
      input: content,
    });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
    const restored = await inSnapshot(installation.ownerUrl(target), (client) => readContents(client));
    expect(lostFrom(backup.manifest, restored)).toEqual([]);
  });

  it("a backup leaves out the rows of the gazetteer, but not its tables", async () => {
    expect((await runSql(installation.ownerUrl(), PLACES)).rows).toEqual([{ places: true, names: true, hashes: 1 }]);
    const target = await installation.createEmptyDatabase();
    expect(await restore(backup.file, target)).toMatchObject({ lost: [] });
    expect((await runSql(installation.ownerUrl(target), PLACES)).rows).toEqual([
      { places: false, names: false, hashes: 0 },
    ]);
  });

  it("a backup contains all rows of a database that is dumped faster than the key is derived", async () => {
    const url = installation.ownerUrl(await installation.createEmptyDatabase());
    await runSql(
      url,
      `CREATE TABLE _prisma_migrations (migration_name text, finished_at timestamptz, rolled_back_at timestamptz);
       INSERT INTO _prisma_migrations VALUES ('${ownMigrations()[0]}', now())`,
    );
    const { file } = await makeBackup({ ...options(), url, folder: path.join(installation.folder, "small") });
    expect(await verifyBackup({ ...options(), url, file })).toMatchObject({ lost: [] });
  });

  it("a backup verifies successfully after further writes to the live database", async () => {
    const unchanged = await verifyBackup({ ...options(), file: backup.file });
    expect(unchanged).toMatchObject({ lost: [], changedSince: [] });
    expect(unchanged.report).toMatch(/public\.members +1 {2}as dumped, and as the live one is now/);
    await calls.create("members");
    const changed = await verifyBackup({ ...options(), file: backup.file });
    expect(changed.lost).toEqual([]);
    expect(changed.changedSince).toEqual(expect.arrayContaining(["public.changes", "public.members"]));
    expect((await runSql(installation.serverUrl, TRIAL_DATABASES)).rows).toEqual([]);
  });

  it("a backup fails verification when its rows differ from its manifest", async () => {
    const { tables } = backup.manifest;
    const members = { rows: 1, digest: tables["public.users"]?.digest ?? "" };
    const file = await rewriteBackup({ tables: { ...tables, "public.members": members } });
    expect(await verifyBackup({ ...options(), file })).toMatchObject({ lost: ["public.members"] });
  });

  it("an aborted verification leaves no trial database behind", async () => {
    const controller = new AbortController();
    const verification = verifyBackup({ ...options(), file: backup.file, signal: controller.signal });
    await poll(async () => (await runSql(installation.serverUrl, TRIAL_DATABASES)).rows.length > 0, 30_000);
    controller.abort();
    await expect(verification).rejects.toThrow(/abort/i);
    expect((await runSql(installation.serverUrl, TRIAL_DATABASES)).rows).toEqual([]);
  });

  it("a backup is a snapshot of its start, despite writes while it is made", async () => {
    const { folder } = findClientPrograms(15);
    const writes = `${folder}/psql -q "${installation.ownerUrl()}" -c "INSERT INTO values_of_all_types (words) VALUES ('{late}')"`;
    const script = `[ "$1" = --version ] || ${writes}\nexec ${folder}/pg_dump "$@"`;
    const bin = createProgramFolder("busy", "pg_dump", script, folder);
    const busy = await makeBackup({ ...options(), folder: path.join(installation.folder, "busy"), programs: bin });
    expect(await verifyBackup({ ...options(), file: busy.file })).toMatchObject({
      lost: [],
      changedSince: ["public.values_of_all_types"],
    });
  });

  it("a failed backup leaves the folder unchanged and exits with an error", async () => {
    const { folder } = findClientPrograms(15);
    const partialDump = "head -c 100000 /dev/urandom; echo 'pg_dump: error: the disk is gone' >&2; exit 1";
    const script = `[ "$1" = --version ] && exec ${folder}/pg_dump --version\n${partialDump}`;
    const bin = createProgramFolder("broken", "pg_dump", script, folder);
    const before = readdirSync(installation.folder);
    expect(await runCommand("backup", [], { PG_BIN: bin, BACKUP_KEEP: "1" })).toEqual({
      code: 1,
      out: "",
      err: "pg_dump failed: pg_dump: error: the disk is gone\n",
    });
    expect(readdirSync(installation.folder)).toEqual(before);
  });

  it("a backup that cannot be written completely leaves the folder unchanged and exits with an error", async () => {
    const before = readdirSync(installation.folder);
    // The signal would end the process before it learns that the write failed.
    const NODE_OPTIONS = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})";
    const { code, out, err } = await runCommand("backup", [], { NODE_OPTIONS }, "ulimit -f 64");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^\S+\.dump\.age\.part could not be written: EFBIG[^\n]+\n$/);
    expect(readdirSync(installation.folder)).toEqual(before);
  });

  it("findClientPrograms names the package to install when the programs are older than the server", () => {
    expect(() => findClientPrograms(99)).toThrow(/of version 99 or later.+postgresql-client-99/);
  });
});

describe("the files of a backup", () => {
  let source: string;
  let url: string;
  beforeAll(async () => {
    source = await installation.createEmptyDatabase();
    url = installation.ownerUrl(source);
    await restore(backup.file, source);
  });

  /** Damages the files of a copy of the database, and backs that up. */
  const backUpDamaged = async (sql: string) => {
    await restore(backup.file, source, { replace: source });
    await runSql(url, sql);
    const folder = path.join(installation.folder, "damaged");
    return (await makeBackup({ ...options(), url, folder })).file;
  };

  it("--verify reports how many bytes of files it has compared with their SHA-256", async () => {
    const { damaged, report } = await verifyBackup({ ...options(), file: backup.file });
    expect(damaged).toEqual([]);
    expect(report).toContain(`; 1 contents of files, ${CONTRACT.length} bytes, each with its SHA-256.`);
  });

  it.each([
    [
      "whose bytes have changed",
      "UPDATE file_chunks SET data = set_byte(data, 5, 0) WHERE position = 1",
      "has another SHA-256",
    ],
    ["whose chunk is missing", "DELETE FROM file_chunks WHERE position = 1", /has \d+ of \d+ bytes/],
    ["whose last byte is missing", "UPDATE file_chunks SET data = substr(data, 2) WHERE position = 2", /has \d+ of/],
    ["whose chunks are in another order", "UPDATE file_chunks SET position = -position", "has another SHA-256"],
    ["that is not complete", "UPDATE file_contents SET sha256 = NULL", "has another SHA-256"],
  ])("--verify reports a file %s, although every row is as dumped", async (_what, sql, difference) => {
    const file = await backUpDamaged(sql);
    const { lost, damaged, report } = await verifyBackup({ ...options(), url, file });
    expect(lost).toEqual([]);
    expect(damaged).toEqual([expect.stringMatching(difference)]);
    expect(damaged[0]).toContain(`(file ${ids.file}, version 1, "Vertrag.pdf")`);
    expect(report).toContain(`DAMAGED: ${damaged[0]}`);
    expect(report).toMatch(/ is NOT good: 1 of 1 contents of files, \d+ bytes\.$/);
  });

  it("--verify ignores an upload that is under way", async () => {
    const file = await backUpDamaged(
      `WITH begun AS (INSERT INTO file_contents DEFAULT VALUES RETURNING content_id)
       INSERT INTO file_chunks SELECT content_id, 0, '\\x00' FROM begun`,
    );
    expect(await verifyBackup({ ...options(), url, file })).toMatchObject({ lost: [], damaged: [] });
  });

  it("the command --verify exits with an error when a file is damaged", async () => {
    const file = await backUpDamaged("UPDATE file_chunks SET data = set_byte(data, 5, 0) WHERE position = 1");
    const { code, out, err } = await runCommand("backup", ["--verify", file], {
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: "",
    });
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain("NOT good");
  });
});

describe("refused restores", () => {
  let target: string;
  beforeAll(async () => void (target = await installation.createEmptyDatabase()));
  it.each<[string, () => string | Promise<string>, RegExp, object?]>([
    ["a changed byte", () => copyWithBytes(flipOneBit), /was changed or cut short/],
    ["a changed header", () => copyWithBytes((bytes) => flipOneBit(bytes, 3)), /is not encrypted, although/],
    ["a file without its last byte", () => copyWithBytes((bytes) => bytes.subarray(0, -1)), /was changed or cut short/],
    [
      "a file that was cut in its header",
      () => copyWithBytes((bytes) => bytes.subarray(0, 60)),
      /was changed or cut short/,
    ],
    ["an empty file", () => copyWithBytes(() => Buffer.alloc(0)), /is not encrypted, although/],
    ["another key", () => backup.file, /is not the key/, { key: `${KEY}.` }],
    ["no key", () => backup.file, /is encrypted: set BACKUP_KEY/, { key: undefined }],
    ["no file", () => `${backup.file}x`, /There is no backup/],
    ["a dump other than the manifest's", () => rewriteBackup({}, flipOneBit), /was changed since it was made/],
    [
      "a backup of a newer version",
      () => rewriteBackup({ migrations: ["29990101000000_later"] }),
      /newer version .+_later/,
    ],
    [
      "a backup of an earlier version",
      () => rewriteBackup({ migrations: ["20200101000000_earlier"] }),
      /earlier version .+_earlier .+: restore it with that version/,
    ],
    [
      "a backup in the format of an earlier version",
      () => copyWithBytes(() => Buffer.from("COOPBAK2…")),
      /earlier version of the app: restore it with that version/,
    ],
    ["another database than the one that may be replaced", () => backup.file, /--replace names/, { replace: "other" }],
  ])("a restore with %s is refused and leaves the database empty", async (_what, file, message, more) => {
    await expect(restore(await file(), target, more)).rejects.toThrow(message);
    expect(await isEmpty(installation.ownerUrl(target))).toBe(true);
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ["a changed byte", flipOneBit, /was changed since it was made/],
    ["a cut file", (bytes) => bytes.subarray(0, -100), /has no manifest/],
    ["a dump without a manifest", (bytes) => splitContent(bytes).dump, /has no manifest/],
  ])(
    "a restore of an unencrypted backup with %s is refused and leaves the database empty",
    async (_what, change, message) => {
      const file = writeBackupFile(path.basename(unencrypted.file), change(readFileSync(unencrypted.file)));
      await expect(restore(file, target, { key: undefined })).rejects.toThrow(message);
      expect(await isEmpty(installation.ownerUrl(target))).toBe(true);
      rmSync(file);
    },
  );

  it("a restore that detects a damaged dump only near its end leaves the database empty", async () => {
    // Corrupts the rows of the last tables in the dump and adapts the checksum, so that only the
    // restore detects the damage.
    const damage = (dump: Buffer) => dump.fill(0x55, dump.length - 2_000);
    const { dump } = splitContent(await decryptFile(backup.file, KEY));
    const sha256 = createHash("sha256").update(damage(dump)).digest("hex");
    await expect(restore(await rewriteBackup({ sha256 }, damage), target)).rejects.toThrow(
      /^Nothing was restored, the database is as it was\. pg_restore failed/,
    );
    expect(await isEmpty(installation.ownerUrl(target))).toBe(true);
  });

  it("a restore reports the error of a pg_restore that closes its input long before the error", async () => {
    const { folder } = findClientPrograms(backup.manifest.pg_dump_major);
    const version = `[ "$1" = --version ] && exec ${folder}/pg_restore --version`;
    const script = `${version}\nexec <&-\nsleep 2\necho "error: out of breath" >&2\nexit 1`;
    const programs = createProgramFolder("slow-words", "pg_restore", script, folder);
    await expect(restore(backup.file, target, { programs })).rejects.toThrow("pg_restore failed: error: out of breath");
    expect(await isEmpty(installation.ownerUrl(target))).toBe(true);
  });
});

/** Backups forged by an attacker who can write to the backup folder, but does not have the key. */
describe("forged backups", () => {
  let target: string;
  beforeAll(async () => void (target = await installation.createEmptyDatabase()));

  const content = () => readFileSync(unencrypted.file);
  const forgeBackup = async (key: Parameters<typeof encryptToFile>[2]) => {
    await encryptToFile(path.join(installation.folder, NAME_OF_COPY), content(), key);
    return path.join(installation.folder, NAME_OF_COPY);
  };
  /** The part of the header that only the passphrase opens, taken from the backup. */
  const passphraseStanza = () => {
    const [, args = "", body = ""] = readFileSync(backup.file, "latin1").split("\n");
    return { wrapFileKey: () => [new Stanza(args.split(" ").slice(1), Buffer.from(body, "base64"))] };
  };
  const recipient = async () => identityToRecipient(await generateX25519Identity());

  it.each<[string, () => string | Promise<string>, RegExp]>([
    [
      "unencrypted",
      () => writeBackupFile("x-20200101T000000Z.dump", content()),
      /is not encrypted, although.+--unencrypted/,
    ],
    ["unencrypted under a name of encrypted ones", () => copyWithBytes(content), /is not encrypted, although/],
    ["with another passphrase", () => forgeBackup(`${KEY}.`), /is not the key/],
    ["for a public recipient", async () => forgeBackup([await recipient()]), /is not the key/],
    [
      "for a public recipient and the passphrase",
      async () => forgeBackup([await recipient(), passphraseStanza()]),
      /was changed or cut short/,
    ],
    [
      "an older one under a new name",
      () => copyWithBytes((bytes) => bytes),
      /is a copy of cooperation_\S+ under another name/,
    ],
  ])("with a key, a forged backup is not restored: %s", async (_what, file, message) => {
    await expect(restore(await file(), target)).rejects.toThrow(message);
    expect(await isEmpty(installation.ownerUrl(target))).toBe(true);
  });

  it("--verify refuses a forged backup, and leaves no trial database behind", async () => {
    await expect(verifyBackup({ ...options(), file: unencrypted.file })).rejects.toThrow(/--unencrypted/);
    expect((await runSql(installation.serverUrl, TRIAL_DATABASES)).rows).toEqual([]);
  });

  it("the commands refuse a forged backup with a one-line error", async () => {
    const message = /^\S+\.dump is not encrypted, although BACKUP_KEY is set[^\n]+\n$/;
    for (const [name, args] of [
      ["restore", [unencrypted.file, "--replace", installation.name]],
      ["backup", ["--verify", unencrypted.file]],
    ] as const)
      expect(await runCommand(name, [...args])).toEqual({
        code: 1,
        out: "",
        err: expect.stringMatching(message) as string,
      });
  });
});

describe("--unencrypted with a key", () => {
  it("--unencrypted verifies an unencrypted backup although there is a key", async () => {
    const { code, out } = await runCommand("backup", ["--verify", "--unencrypted", unencrypted.file]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`${unencrypted.file} is good`) as string });
  });

  it("--unencrypted restores an unencrypted backup although there is a key", async () => {
    const target = await installation.createEmptyDatabase();
    const { code, err } = await runCommand("restore", ["--unencrypted", unencrypted.file], {
      DATABASE_URL: installation.ownerUrl(target),
      MIGRATION_DATABASE_URL: "",
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("--unencrypted still checks an encrypted backup", async () => {
    const target = await installation.createEmptyDatabase();
    const file = copyWithBytes(flipOneBit);
    await expect(restore(file, target, { acceptsUnencrypted: true })).rejects.toThrow(/was changed or cut short/);
  });
});

it.each([
  ["backup", ["--unencrypted"], "FILE and --unencrypted require --verify"],
  ["restore", ["one.dump", "two.dump"], 'Unexpected argument "two.dump"'],
] as const)("npm run %s -- %j is refused as a wrong command line", async (name, args, reason) => {
  const { code, out, err } = await runCommand(name, [...args]);
  expect({ code, out, err }).toEqual({ code: 2, out: "", err: `${reason}. See: npm run ${name} -- --help\n` });
});

describe("databases that are not empty", () => {
  it("a database that is not empty is replaced only when --replace names it, and loses its contents", async () => {
    const target = await installation.createEmptyDatabase();
    const url = installation.ownerUrl(target);
    // An extension that another role owns. It must not make the restore refuse the database, and
    // the restore cannot set its comment.
    await runSql(databaseUrl(installation.serverUrl, target), "CREATE EXTENSION unaccent SCHEMA public");
    await runSql(
      url,
      `CREATE SCHEMA old; CREATE TYPE old_type AS ENUM ('a'); CREATE TABLE members (id serial, kind old_type);
       CREATE VIEW old_view AS TABLE members; CREATE FUNCTION old() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE TABLE old.kept ();
       CREATE AGGREGATE old_sum (int) (sfunc = int4pl, stype = int); CREATE PROCEDURE old_procedure() LANGUAGE sql AS '';
       CREATE TYPE old_pair AS (a int, b int); CREATE DOMAIN old_domain AS int; CREATE TYPE old_range AS RANGE (subtype = int);
       CREATE TABLE "Old parts" (id int GENERATED ALWAYS AS IDENTITY) PARTITION BY LIST (id);
       CREATE TABLE old_part PARTITION OF "Old parts" FOR VALUES IN (1); CREATE SEQUENCE old_sequence;
       CREATE MATERIALIZED VIEW old_rows AS SELECT 1 AS one`,
    );
    await expect(restore(backup.file, target)).rejects.toThrow(`pass --replace ${target}`);
    expect((await runSql(url, "SELECT to_regclass('old.kept') AS kept")).rows).toEqual([{ kept: "old.kept" }]);
    const { lost } = await restore(backup.file, target, { replace: target });
    expect(lost).toEqual([]);
    expect((await runSql(url, "SELECT to_regclass('old_view') AS view, to_regtype('old_type') AS type")).rows).toEqual([
      { view: null, type: null },
    ]);
  });
});

describe("databases restored by the command", () => {
  beforeAll(async () => {
    await closeDatabase();
    await installation.replaceWithEmptyDatabase();
    const { code, out, err } = await runCommand("restore", [backup.file]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Restored: \d+ tables, \d+ rows, each as it was on .+\nNext: start the app/);
  });

  it("the restore command restores every row, for every type", async () => {
    const contents = await inSnapshot(installation.ownerUrl(), (client) => readContents(client));
    expect(lostFrom(backup.manifest, contents)).toEqual([]);
    // The migration of the job queue recognizes its schema by this comment.
    const comment = "SELECT obj_description('pgboss'::regnamespace) AS comment";
    expect((await runSql(installation.ownerUrl(), comment)).rows).toEqual([
      { comment: "Jobs of the cooperation database" },
    ]);
    const { rows } = await runSql(
      installation.ownerUrl(),
      "SELECT encode(bytes, 'hex') AS bytes, json, twice FROM values_of_all_types",
    );
    expect(rows[0]).toEqual({ bytes: "00ff0a5c", json: { ä: [1, null, "\\n"] }, twice: 0.2 });
  });

  it("the restore command fills the gazetteer", async () => {
    expect((await runSql(installation.ownerUrl(), PLACES)).rows).toEqual([{ places: true, names: true, hashes: 1 }]);
  });

  it.each(KINDS)("after a restore the app finds and creates: %s", async (kind) => {
    const name = NAME_FIELD[kind] ?? "";
    const load = async (id: number) => (await calls.load(`${kind}/${id}`)) as Body;
    expect((await load(ids[kind] ?? 0))[name]).toBe(NAME);
    // The list relies on sort keys and normalized texts, which triggers derive.
    const found = await admin.get<{ data: unknown[] }>(`/api/${kind}?filter=groessenwahn`);
    expect(found.json.data).toHaveLength(1);
    const newId = await calls.create(kind, { [name]: "Nach der Rückkehr" });
    expect(newId).toBeGreaterThan(Math.max(ids[kind] ?? 0, kind === "institutions" ? (ids.deleted ?? 0) : 0));
    expect((await calls.changes(`kind=${kind}&id=${newId}`)).map(({ action }) => action)).toEqual(["create"]);
  });

  it("after a restore the history can restore a record that was deleted before the backup", async () => {
    const [deletion] = await calls.changes(`kind=institutions&id=${ids.deleted}`);
    expect(deletion?.action).toBe("delete");
    expect(await calls.revert(deletion)).toMatchObject({ status: 200, json: { message: "reverted" } });
  });

  it("after a restore the bytes of files are those that were uploaded", async () => {
    const { status, bytes } = await fileCalls(admin).content(ids.file ?? 0);
    expect({ status, sha256: sha256(bytes) }).toEqual({ status: 200, sha256: sha256(CONTRACT) });
  });

  it("after a restore the app's role has the same rights as before", async () => {
    await expect(runSql(installation.appUrl(), "DROP TABLE members")).rejects.toThrow(/must be owner/);
    await expect(runSql(installation.appUrl(), "TABLE _prisma_migrations")).rejects.toThrow(/permission denied/);
    expect(await db().user.count()).toBe(1);
  });
});

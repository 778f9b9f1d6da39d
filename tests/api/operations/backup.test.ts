import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, db } from "@/lib/server/database/client";
import { type Backup, type Manifest, manifestFile } from "@/scripts/backup/backup-files";
import { findClientPrograms } from "@/scripts/backup/client-programs";
import { atOneMoment, readContents } from "@/scripts/backup/database-contents";
import { makeBackup } from "@/scripts/backup/make-backup";
import { lostBy, restoreBackup } from "@/scripts/backup/restore-backup";
import { verifyBackup } from "@/scripts/backup/verify-backup";
import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { loggedIn, type Client } from "../../support/api";
import {
  altered,
  type Installation,
  isEmpty,
  oneByteChanged,
  sealedByVersion1,
  sha256,
  startInstallation,
} from "../../support/databases/backups";
import { databaseUrl } from "@/scripts/postgres/throwaway-databases";
import { type Body, historyCalls, KINDS, NAME_FIELD } from "../../support/records/history";

/*
 * Backup and restore (docs/operations.md). The tests share one installation and one backup, which
 * take seconds to make.
 */

const ROOT = path.join(import.meta.dirname, "../../..");
const KEY = "a key of at least thirty-two characters";
const NAME = "Größenwahn & Söhne – ß, 中文, 🦉";
const TRIALS = "SELECT datname FROM pg_database WHERE datname LIKE 'cooperation\\_verify\\_%'";

let house: Installation;
let admin: Client;
let calls: ReturnType<typeof historyCalls>;
let backup: Backup;
/** An unencrypted backup of the same database. */
let plain: Backup;
const ids: Record<string, number> = {};
const options = () => ({ url: house.asOwner(), folder: house.folder, key: KEY, programs: undefined });
const restoring = (file: string, database: string, more: object = {}) =>
  restoreBackup({ ...options(), url: house.asOwner(database), file, ...more });

async function withoutManifest(stamp: string) {
  const file = await altered(backup, stamp, {});
  rmSync(manifestFile(file));
  return file;
}

const PROGRAMS = ["pg_dump", "pg_restore", "psql"] as const;

/**
 * Creates a folder with PostgreSQL's client programs, one of which is replaced by a script.
 * @returns the folder's path
 */
function programsIn(name: string, other: (typeof PROGRAMS)[number], script: string, others: string) {
  const folder = path.join(house.folder, `bin-${name}`);
  mkdirSync(folder);
  for (const program of PROGRAMS)
    if (program !== other) symlinkSync(path.join(others, program), path.join(folder, program));
  writeFileSync(path.join(folder, other), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

/** Runs a script of package.json in a child process. */
async function command(name: "backup" | "restore", args: string[] = [], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${name}.ts`, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: house.asApp(),
      MIGRATION_DATABASE_URL: house.asOwner(),
      BACKUP_DIR: house.folder,
      BACKUP_KEY: KEY,
      ...more,
    },
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

beforeAll(async () => {
  house = await startInstallation(process.env.DATABASE_URL ?? "");
  // The configuration is read lazily at the first request, so setting it here is early enough.
  process.env.DATABASE_URL = house.asApp();
  admin = await loggedIn({ role: "admin" });
  calls = historyCalls(admin);
  for (const [kind] of KINDS) ids[kind] = await calls.create(kind, { [NAME_FIELD[kind] ?? ""]: NAME });
  await admin.post(`/api/members/thematicfield/${ids.members}/${ids.thematicfields}`);
  await admin.put(`/api/persons/${ids.persons}`, { vorname: "Zwischenzeit" });
  ids.deleted = await calls.create("institutions", { name: "Gelöschte Einrichtung" });
  await admin.delete(`/api/institutions/${ids.deleted}`);
  await runSql(
    house.asOwner(),
    `CREATE TABLE values_of_all_types (id serial PRIMARY KEY, bytes bytea, json jsonb, number float8, moment timestamptz,
       words text[], twice float8 GENERATED ALWAYS AS (number * 2) STORED);
     INSERT INTO values_of_all_types (bytes, json, number, moment, words) VALUES
       ('\\x00ff0a5c', '{"ä": [1, null, "\\\\n"]}', 0.1, '2026-03-29 02:30:00.123456+01', '{"a,b","\\"",NULL,""}'),
       (NULL, NULL, 'NaN', 'infinity', '{}')`,
  );
  backup = await makeBackup(options());
  plain = await makeBackup({ ...options(), folder: path.join(house.folder, "plain"), key: undefined });
});
afterAll(async () => {
  await closeDatabase();
  await house.stop();
});

describe("a backup", () => {
  it("consists of a dump and a manifest of its contents, readable only by their owner", async () => {
    const files = readdirSync(house.folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual(
      [backup.file, manifestFile(backup.file)].map((file) => path.basename(file)),
    );
    for (const file of [backup.file, manifestFile(backup.file)]) expect(statSync(file).mode & 0o777).toBe(0o600);
    const { rows } = await runSql(house.asOwner(), "SELECT migration_name FROM _prisma_migrations ORDER BY 1");
    expect(backup.manifest).toMatchObject({
      database: house.name,
      encrypted: true,
      size: statSync(backup.file).size,
      migrations: rows.map(({ migration_name }: { migration_name: string }) => migration_name),
      tables: { "public.members": { rows: 1 }, "public.institutions": { rows: 1 }, "public.users": { rows: 1 } },
    });
  });

  it("verifies successfully after further writes to the live database", async () => {
    const unchanged = await verifyBackup({ ...options(), file: backup.file });
    expect(unchanged).toMatchObject({ lost: [], changedSince: [] });
    expect(unchanged.report).toMatch(/public\.members +1 {2}as dumped, and as the live one is now/);
    await calls.create("members");
    const changed = await verifyBackup({ ...options(), file: backup.file });
    expect(changed.lost).toEqual([]);
    expect(changed.changedSince).toEqual(expect.arrayContaining(["public.changes", "public.members"]));
    expect((await runSql(house.serverUrl, TRIALS)).rows).toEqual([]);
  });

  it("fails verification when its rows differ from its manifest", async () => {
    const { tables } = backup.manifest;
    const members = { rows: 1, digest: tables["public.users"]?.digest ?? "" };
    const manifest = () => ({ tables: { ...tables, "public.members": members } });
    const file = await altered(backup, "20200101T000001Z", { manifest }, KEY);
    expect(await verifyBackup({ ...options(), file })).toMatchObject({ lost: ["public.members"] });
  });

  it("leaves no trial database behind when verification is aborted", async () => {
    const stop = new AbortController();
    const verified = verifyBackup({ ...options(), file: backup.file, signal: stop.signal });
    await poll(async () => (await runSql(house.serverUrl, TRIALS)).rows.length > 0, 30_000);
    stop.abort();
    await expect(verified).rejects.toThrow(/abort/i);
    expect((await runSql(house.serverUrl, TRIALS)).rows).toEqual([]);
  });

  it("is a snapshot of its start, despite writes while it is made", async () => {
    const { folder, psql, pgDump } = findClientPrograms(15);
    const writes = `${psql} -qc "INSERT INTO values_of_all_types (words) VALUES ('{late}')"`;
    const bin = programsIn("busy", "pg_dump", `[ "$1" = --version ] || ${writes}\nexec ${pgDump} "$@"`, folder);
    const busy = await makeBackup({ ...options(), folder: path.join(house.folder, "busy"), programs: bin });
    expect(await verifyBackup({ ...options(), file: busy.file })).toMatchObject({
      lost: [],
      changedSince: ["public.values_of_all_types"],
    });
  });

  it("that fails leaves the folder unchanged and exits with an error", async () => {
    const { folder, pgDump } = findClientPrograms(15);
    const half = "head -c 100000 /dev/urandom; echo 'pg_dump: error: the disk is gone' >&2; exit 1";
    const bin = programsIn("broken", "pg_dump", `[ "$1" = --version ] && exec ${pgDump} --version\n${half}`, folder);
    const before = readdirSync(house.folder);
    expect(await command("backup", [], { PG_BIN: bin, BACKUP_KEEP: "1" })).toEqual({
      code: 1,
      out: "",
      err: "pg_dump failed: pg_dump: error: the disk is gone\n",
    });
    expect(readdirSync(house.folder)).toEqual(before);
  });

  it("says which client programs to install when the installed ones are older than the server", () => {
    expect(() => findClientPrograms(99)).toThrow(/of version 99 or later.+postgresql-client-99/);
  });
});

describe("a refused restore leaves the database empty", () => {
  const stamp = "20200101T000002Z";
  let target: string;
  beforeAll(async () => void (target = await house.emptyDatabase()));
  it.each<[string, () => string | Promise<string>, RegExp, object?]>([
    ["a changed byte", () => altered(backup, stamp, { bytes: oneByteChanged }), /was changed since it was made/],
    [
      "a changed byte whose checksum was adapted",
      () => altered(backup, stamp, { bytes: oneByteChanged, manifest: (bytes) => ({ sha256: sha256(bytes) }) }, KEY),
      /was changed after it was encrypted/,
    ],
    ["a cut file", () => altered(backup, stamp, { bytes: (bytes) => bytes.subarray(0, -1) }), /is cut short/],
    ["another key", () => backup.file, /is not the key/, { key: `${KEY}.` }],
    ["no key", () => backup.file, /is encrypted: set BACKUP_KEY/, { key: undefined }],
    [
      "a backup of a newer version",
      () =>
        altered(
          backup,
          stamp,
          { manifest: () => ({ migrations: [...backup.manifest.migrations, "29990101000000_later"] }) },
          KEY,
        ),
      /newer version .+29990101000000_later/,
    ],
    ["a file without a manifest", () => withoutManifest(stamp), /has no manifest cooperation-.+json beside it/],
    ["another database than the one that may be replaced", () => backup.file, /--replace names/, { replace: "other" }],
  ])("for %s", async (_what, file, sentence, more) => {
    await expect(restoring(await file(), target, more)).rejects.toThrow(sentence);
    expect(await isEmpty(house.asOwner(target))).toBe(true);
  });

  it("for a damaged dump, detected after most of it is restored", async () => {
    // Corrupts the rows of the last tables in the dump and adapts the checksum, so that only the
    // restore detects the damage.
    const file = await altered(plain, "20200101T000003Z", {
      bytes: (bytes) => bytes.fill(0x55, bytes.length - 2_000),
      manifest: (bytes) => ({ sha256: sha256(bytes) }),
    });
    await expect(restoring(file, target, { acceptsUnencrypted: true })).rejects.toThrow(
      /^Nothing was restored, the database is as it was\. pg_restore failed/,
    );
    expect(await isEmpty(house.asOwner(target))).toBe(true);
  });

  it("for a pg_restore that closes its input long before it reports the error", async () => {
    const { pgRestore } = findClientPrograms(Number(backup.manifest.pg_dump_major), undefined);
    const script = `[ "$1" = --version ] && exec ${pgRestore} --version\nexec <&-\nsleep 2\necho "error: out of breath" >&2\nexit 1`;
    const programs = programsIn("slow-words", "pg_restore", script, path.dirname(pgRestore));
    await expect(restoring(backup.file, target, { programs })).rejects.toThrow(
      "pg_restore failed: error: out of breath",
    );
    expect(await isEmpty(house.asOwner(target))).toBe(true);
  });
});

/** Backups forged by an attacker who can write to the backup folder, but does not have the key. */
describe("with a key, a forged backup is refused", () => {
  const stamp = "20200101T000004Z";
  let target: string;
  let other: Backup;
  beforeAll(async () => {
    target = await house.emptyDatabase();
    other = await makeBackup({ ...options(), folder: path.join(house.folder, "other") });
  });

  const whole = (bytes: Buffer): Partial<Manifest> => ({ sha256: sha256(bytes), size: bytes.length });
  const plainDump = () => readFileSync(plain.file);
  it.each<[string, () => Promise<string>, RegExp]>([
    ["a plain dump", () => altered(plain, stamp, {}), /is not encrypted, although BACKUP_KEY is set.+--unencrypted/],
    [
      "a plain dump that its manifest calls encrypted",
      () => altered(backup, stamp, { bytes: plainDump, manifest: whole }),
      /is not encrypted, although its manifest says otherwise/,
    ],
    [
      "a plain dump whose manifest carries another backup's authentication",
      () => altered(backup, stamp, { bytes: plainDump, manifest: (bytes) => ({ ...whole(bytes), encrypted: false }) }),
      /is not encrypted, although BACKUP_KEY is set/,
    ],
    [
      "a manifest that calls an encrypted dump plain",
      () => altered(backup, stamp, { manifest: () => ({ encrypted: false }) }),
      /is encrypted, although its manifest says otherwise/,
    ],
    [
      "a manifest with another date",
      () => altered(backup, stamp, { manifest: () => ({ made_at: "2030-01-01T00:00:00.000Z" }) }),
      /manifest .+ was changed/,
    ],
    [
      "a manifest without authentication",
      () => altered(backup, stamp, { manifest: () => ({ mac: undefined }) }),
      /manifest .+ was changed/,
    ],
    [
      "a manifest that claims the version without authentication",
      () => altered(backup, stamp, { manifest: () => ({ format: 1, mac: undefined }) }),
      /manifest .+ was changed/,
    ],
    [
      "a dump that claims the version without authentication",
      () =>
        altered(backup, stamp, {
          bytes: (bytes) => (bytes.write("COOPBAK1", "latin1"), bytes),
          manifest: (bytes) => ({ ...whole(bytes), format: 1, mac: undefined }),
        }),
      /was changed after it was encrypted/,
    ],
    [
      "another backup's manifest",
      () => altered(backup, stamp, { manifest: () => other.manifest }),
      /was changed since it was made|is cut short/,
    ],
    [
      "another backup's manifest with this one's checksum",
      () => altered(backup, stamp, { manifest: (bytes) => ({ ...other.manifest, ...whole(bytes) }) }),
      /manifest .+ was changed/,
    ],
    [
      "an old backup under a new name",
      () => altered(backup, stamp, { manifest: () => ({ file: path.basename(backup.file) }) }),
      /is a copy of cooperation-.+\.dump under another name/,
    ],
    [
      "a dump without its end",
      () => altered(backup, stamp, { bytes: (bytes) => bytes.subarray(0, -100), manifest: whole }),
      /manifest .+ was changed/,
    ],
    [
      "a dump of nothing but its header",
      () => altered(backup, stamp, { bytes: (bytes) => bytes.subarray(0, 40), manifest: whole }),
      /is cut short/,
    ],
    [
      "an empty dump",
      () => altered(backup, stamp, { bytes: () => Buffer.alloc(0), manifest: whole }),
      /is not encrypted, although its manifest says otherwise/,
    ],
  ])("%s", async (_what, file, sentence) => {
    await expect(restoring(await file(), target)).rejects.toThrow(sentence);
    expect(await isEmpty(house.asOwner(target))).toBe(true);
  });

  it("by --verify, which leaves no trial database behind", async () => {
    const file = await altered(plain, stamp, {});
    await expect(verifyBackup({ ...options(), file })).rejects.toThrow(/--unencrypted/);
    expect((await runSql(house.serverUrl, TRIALS)).rows).toEqual([]);
  });

  it("by the commands, with a one-line error", async () => {
    const sentence = /^\S+\.dump is not encrypted, although BACKUP_KEY is set[^\n]+\n$/;
    for (const [name, args] of [
      ["restore", [plain.file, "--replace", house.name]],
      ["backup", ["--verify", plain.file]],
    ] as const)
      expect(await command(name, [...args])).toEqual({
        code: 1,
        out: "",
        err: expect.stringMatching(sentence) as string,
      });
  });
});

describe("with a key, and --unencrypted", () => {
  it("an unencrypted backup is verified", async () => {
    const { code, out } = await command("backup", ["--verify", "--unencrypted", plain.file]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`${plain.file} is good`) as string });
  });

  it("an unencrypted backup is restored", async () => {
    const target = await house.emptyDatabase();
    const { code, err } = await command("restore", ["--unencrypted", plain.file], {
      DATABASE_URL: house.asOwner(target),
      MIGRATION_DATABASE_URL: "",
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("an encrypted backup with a changed manifest is still refused", async () => {
    const file = await altered(backup, "20200101T000005Z", { manifest: () => ({ mac: undefined }) });
    const target = await house.emptyDatabase();
    await expect(restoring(file, target, { acceptsUnencrypted: true })).rejects.toThrow(/manifest .+ was changed/);
  });

  it("--unencrypted without --verify is refused", async () => {
    expect(await command("backup", ["--unencrypted"])).toMatchObject({ code: 2, out: "" });
  });
});

describe("a backup of version 1 of the format", () => {
  const stamp = "20200101T000006Z";
  const ofVersion1 = (key: string, dump: (bytes: Buffer) => Buffer = (bytes) => bytes) =>
    altered(backup, stamp, {
      bytes: () => dump(sealedByVersion1(readFileSync(plain.file), key)),
      manifest: (bytes) => ({ format: 1, mac: undefined, sha256: sha256(bytes), size: bytes.length }),
    });

  it("is restored, with a note that its manifest is not authenticated", async () => {
    const target = await house.emptyDatabase();
    const { code, out, err } = await command("restore", [await ofVersion1(KEY)], {
      DATABASE_URL: house.asOwner(target),
      MIGRATION_DATABASE_URL: "",
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("that date is not confirmed");
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    ["another key", () => ofVersion1(`${KEY}.`), /is not the key/],
    ["a changed dump", () => ofVersion1(KEY, oneByteChanged), /was changed after it was encrypted/],
  ])("is refused with %s", async (_what, file, sentence) => {
    const target = await house.emptyDatabase();
    await expect(restoring(await file(), target)).rejects.toThrow(sentence);
    expect(await isEmpty(house.asOwner(target))).toBe(true);
  });
});

describe("a database that is not empty", () => {
  it("is replaced only when --replace names it, and loses its previous contents", async () => {
    const target = await house.emptyDatabase();
    const url = house.asOwner(target);
    // An extension that another role owns. It must not make the restore refuse the database, and
    // the restore cannot set its comment.
    await runSql(databaseUrl(house.serverUrl, target), "CREATE EXTENSION unaccent SCHEMA public");
    await runSql(
      url,
      `CREATE SCHEMA old; CREATE TYPE old_type AS ENUM ('a'); CREATE TABLE members (id serial, kind old_type);
       CREATE VIEW old_view AS TABLE members; CREATE FUNCTION old() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE TABLE old.kept ()`,
    );
    await expect(restoring(backup.file, target)).rejects.toThrow(`say --replace ${target}`);
    expect((await runSql(url, "SELECT to_regclass('old.kept') AS kept")).rows).toEqual([{ kept: "old.kept" }]);
    const { manifest, contents } = await restoring(backup.file, target, { replace: target });
    expect(lostBy(manifest, contents)).toEqual([]);
    expect((await runSql(url, "SELECT to_regclass('old_view') AS view, to_regtype('old_type') AS type")).rows).toEqual([
      { view: null, type: null },
    ]);
  });
});

describe("after a restore by the command", () => {
  beforeAll(async () => {
    await closeDatabase();
    await house.putAside();
    const { code, out, err } = await command("restore", [backup.file]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Restored: \d+ tables, \d+ rows, each as it was on .+\nNext: start the app/);
  });

  it("every row is restored, for every type", async () => {
    const contents = await atOneMoment(house.asOwner(), (client) => readContents(client, KEY));
    expect(lostBy(backup.manifest, contents)).toEqual([]);
    // The migration of the job queue recognizes its schema by this comment.
    const comment = "SELECT obj_description('pgboss'::regnamespace) AS comment";
    expect((await runSql(house.asOwner(), comment)).rows).toEqual([{ comment: "Jobs of the cooperation database" }]);
    const { rows } = await runSql(
      house.asOwner(),
      "SELECT encode(bytes, 'hex') AS bytes, json, twice FROM values_of_all_types",
    );
    expect(rows[0]).toEqual({ bytes: "00ff0a5c", json: { ä: [1, null, "\\n"] }, twice: 0.2 });
  });

  it.each(KINDS)("the app finds and creates: %s", async (kind) => {
    const name = NAME_FIELD[kind] ?? "";
    const load = async (id: number) => (await calls.load(`${kind}/${id}`)) as Body;
    expect((await load(ids[kind] ?? 0))[name]).toBe(NAME);
    // The list relies on sort keys and normalized texts, which triggers derive.
    const found = await admin.get<{ data: unknown[] }>(`/api/${kind}?filter=groessenwahn`);
    expect(found.json.data).toHaveLength(1);
    const next = await calls.create(kind, { [name]: "Nach der Rückkehr" });
    expect(next).toBeGreaterThan(Math.max(ids[kind] ?? 0, kind === "institutions" ? (ids.deleted ?? 0) : 0));
    expect((await calls.changes(`kind=${kind}&id=${next}`)).map(({ action }) => action)).toEqual(["create"]);
  });

  it("the history is intact: a record that was deleted before the backup can be restored", async () => {
    const [deletion] = await calls.changes(`kind=institutions&id=${ids.deleted}`);
    expect(deletion?.action).toBe("delete");
    expect(await calls.revert(deletion)).toMatchObject({ status: 200, json: { message: "reverted" } });
  });

  it("the app's role has the same rights as before", async () => {
    await expect(runSql(house.asApp(), "DROP TABLE members")).rejects.toThrow(/must be owner/);
    await expect(runSql(house.asApp(), "TABLE _prisma_migrations")).rejects.toThrow(/permission denied/);
    expect(await db().user.count()).toBe(1);
  });
});

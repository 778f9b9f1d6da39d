import { ownMigrations } from "../postgres/own-migrations";
import { runSql } from "../postgres/postgres-cluster";
import { databaseUrl, uniqueName } from "../postgres/throwaway-databases";
import { codeOf, messageOf, UserFacingError } from "../process/user-facing-error";
import { checkBackup, type CheckOptions } from "./backup-file";
import { checkFileContents } from "./check-file-contents";
import { type ClientPrograms, findClientPrograms, startClient } from "./client-programs";
import {
  type Contents,
  countRows,
  differingTables,
  DROP_ALL,
  inSnapshot,
  IS_EMPTY,
  readContents,
} from "./database-contents";
import type { Bytes, Manifest } from "./manifest";
import { maxOf } from "@/lib/model/pure/long-lists";

type RestoreOptions = CheckOptions & {
  /** URL of the database as its owner. */
  url: string;
  /** Folder of the client programs, if configured. */
  programs: string | undefined;
  /** Name of the database, if its content may be deleted. */
  replace?: string;
};

/** @throws UserFacingError when the backup has a migration that this version does not have */
function refuseOtherVersions({ migrations, app_version }: Manifest): void {
  const own = ownMigrations();
  const unknown = migrations.find((name) => !own.includes(name));
  if (unknown === undefined) return;
  const [age, advice] =
    unknown > (own.at(-1) ?? "")
      ? ["a newer", "upgrade the app first, then restore"]
      : ["an earlier", "restore it with that version"];
  throw new UserFacingError(
    `The backup was made by ${age} version (${app_version}), whose migration ${unknown} this one does not know: ${advice}.`,
  );
}

/**
 * Adapts the first statements of a dump: PostgreSQL before 17 does not know `transaction_timeout`, and only the owner of an
 * extension, which may be another role here, may comment on it.
 */
async function* adaptHead(sql: AsyncIterable<Uint8Array>, serverMajor: number) {
  const HEAD_LENGTH = 16_384;
  const foreign = serverMajor < 17 ? "COMMENT ON EXTENSION .*|SET transaction_timeout = 0" : "COMMENT ON EXTENSION .*";
  const adapted = () => Buffer.from(head.replace(new RegExp(`^(${foreign});$`, "gm"), ""), "latin1");
  let head = "";
  for await (const chunk of sql) {
    if (head.length >= HEAD_LENGTH) yield chunk;
    else if ((head += Buffer.from(chunk).toString("latin1")).length >= HEAD_LENGTH) yield adapted();
  }
  if (head.length < HEAD_LENGTH) yield adapted();
}

/**
 * The script for psql that restores a dump: one transaction, which is committed only after pg_restore has read the whole
 * backup and succeeded.
 * @param prelude SQL that runs first in the transaction
 */
async function* restoreScript(dump: Bytes, prelude: string, tools: ClientPrograms, serverMajor: number) {
  yield `BEGIN;\n${prelude}`;
  const args = ["--no-owner", "--no-privileges", "--file=-"];
  const reader = startClient(tools, "pg_restore", { args, input: dump });
  try {
    yield* adaptHead(reader.stdout, serverMajor);
    await reader.end;
  } finally {
    reader.kill();
  }
  yield "COMMIT;\n";
}

const PSQL_OPTIONS = ["--no-psqlrc", "--quiet", "--output=/dev/null", "--set=ON_ERROR_STOP=1", "--file=-"];

/**
 * Restores a backup into a database that is empty or may be emptied, and compares it with the manifest.
 * @returns the contents of the database, and the tables and sequences that are not as they were dumped
 * @throws UserFacingError with one sentence; then the database is unchanged
 */
export async function restoreBackup(options: RestoreOptions) {
  const { url, replace, programs, signal } = options;
  const backup = await checkBackup(options);
  const { manifest } = backup;
  refuseOtherVersions(manifest);
  const { rows } = await runSql(
    url,
    `SELECT current_database() AS name, current_setting('server_version_num')::int / 10000 AS major, (${IS_EMPTY}) AS empty`,
  );
  const [{ name, major, empty }] = rows as [{ name: string; major: number; empty: boolean }];
  if (replace !== undefined && replace !== name)
    throw new UserFacingError(`--replace names ${replace}, but the database is ${name}: nothing was changed.`);
  if (!empty && replace === undefined)
    throw new UserFacingError(
      `The database ${name} is not empty: restore into a new one, or pass --replace ${name} to delete everything in it.`,
    );
  const tools = findClientPrograms(Math.max(major, manifest.pg_dump_major), programs);
  const input = restoreScript(backup.dump(), empty ? "" : DROP_ALL, tools, major);
  await startClient(tools, "psql", { args: PSQL_OPTIONS, url, input, signal }).end.catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new UserFacingError(`Nothing was restored, the database is as it was. ${messageOf(error)}`, { cause: error });
  });
  await runSql(url, "ANALYZE");
  const contents = await inSnapshot(url, (client) => readContents(client, signal));
  return { backup, contents, lost: lostFrom(manifest, contents) };
}

/** Returns the tables and sequences that are not as the manifest describes them. */
export function lostFrom(manifest: Manifest, contents: Contents): string[] {
  // Sequences are not part of a snapshot: the dump may have a later value than the manifest, never an earlier one.
  const behind = Object.entries(manifest.sequences).filter(
    ([name, last]) => BigInt(contents.sequences[name] ?? -1) < BigInt(last),
  );
  return [...differingTables(manifest.tables, contents.tables), ...behind.map(([name]) => name)];
}

const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Drops the temporary database. Only a superuser may end an autovacuum in it by FORCE, but without
 * FORCE PostgreSQL ends it itself.
 */
async function dropTrialDatabase(url: string, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${name}`;
  await runSql(url, `${drop} WITH (FORCE)`).catch(async (error: unknown) => {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    await runSql(url, drop);
  });
}

/**
 * Restores a backup into a temporary database on the same server, and compares it with its manifest and the live
 * database, and the bytes of each file with their digest.
 * @returns the tables and sequences that were not restored as dumped, the contents of files that are damaged, the
 * tables that changed since, and a report
 */
export async function verifyBackup(options: Omit<RestoreOptions, "replace">) {
  const { url, file, signal } = options;
  const name = uniqueName("verify");
  try {
    await runSql(url, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`).catch((error: unknown) => {
      if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new UserFacingError(
        "A backup is verified in a temporary database, which the role of the URL may not create: " +
          "ALTER ROLE … CREATEDB allows it (docs/operations.md).",
      );
    });
    signal?.throwIfAborted();
    const copy = databaseUrl(url, name);
    const { backup, contents, lost } = await restoreBackup({ ...options, url: copy });
    const files = await inSnapshot(copy, (client) => checkFileContents(client, signal));
    const { tables } = await inSnapshot(url, (client) => readContents(client, signal));
    const changedSince = differingTables(contents.tables, tables);
    const dumped = Object.entries(backup.manifest.tables);
    const width = maxOf(
      dumped.map(([table]) => table.length),
      0,
    );
    const lines = dumped.map(([table, { rows }]) => {
      const live = changedSince.includes(table) ? "; the live one has changed since" : ", and as the live one is now";
      const state = lost.includes(table) ? "LOST: other rows were restored" : `as dumped${live}`;
      return `  ${table.padEnd(width)} ${String(rows).padStart(9)}  ${state}`;
    });
    const { damaged } = files;
    const damages = damaged.map((damage) => `  DAMAGED: ${damage}`);
    const checkedFiles = `${files.contents} contents of files, ${files.bytes} bytes`;
    const verdict =
      lost.length + damaged.length === 0
        ? `${file} is good: ${countRows(contents.tables)}, each row as it was on ${backup.manifest.made_at}; ` +
          `${checkedFiles}, each with its SHA-256.`
        : `${file} is NOT good: ${[...lost, ...(damaged.length > 0 ? [`${damaged.length} of ${checkedFiles}`] : [])].join(", ")}.`;
    return { lost, damaged, changedSince, report: [...lines, ...damages, verdict].join("\n") };
  } finally {
    await dropTrialDatabase(url, name);
  }
}

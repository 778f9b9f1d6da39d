import { readdirSync } from "node:fs";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { runSql } from "../postgres/postgres-cluster";
import { ROOT } from "../root";
import { codeOf, messageOf, UserFacingError } from "../process/user-facing-error";
import { checkBackup, type CheckedBackup, type CheckOptions, type Manifest } from "./backup-files";
import { type ClientProcess, startClient } from "./client-process";
import { findClientPrograms } from "./client-programs";
import {
  allRows,
  atOneMoment,
  type Contents,
  differingTables,
  LEFT_IN_DATABASE,
  readContents,
} from "./database-contents";
import { serverVersion } from "./make-backup";

export type RestoreOptions = CheckOptions & {
  /** The database as its owner. */
  url: string;
  programs: string | undefined;
  /** The name of the database, where what is in it may go. */
  replace?: string;
};

const DROP_TIMEOUT_MS = "10s";
/** The first server that knows the setting by which newer programs begin. */
const KNOWS_TRANSACTION_TIMEOUT = 17;

/** Drops what no extension brought, and makes sure that nothing is left. */
const DROP_ALL = `SET LOCAL lock_timeout = '${DROP_TIMEOUT_MS}';
DO $drop$ DECLARE statement text; BEGIN
  FOR statement IN SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace n
    WHERE nspname NOT IN ('public', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_namespace'::regclass AND objid = n.oid AND deptype = 'e')
  LOOP EXECUTE statement; END LOOP;
  FOR statement IN SELECT format('DROP %s IF EXISTS public.%I CASCADE',
      CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, relname)
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
    ORDER BY relkind = 'S'
  LOOP EXECUTE statement; END LOOP;
  FOR statement IN SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
  LOOP EXECUTE statement; END LOOP;
  FOR statement IN SELECT format('DROP TYPE IF EXISTS %s CASCADE', t.oid::regtype) FROM pg_type t
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e')
  LOOP EXECUTE statement; END LOOP;
  IF (${LEFT_IN_DATABASE}) <> 0 THEN RAISE EXCEPTION 'there are things in the database that could not be dropped'; END IF;
END $drop$;
`;

/**
 * Leaves out of a dump's head what not every database takes: a setting that an older server does not know, and comments on
 * extensions, which may belong to somebody else there and bring their own.
 */
function fittingHead(major: number): Transform {
  const LENGTH = 16_384;
  let head: Buffer | undefined = Buffer.alloc(0);
  const fit = (bytes: Buffer) => {
    const text = bytes.toString("latin1").replace(/^COMMENT ON EXTENSION .*;$/gm, "");
    const known = major < KNOWS_TRANSACTION_TIMEOUT ? text.replace(/^SET transaction_timeout = 0;$/m, "") : text;
    return Buffer.from(known, "latin1");
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (head === undefined) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < LENGTH) return done();
      const start = fit(head);
      head = undefined;
      done(null, start);
    },
    flush(done) {
      done(null, head && fit(head));
    },
  });
}

/** The migrations that this build knows. */
const ownMigrations = () => readdirSync(path.join(ROOT, "prisma/migrations")).filter((name) => /^\d{14}_/.test(name));

/** @throws UserFacingError where a newer build has made the backup */
export function refuseNewer({ migrations, app_version }: Manifest, known = ownMigrations()): void {
  // Unknown migrations that are earlier than the last known one have been replaced by the initial one.
  const unknown = migrations.filter((name) => known.every((own) => own < name));
  if (unknown.length === 0) return;
  throw new UserFacingError(
    `The backup was made by a newer version (${app_version}), whose migration ${unknown.at(-1)} this one does not know: ` +
      "upgrade the app first, then restore.",
  );
}

/**
 * Plays a dump into a database, all of it or nothing: psql gets the word to commit only when pg_restore has read the
 * backup to its end and found it whole.
 */
async function playInto(options: RestoreOptions, backup: CheckedBackup, major: number): Promise<void> {
  const { url, programs, replace, signal } = options;
  const tools = findClientPrograms(Math.max(major, backup.manifest.pg_dump_major), programs);
  const dump = backup.dump();
  const clients: ClientProcess[] = [];
  try {
    const reader = startClient(tools.pgRestore, ["--no-owner", "--no-privileges", "--file=-"], url, signal);
    const writer = startClient(
      tools.psql,
      ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"],
      url,
      signal,
    );
    clients.push(reader, writer);
    writer.stdout.resume();
    writer.stdin.write(`BEGIN;\n${replace === undefined ? "" : DROP_ALL}`);
    const played = Promise.all([
      pipeline(dump, reader.stdin, { signal }),
      pipeline(reader.stdout, fittingHead(major), writer.stdin, { signal, end: false }),
      reader.done,
    ]);
    // A program that fails says why; the pipes, and the reader of a writer that failed, only that nobody listens any more.
    await Promise.race([played, writer.done.then(() => played)]).catch(async (error: unknown) => {
      const ofWriter = await whyFailed(writer, ALIVE_MS);
      const isBroken = BROKEN_PIPES.has(codeOf(error) ?? "");
      throw ofWriter ?? (isBroken ? await whyFailed(reader, DYING_MS) : undefined) ?? error;
    });
    signal?.throwIfAborted();
    writer.stdin.end("COMMIT;\n");
    await writer.done;
  } finally {
    dump.destroy();
    await Promise.all(clients.map(({ kill }) => kill()));
  }
}

const BROKEN_PIPES = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);
/** A pipe breaks a moment before the program behind it has said why. It may be another program's pipe; then it says nothing. */
const [ALIVE_MS, DYING_MS] = [500, 10_000];

/** What a program says of its failure, if it does so in time. */
const whyFailed = ({ done }: ClientProcess, timeoutMs: number) =>
  Promise.race([
    done.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
    delay(timeoutMs, undefined, { ref: false }),
  ]);

/**
 * Restores a backup into a database, which is empty or may be emptied, and makes sure that it holds what was dumped.
 * @returns what it holds now
 * @throws UserFacingError with one sentence; then the database is as it was
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ manifest: Manifest; contents: Contents }> {
  const { url, key, replace, signal } = options;
  const backup = await checkBackup(options);
  const { manifest } = backup;
  refuseNewer(manifest);
  const target = await atOneMoment(url, async (client) => {
    const { rows } = await client.query<{ name: string; things: number }>(
      `SELECT current_database() AS name, things FROM (${LEFT_IN_DATABASE}) AS counted`,
    );
    return { ...(await serverVersion(client)), name: rows[0]?.name, isEmpty: rows[0]?.things === 0 };
  });
  if (replace !== undefined && replace !== target.name)
    throw new UserFacingError(`--replace names ${replace}, but the database is ${target.name}: nothing was changed.`);
  if (!target.isEmpty && replace === undefined) {
    throw new UserFacingError(
      `The database ${target.name} is not empty: restore into a new one, or say --replace ${target.name} to delete all that is in it.`,
    );
  }
  await playInto(options, backup, target.major).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new UserFacingError(`Nothing was restored, the database is as it was. ${messageOf(error)}`, { cause: error });
  });
  await runSql(url, "ANALYZE");
  const contents = await atOneMoment(url, (client) =>
    readContents(client, manifest.encrypted ? key : undefined, signal),
  );
  return { manifest, contents };
}

/**
 * What is not as it was in the dump's own moment.
 * @returns the tables and sequences, none where all is well
 */
export function lostBy(manifest: Manifest, contents: Contents): string[] {
  // Sequences count outside of transactions: the dump may have seen more than the manifest, and never less.
  const behind = Object.entries(manifest.sequences).filter(
    ([name, last]) => BigInt(contents.sequences[name] ?? -1) < BigInt(last),
  );
  return [...differingTables(manifest.tables, contents.tables), ...behind.map(([name]) => name)];
}

/** How much there is, in words. */
export const amount = (tables: Contents["tables"]) => `${Object.keys(tables).length} tables, ${allRows(tables)} rows`;

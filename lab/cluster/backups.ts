import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { asPostgres, HOST_ADDRESS, output, start } from "./machines";
import type { Node, Nodes } from "./nodes";
import { installedServer } from "./programs";

const RESTORE_MS = 120_000;
const PORT = 5999;

/** The tables that are compared before and after the restore. */
const TABLES = ["members", "member_facilities", "projects", "changes"];
const ROWS = TABLES.map((table) => `SELECT '${table}' AS table, t::text AS text FROM ${table} t`).join(" UNION ALL ");
type TableRow = { table: string; text: string };

export type BackupReport = {
  full: number;
  incremental: number;
  restore: number;
  rows: number;
  differences: string[];
  remainingRows: number;
};

/**
 * Describes each table that differs by its number of missing and of unexpected rows. The order of
 * the rows means nothing: PostgreSQL may read the tables in parallel (Parallel Append).
 */
export function differencesBetween(before: readonly TableRow[], after: readonly TableRow[]): string[] {
  const byTable = (rows: readonly TableRow[], table: string) => rows.filter((row) => row.table === table);
  const countOnlyIn = (rows: readonly TableRow[], others: readonly TableRow[]) => {
    const remaining = new Map<string, number>();
    for (const { text } of others) remaining.set(text, (remaining.get(text) ?? 0) + 1);
    return rows.filter(({ text }) => {
      const count = remaining.get(text) ?? 0;
      remaining.set(text, count - 1);
      return count <= 0;
    }).length;
  };
  return [...new Set([...before, ...after].map(({ table }) => table))].flatMap((table) => {
    const [old, restored] = [byTable(before, table), byTable(after, table)];
    const [missing, unexpected] = [countOnlyIn(old, restored), countOnlyIn(restored, old)];
    return missing + unexpected > 0 ? [`${table}: ${missing} rows missing, ${unexpected} unexpected`] : [];
  });
}

const seconds = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};

async function leaderOf(nodes: Nodes): Promise<Node> {
  const leader = await nodes.leader();
  if (!leader) throw new Error("There is no leader");
  return leader;
}

/** Initializes the backup repository, once. */
export const createStanza = async (nodes: Nodes): Promise<void> =>
  void (await (await leaderOf(nodes)).pgbackrest("stanza-create"));

/**
 * Makes a full and an incremental backup, deletes all rows of a table, restores the point in time
 * before the deletion to a separate server, and compares its rows with those before the deletion.
 * Nothing else may write meanwhile.
 */
export async function backUpAndRestore(nodes: Nodes, root: string): Promise<BackupReport> {
  const leader = await leaderOf(nodes);
  const full = await seconds(() => leader.pgbackrest("--type=full", "backup"));
  await nodes.query("UPDATE members SET vorname = 'Grace' WHERE nachname LIKE 'Last1x%'");
  const incremental = await seconds(() => leader.pgbackrest("--type=incr", "backup"));
  await nodes.query("UPDATE members SET vorname = 'Emmy' WHERE nachname LIKE 'Last2x%'");

  const before = await nodes.query<TableRow>(ROWS);
  const [moment] = await nodes.query<{ at: string }>("SELECT now()::text AS at");
  // An admin would enter the restore target with a precision of one second, so the commits before
  // and after it must be further apart than that.
  await pause(1_100);
  await nodes.query("DELETE FROM member_facilities");
  const remainingRows = (await nodes.query("SELECT FROM member_facilities")).length;
  // The restore reads the WAL from the archive; this command waits until the archive contains it up
  // to here.
  await leader.pgbackrest("check");

  const data = path.join(root, "restored");
  mkdirSync(data, { mode: 0o700 });
  await output(["chown", "postgres:postgres", data]);
  const restore = await seconds(async () => {
    await leader.pgbackrest(
      ...["--type=time", `--target=${moment?.at}`, "--target-action=promote", `--pg1-path=${data}`, "restore"],
    );
    await startRestored(data, path.join(root, "restored.log"));
  });
  const url = `postgresql://postgres:${nodes.password}@${HOST_ADDRESS}:${PORT}/cooperation`;
  const isUp = () =>
    runSql(url, "SELECT pg_is_in_recovery() AS replays").then(
      ({ rows }) => rows[0]?.replays === false,
      () => false,
    );
  if (!(await poll(isUp, RESTORE_MS))) throw new Error("The restored server does not respond");
  const after = (await runSql(url, ROWS)).rows as TableRow[];
  return {
    full,
    incremental,
    restore,
    rows: after.length,
    remainingRows,
    differences: differencesBetween(before, after),
  };
}

/**
 * Starts the restored server, ignoring the cluster's settings, which the backup contains as well.
 */
function startRestored(data: string, log: string): Promise<void> {
  const settings = [
    `listen_addresses=${HOST_ADDRESS}`,
    `unix_socket_directories=${data}`,
    "archive_mode=off",
    "synchronous_standby_names=",
    `hba_file=${data}/pg_hba.conf`,
    "primary_conninfo=",
    "primary_slot_name=",
  ];
  start(
    asPostgres([
      path.join(installedServer(), "postgres"),
      ...["-D", data, "-p", String(PORT)],
      ...settings.flatMap((setting) => ["-c", setting]),
    ]),
    log,
  );
  return Promise.resolve();
}

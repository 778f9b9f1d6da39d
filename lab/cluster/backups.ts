import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { asPostgres, HERE, output, start } from "./machines";
import type { Node, Nodes } from "./nodes";
import { installedServer } from "./programs";

const RESTORE_MS = 120_000;
const PORT = 5999;

/**
 * The tables that are compared before and after the restore, by a checksum over all rows of each.
 */
const TABLES = ["members", "member_facilities", "projects", "changes"];
const SUMS = TABLES.map(
  (table) =>
    `SELECT '${table}' AS name, count(*)::int AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${table} t`,
).join(" UNION ALL ");
type Sum = { name: string; rows: number; sum: string };

export type BackupReport = {
  full: number;
  incremental: number;
  restore: number;
  rows: number;
  isSame: boolean;
  gone: number;
};

const seconds = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
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
  await nodes.ask("UPDATE members SET vorname = 'Grace' WHERE nachname LIKE 'Last1x%'");
  const incremental = await seconds(() => leader.pgbackrest("--type=incr", "backup"));
  await nodes.ask("UPDATE members SET vorname = 'Emmy' WHERE nachname LIKE 'Last2x%'");

  const before = await nodes.ask<Sum>(SUMS);
  const [moment] = await nodes.ask<{ at: string }>("SELECT now()::text AS at");
  // An admin would enter the restore target with a precision of one second, so the commits before
  // and after it must be further apart than that.
  await pause(1_100);
  await nodes.ask("DELETE FROM member_facilities");
  const [{ rows: gone } = { rows: -1 }] = await nodes.ask<Sum>(SUMS.split(" UNION ALL ")[1] ?? "");
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
  const url = `postgresql://postgres:${nodes.password}@${HERE}:${PORT}/cooperation`;
  const isUp = () =>
    runSql(url, "SELECT pg_is_in_recovery() AS replays").then(
      ({ rows }) => rows[0]?.replays === false,
      () => false,
    );
  if (!(await poll(isUp, RESTORE_MS))) throw new Error("The restored server does not respond");
  const after = (await runSql(url, SUMS)).rows as Sum[];
  const rows = after.reduce((sum, table) => sum + table.rows, 0);
  return { full, incremental, restore, rows, gone, isSame: JSON.stringify(after) === JSON.stringify(before) };
}

/**
 * Starts the restored server, ignoring the cluster's settings, which the backup contains as well.
 */
function startRestored(data: string, log: string): Promise<void> {
  const settings = [
    `listen_addresses=${HERE}`,
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

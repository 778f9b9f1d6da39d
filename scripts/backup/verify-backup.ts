import { randomBytes } from "node:crypto";
import { runSql } from "../postgres/postgres-cluster";
import { codeOf, UserFacingError } from "../process/user-facing-error";
import { differingTables, atOneMoment, readContents } from "./database-contents";
import { amount, lostBy, restoreBackup, type RestoreOptions } from "./restore-backup";

const INSUFFICIENT_PRIVILEGE = "42501";

/** What a trial has shown. */
export type Verification = {
  /** The tables and sequences that are not as they were in the moment of the dump. */
  lost: string[];
  /** The tables in which the live database has gone on since. */
  changedSince: string[];
  report: string;
};

/** The address of another database of the same server. */
function beside(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Restores a backup into a database of its own on the same server, compares it with the moment of the dump and with what
 * the live database holds now, and drops it again, whatever happens.
 */
export async function verifyBackup(options: Omit<RestoreOptions, "replace">): Promise<Verification> {
  const { url, file, key, signal } = options;
  const name = `cooperation_verify_${randomBytes(6).toString("hex")}`;
  const drop = () => runSql(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  try {
    await runSql(url, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`).catch((error: unknown) => {
      if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new UserFacingError(
        "A backup is tried out in a database of its own, and the role of the address may not create one: " +
          "ALTER ROLE … CREATEDB lets it, as docs/operations.md says.",
      );
    });
    signal?.throwIfAborted();
    const { manifest, contents } = await restoreBackup({ ...options, url: beside(url, name) });
    const live = await atOneMoment(url, (client) => readContents(client, manifest.encrypted ? key : undefined, signal));
    const lost = lostBy(manifest, contents);
    const changedSince = differingTables(contents.tables, live.tables);
    const width = Math.max(...Object.keys(manifest.tables).map((table) => table.length));
    const lines = Object.entries(manifest.tables).map(([table, { rows }]) => {
      const state = lost.includes(table)
        ? `LOST: ${contents.tables[table]?.rows ?? "no"} rows restored, or other ones`
        : changedSince.includes(table)
          ? `as dumped; the live one has changed since (${live.tables[table]?.rows ?? "no"} rows now)`
          : "as dumped, and as the live one is now";
      return `  ${table.padEnd(width)} ${String(rows).padStart(9)}  ${state}`;
    });
    const verdict =
      lost.length === 0
        ? `${file} is good: ${amount(contents.tables)}, each row as it was on ${manifest.made_at}.`
        : `${file} is NOT good: ${lost.join(", ")}.`;
    return { lost, changedSince, report: [...lines, verdict].join("\n") };
  } finally {
    await drop();
  }
}

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { messageOf } from "@/scripts/process/user-facing-error";
import { runSql } from "./postgres-cluster";

/** Number of lines of a server's log that an error contains. */
const LOG_LINES = 30;

/** Returns the URL of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Returns a database name that no other run uses. */
export function uniqueName(purpose: string): string {
  return `cooperation_${purpose}_${randomBytes(6).toString("hex")}`;
}

/**
 * Creates a database for a test file or a browser, copied from a template. Copying its files takes less
 * than half of the time that the default takes, which logs each of their pages.
 */
export async function createDatabase(serverUrl: string, template: string): Promise<{ name: string; url: string }> {
  const name = `${template}_${randomBytes(4).toString("hex")}`;
  await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return { name, url: databaseUrl(serverUrl, name) };
}

/** Returns the end of the log of a server that `startCluster` started. */
async function endOfLog(serverUrl: string): Promise<string> {
  const { rows } = await runSql(serverUrl, "SHOW data_directory");
  const file = path.join(rows[0].data_directory, "../postgres.log");
  return readFileSync(file, "utf8").split("\n").slice(-LOG_LINES).join("\n");
}

/**
 * Drops a database and terminates its connections.
 * @throws Error with the end of the server's log, which alone says why a checkpoint failed
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(async (cause: unknown) => {
    const log = await endOfLog(serverUrl).catch(messageOf);
    throw new Error(`${name} was not dropped: ${messageOf(cause)}\n${log}`, { cause });
  });
}

/** Drops a template database, and copies of it that killed processes have left behind. */
export async function dropTemplate(serverUrl: string, template: string): Promise<void> {
  const { rows } = await runSql(serverUrl, `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`);
  for (const { datname } of rows as { datname: string }[]) await dropDatabase(serverUrl, datname);
}

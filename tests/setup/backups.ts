import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LEFT_IN_DATABASE } from "@/scripts/backup/database-contents";
import { type Backup, type Manifest, manifestFile } from "@/scripts/backup/backup-files";
import { runSql } from "@/scripts/postgres-cluster";
import { prepareNamedDatabase } from "@/scripts/prepare-database";
import { startBackupServer } from "./backup-server";
import { databaseUrl, dropDatabase, uniqueName } from "./databases";

/** An installation with its two roles, of which the owner may make databases for trials; and a folder for backups. */
export async function startInstallation(testServer: string) {
  const server = await startBackupServer(testServer);
  const [name, owner, app] = [uniqueName("live"), uniqueName("owner"), uniqueName("app")];
  const password = randomBytes(12).toString("hex");
  const made = [name];
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-backups-"));
  const as = (role: string, database: string) => {
    const url = new URL(databaseUrl(server.url, database));
    Object.assign(url, { username: role, password });
    return url.href;
  };
  const create = async (database: string) => {
    await runSql(server.url, `CREATE DATABASE ${database} OWNER ${owner} ENCODING 'UTF8' TEMPLATE template0`);
    return database;
  };
  for (const role of [owner, app]) await runSql(server.url, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  await runSql(server.url, `ALTER ROLE ${owner} CREATEDB`);
  await create(name);
  await prepareNamedDatabase({ databaseUrl: as(app, name), migrationUrl: as(owner, name) });
  return {
    name,
    folder,
    serverUrl: server.url,
    asOwner: (database = name) => as(owner, database),
    asApp: () => as(app, name),
    /** Makes an empty database. @returns its name */
    emptyDatabase: async () => {
      const database = uniqueName("target");
      made.push(database);
      return create(database);
    },
    /** Puts the live database aside, whole, and an empty one in its place. @returns the name of the old one */
    putAside: async () => {
      const aside = uniqueName("aside");
      made.push(aside);
      await runSql(server.url, `ALTER DATABASE ${name} RENAME TO ${aside}`);
      await create(name);
      return aside;
    },
    stop: async () => {
      try {
        for (const database of made) await dropDatabase(server.url, database);
        for (const role of [app, owner]) await runSql(server.url, `DROP ROLE ${role}`);
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true });
      }
    },
  };
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** Whether nobody has made anything in a database. */
export async function isEmpty(url: string): Promise<boolean> {
  const { rows } = await runSql(url, LEFT_IN_DATABASE);
  return (rows[0] as { things: number }).things === 0;
}

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A copy of a backup beside it, with other bytes or another manifest. @returns its file */
export function altered(
  backup: Backup,
  stamp: string,
  change: { bytes?: (bytes: Buffer) => Buffer; manifest?: (bytes: Buffer) => Partial<Manifest> },
): string {
  const file = path.join(path.dirname(backup.file), `cooperation-${stamp}.dump`);
  copyFileSync(backup.file, file);
  const bytes = change.bytes?.(readFileSync(file)) ?? readFileSync(file);
  writeFileSync(file, bytes);
  const manifest = { ...backup.manifest, file: path.basename(file), ...change.manifest?.(bytes) };
  writeFileSync(manifestFile(file), JSON.stringify(manifest));
  return file;
}

/** The same bytes but for one. */
export function oneByteChanged(bytes: Buffer, at = Math.floor(bytes.length / 2)): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

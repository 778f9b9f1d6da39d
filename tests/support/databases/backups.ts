import { createCipheriv, createHash, createHmac, randomBytes, scryptSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LEFT_IN_DATABASE } from "@/scripts/backup/database-contents";
import { authenticated, type Backup, type Manifest, manifestFile } from "@/scripts/backup/backup-files";
import { openSealedFile } from "@/scripts/backup/sealed-file";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { prepareNamedDatabase } from "@/scripts/postgres/prepare-database";
import { startBackupServer } from "./backup-server";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";

/**
 * Creates an installation: a database with its two roles, of which the owner may create databases,
 * and a folder for backups.
 */
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
    /** Creates an empty database. @returns its name */
    emptyDatabase: async () => {
      const database = uniqueName("target");
      made.push(database);
      return create(database);
    },
    /**
     * Renames the live database and creates an empty one with its name. @returns the new name of
     * the old database
     */
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

/** Returns whether a database contains no user-created objects. */
export async function isEmpty(url: string): Promise<boolean> {
  const { rows } = await runSql(url, LEFT_IN_DATABASE);
  return (rows[0] as { things: number }).things === 0;
}

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type Alteration = { bytes?: (bytes: Buffer) => Buffer; manifest?: (bytes: Buffer) => Partial<Manifest> };

/**
 * Copies a backup under another name, with altered bytes or an altered manifest.
 * @param key the key that authenticates the altered manifest. Without it the copy is like one that
 * an attacker could make
 * @returns the path of the copy
 */
export async function altered(backup: Backup, stamp: string, change: Alteration, key?: string): Promise<string> {
  const file = path.join(path.dirname(backup.file), `cooperation-${stamp}.dump`);
  const original = readFileSync(backup.file);
  const bytes = change.bytes?.(original) ?? original;
  writeFileSync(file, bytes);
  const manifest = { ...backup.manifest, file: path.basename(file), ...change.manifest?.(bytes) };
  const signManifest = key === undefined ? undefined : (await openSealedFile(file, key)).signManifest;
  writeFileSync(manifestFile(file), JSON.stringify(signManifest ? authenticated(manifest, signManifest) : manifest));
  return file;
}

/** Encrypts a dump in version 1 of the backup format, which does not authenticate manifests. */
export function sealedByVersion1(dump: Buffer, key: string): Buffer {
  const salt = randomBytes(16);
  const derived = scryptSync(key, salt, 64, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
  const check = createHmac("sha256", derived.subarray(32)).update("key check").digest().subarray(0, 16);
  const header = Buffer.concat([Buffer.from("COOPBAK1"), salt, check]);
  const cipher = createCipheriv("aes-256-gcm", derived.subarray(0, 32), Buffer.alloc(12)).setAAD(header);
  return Buffer.concat([header, cipher.update(dump), cipher.final(), cipher.getAuthTag()]);
}

/** Flips one bit of the byte at `at`, in place. */
export function oneByteChanged(bytes: Buffer, at = Math.floor(bytes.length / 2)): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

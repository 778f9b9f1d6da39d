import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Decrypter, Encrypter } from "age-encryption";
import type { Manifest } from "@/scripts/backup/manifest";
import { IS_EMPTY } from "@/scripts/backup/database-contents";
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
  const databases = [name];
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-backups-"));
  const urlAs = (role: string, database: string) => {
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
  await prepareNamedDatabase({ databaseUrl: urlAs(app, name), migrationUrl: urlAs(owner, name) });
  return {
    name,
    folder,
    serverUrl: server.url,
    ownerUrl: (database = name) => urlAs(owner, database),
    appUrl: () => urlAs(app, name),
    /** Creates an empty database. @returns its name */
    createEmptyDatabase: async () => {
      const database = uniqueName("target");
      databases.push(database);
      return create(database);
    },
    /**
     * Renames the live database and creates an empty one with its name. @returns the new name of
     * the old database
     */
    replaceWithEmptyDatabase: async () => {
      const renamed = uniqueName("aside");
      databases.push(renamed);
      await runSql(server.url, `ALTER DATABASE ${name} RENAME TO ${renamed}`);
      await create(name);
      return renamed;
    },
    stop: async () => {
      try {
        for (const database of databases) await dropDatabase(server.url, database);
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
  const { rows } = await runSql(url, IS_EMPTY);
  return (rows[0] as { empty: boolean }).empty;
}

/** Flips one bit of the byte at `at`, in place. */
export function flipOneBit(bytes: Buffer, at = Math.floor(bytes.length / 2)): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

/** Decrypts a file with the library alone, as any other program of the age format would. */
export async function decryptFile(file: string, passphrase: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return Buffer.from(await decrypter.decrypt(readFileSync(file)));
}

/** Encrypts bytes with a passphrase, or for recipients, into a file. */
export async function encryptToFile(
  file: string,
  bytes: Uint8Array,
  key: string | Parameters<Encrypter["addRecipient"]>[0][],
) {
  const encrypter = new Encrypter();
  if (typeof key === "string") {
    encrypter.setPassphrase(key);
    // Low, to be fast.
    encrypter.setScryptWorkFactor(10);
  } else for (const recipient of key) encrypter.addRecipient(recipient);
  writeFileSync(file, await encrypter.encrypt(bytes));
}

/** Splits the content of a backup at its last line. */
export function splitContent(content: Buffer): { dump: Buffer; manifest: Manifest } {
  const start = content.lastIndexOf("\n", content.length - 2);
  return { dump: content.subarray(0, start), manifest: JSON.parse(content.subarray(start).toString()) as Manifest };
}

/** Joins a dump and a manifest to the content of a backup. */
export const contentOf = (dump: Uint8Array, manifest: object) =>
  Buffer.concat([dump, Buffer.from(`\n${JSON.stringify(manifest)}\n`)]);

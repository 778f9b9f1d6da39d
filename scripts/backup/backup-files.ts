import { createHash, timingSafeEqual } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { DUMP_NAME } from "@/lib/server/server/backup-age";
import { UserFacingError } from "../process/user-facing-error";
import { isSealed, openSealedFile, type SignManifest } from "./sealed-file";

const tableContents = z.object({ rows: z.number(), digest: z.string() });
const manifestSchema = z.object({
  format: z.literal([1, 2]),
  file: z.string(),
  made_at: z.string(),
  app_version: z.string(),
  database: z.string(),
  postgres_version: z.string(),
  pg_dump_major: z.number(),
  migrations: z.array(z.string()),
  encrypted: z.boolean(),
  size: z.number(),
  sha256: z.string(),
  tables: z.record(z.string(), tableContents),
  sequences: z.record(z.string(), z.string()),
  /** Authenticates all of the above by a key of the dump; since format 2, and not without a key. */
  mac: z.string().optional(),
});

/** What stands beside a backup: what it holds, and how to know that it is whole. */
export type Manifest = z.infer<typeof manifestSchema>;
/** A backup that was finished: its file, and what its manifest says. */
export type Backup = { file: string; manifest: Manifest };

const UNFINISHED_NAME = /^cooperation-\d{8}T\d{6}Z\.(dump|json)\.part$/;
/** No dump takes that long; what is older was left by one that was killed. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/** A backup's name by when it is made. */
export const dumpName = (now: Date) => `cooperation-${now.toISOString().replace(/[-:]|\.\d+/g, "")}.dump`;
/** The file of a backup's manifest. */
export const manifestFile = (dump: string) => dump.replace(/\.dump$/, "") + ".json";

/**
 * Reads the manifest beside a backup.
 * @throws UserFacingError where there is none that can be used
 */
export function readManifest(dump: string): Manifest {
  const file = manifestFile(dump);
  if (!existsSync(dump)) throw new UserFacingError(`There is no backup ${dump}.`);
  if (!existsSync(file))
    throw new UserFacingError(
      `${dump} has no manifest ${path.basename(file)} beside it, which says whether it is whole.`,
    );
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new UserFacingError(`The manifest ${file} is damaged, or of a version that this one does not know.`);
  }
}

/** The text that a manifest's MAC covers: everything but the MAC, in the schema's order. */
const authenticatedText = (manifest: Manifest) => JSON.stringify(manifestSchema.omit({ mac: true }).parse(manifest));

/** Returns the manifest with its MAC. */
export const authenticated = (manifest: Manifest, signManifest: SignManifest): Manifest => ({
  ...manifest,
  mac: signManifest(authenticatedText(manifest)),
});

function isAuthentic(manifest: Manifest, signManifest: SignManifest): boolean {
  const expected = Buffer.from(signManifest(authenticatedText(manifest)));
  const given = Buffer.from(manifest.mac ?? "");
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The finished backups of a folder, oldest first: both files, and the dump as long as it was written. */
export function finishedBackups(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => DUMP_NAME.test(name));
  return names.sort().flatMap((name) => {
    const file = path.join(folder, name);
    try {
      const manifest = readManifest(file);
      return statSync(file).size === manifest.size && manifest.file === name ? [{ file, manifest }] : [];
    } catch (error) {
      if (error instanceof UserFacingError) return [];
      throw error;
    }
  });
}

/**
 * Deletes what is more than `keep` backups of one database, and what killed ones have left. Only finished backups count and
 * go; whatever else lies in the folder stays.
 * @param latest the one that was just made: it stays, also where the clock was set back and its name sorts before others
 * @returns the files of the backups that went
 */
export function deleteOldBackups(folder: string, keep: number, latest: Backup): string[] {
  for (const name of readdirSync(folder).filter((one) => UNFINISHED_NAME.test(one))) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > UNFINISHED_MS) rmSync(file, { force: true });
  }
  if (keep === 0) return [];
  const others = finishedBackups(folder).filter(
    ({ file, manifest }) => file !== latest.file && manifest.database === latest.manifest.database,
  );
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const { file } of old) {
    // The dump first: without it the manifest is no backup, and the other way round neither.
    rmSync(file, { force: true });
    rmSync(manifestFile(file), { force: true });
  }
  return old.map(({ file }) => file);
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** A backup that was checked: its manifest, and its dump, decrypted where it is encrypted. */
export type CheckedBackup = { manifest: Manifest; dump: () => Readable };

export type CheckOptions = {
  file: string;
  /** BACKUP_KEY; with it, only backups that were made with it are accepted. */
  key: string | undefined;
  /** Accepts an unencrypted backup although there is a key. */
  acceptsUnencrypted?: boolean;
  signal?: AbortSignal;
};

/**
 * Checks a backup before it is used: length, checksum, encryption, and the manifest's authentication.
 * @throws UserFacingError with one sentence
 */
export async function checkBackup({ file, key, acceptsUnencrypted, signal }: CheckOptions): Promise<CheckedBackup> {
  const manifest = readManifest(file);
  const { size } = statSync(file);
  if (size < manifest.size)
    throw new UserFacingError(`${file} is cut short: ${size} bytes of the ${manifest.size} that were written.`);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Buffer);
  if (hash.digest("hex") !== manifest.sha256)
    throw new UserFacingError(`${file} was changed since it was made: its SHA-256 is not the one of its manifest.`);
  const isEncrypted = await isSealed(file);
  if (isEncrypted !== manifest.encrypted)
    throw new UserFacingError(
      `${file} is ${isEncrypted ? "" : "not "}encrypted, although its manifest says otherwise: one of the two was changed.`,
    );
  if (!isEncrypted) {
    if (key !== undefined && !acceptsUnencrypted)
      throw new UserFacingError(
        `${file} is not encrypted, although BACKUP_KEY is set: a forger may have put it there. ` +
          "If you know who made it, say --unencrypted.",
      );
    return { manifest, dump: () => createReadStream(file) };
  }
  if (key === undefined)
    throw new UserFacingError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  const { dump, signManifest, authenticatesManifest } = await openSealedFile(file, key);
  if (authenticatesManifest) {
    if (!isAuthentic(manifest, signManifest))
      throw new UserFacingError(
        `The manifest ${manifestFile(file)} was changed, or belongs to another backup: BACKUP_KEY does not authenticate it.`,
      );
    // An older backup under a newer one's name would bring back an older state unnoticed.
    if (manifest.file !== path.basename(file))
      throw new UserFacingError(`${file} is a copy of ${manifest.file} under another name: give both files that name.`);
  }
  await pipeline(dump(), nowhere(), { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new UserFacingError(`${file} was changed after it was encrypted.`, { cause: error });
  });
  return { manifest, dump };
}

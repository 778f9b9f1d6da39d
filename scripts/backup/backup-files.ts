import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { DUMP_NAME } from "../../lib/server/backup-age";
import { UserFacingError } from "../user-facing-error";
import { dumpIn } from "./sealed-file";

const tableContents = z.object({ rows: z.number(), digest: z.string() });
const manifestSchema = z.object({
  format: z.literal(1),
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

/**
 * Makes sure that a backup is whole, before anything is done with it: its length, its checksum, its encryption.
 * @returns its manifest
 * @throws UserFacingError with one sentence
 */
export async function checkBackup(file: string, key: string | undefined, signal?: AbortSignal): Promise<Manifest> {
  const manifest = readManifest(file);
  const { size } = statSync(file);
  if (size < manifest.size)
    throw new UserFacingError(`${file} is cut short: ${size} bytes of the ${manifest.size} that were written.`);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Buffer);
  if (hash.digest("hex") !== manifest.sha256)
    throw new UserFacingError(`${file} was changed since it was made: its SHA-256 is not the one of its manifest.`);
  if (!manifest.encrypted) return manifest;
  const dump = await dumpIn(file, key);
  await pipeline(dump, nowhere(), { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new UserFacingError(`${file} was changed after it was encrypted.`, { cause: error });
  });
  return manifest;
}

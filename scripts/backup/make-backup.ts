import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { ROOT } from "../root";
import { UserFacingError } from "../process/user-facing-error";
import { authenticated, type Backup, dumpName, type Manifest, manifestFile } from "./backup-files";
import { startClient } from "./client-process";
import { findClientPrograms } from "./client-programs";
import { atOneMoment, readContents } from "./database-contents";
import { sealing } from "./sealed-file";

export type BackupOptions = {
  /** The database as its owner. */
  url: string;
  folder: string;
  key: string | undefined;
  /** The folder of the client programs, where somebody named one. */
  programs: string | undefined;
  now?: Date;
  signal?: AbortSignal;
};

const OWN_FILES_ONLY = 0o600;
const LOCK_TIMEOUT_MS = "60s";
const MIGRATIONS = `SELECT migration_name AS name FROM public._prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`;

/** The version of a server, as a number and as it calls itself. */
export async function serverVersion(client: pg.Client): Promise<{ major: number; version: string }> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version",
  );
  return { major: Math.floor(Number(rows[0]?.number) / 10_000), version: rows[0]?.version ?? "" };
}

async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS there",
  );
  if (!rows[0]?.there) throw new UserFacingError("The database has no tables yet: there is nothing to back up.");
  return (await client.query<{ name: string }>(MIGRATIONS)).rows.map(({ name }) => name);
}

const appVersion = () =>
  (JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string }).version;

/** Sees all that flows through it: its length and its SHA-256. */
function measuring() {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest("hex") }) };
}

/** Makes sure that a file is on the disk, and not only on its way there. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync().finally(() => handle.close());
}

/**
 * Dumps a database into a file of its own, with a manifest of the same moment beside it. Neither has its name before both
 * are whole and on the disk, and nothing stays of one that failed.
 * @throws UserFacingError with one sentence where it cannot be done
 */
export async function makeBackup({
  url,
  folder,
  key,
  programs,
  now = new Date(),
  signal,
}: BackupOptions): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, dumpName(now));
  const [dumpPart, manifestPart] = [`${file}.part`, `${manifestFile(file)}.part`];
  const mine: string[] = [];
  try {
    const manifest = await atOneMoment(url, async (client): Promise<Manifest> => {
      const { major, version } = await serverVersion(client);
      const tools = findClientPrograms(major, programs);
      const migrations = await migrationsIn(client);
      const { rows } = await client.query<{ snapshot: string; database: string }>(
        "SELECT pg_export_snapshot() AS snapshot, current_database() AS database",
      );
      const [{ snapshot, database } = { snapshot: "", database: "" }] = rows;
      const output = createWriteStream(dumpPart, { flags: "wx", mode: OWN_FILES_ONLY });
      output.once("open", () => mine.push(dumpPart));
      const dump = startClient(
        tools.pgDump,
        [
          ...["--format=custom", "--no-owner", "--no-privileges"],
          ...[`--snapshot=${snapshot}`, `--lock-wait-timeout=${LOCK_TIMEOUT_MS}`],
        ],
        url,
        signal,
      );
      const measured = measuring();
      const seal = key === undefined ? undefined : await sealing(key);
      const written = pipeline(dump.stdout, seal?.stream ?? new PassThrough(), measured.stream, output, { signal });
      const [contents] = await Promise.all([readContents(client, key, signal), written, dump.done]).catch(
        async (error: unknown) => {
          await dump.kill();
          await written.catch(() => undefined);
          signal?.throwIfAborted();
          throw error;
        },
      );
      const made: Manifest = {
        format: 2,
        file: path.basename(file),
        made_at: now.toISOString(),
        app_version: appVersion(),
        database,
        postgres_version: version,
        pg_dump_major: tools.major,
        migrations,
        encrypted: key !== undefined,
        ...measured.result(),
        ...contents,
      };
      return seal === undefined ? made : authenticated(made, seal.signManifest);
    });
    await writeFile(manifestPart, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx", mode: OWN_FILES_ONLY });
    mine.push(manifestPart);
    await sync(dumpPart);
    await sync(manifestPart);
    signal?.throwIfAborted();
    // The dump last: where there is one by its own name, all of it is there.
    await rename(manifestPart, manifestFile(file));
    await rename(dumpPart, file);
    return { file, manifest };
  } catch (error) {
    for (const part of mine) await rm(part, { force: true });
    throw error;
  }
}

import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { GAZETTEER_TABLES } from "../gazetteer/fill-gazetteer";
import { codeOf, UserFacingError } from "../process/user-facing-error";
import { ROOT } from "../root";
import { seal } from "./backup-file";
import type { BackupSettings } from "./backup-settings";
import { findClientPrograms, startClient } from "./client-programs";
import { inSnapshot, readContents } from "./database-contents";
import type { Bytes, Manifest } from "./manifest";
import { backupName } from "./retention";

const SOURCE = `SELECT current_setting('server_version_num')::int / 10000 AS major, current_database() AS database,
  current_setting('server_version') AS version, pg_export_snapshot() AS snapshot, ARRAY(
    SELECT migration_name::text FROM public._prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1) AS migrations`;
const OPTIONS = ["--format=custom", "--no-owner", "--no-privileges", "--lock-wait-timeout=60s"].concat(
  GAZETTEER_TABLES.map((table) => `--exclude-table-data=${table}`),
);
const UNDEFINED_TABLE = "42P01";

type Source = { major: number; database: string; version: string; snapshot: string; migrations: string[] };

const appVersion = () =>
  (JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string }).version;

/** The settings, and the URL of the database as its owner. */
type BackupOptions = Omit<BackupSettings, "keep"> & { url: string; signal?: AbortSignal };

/**
 * Dumps a database into a new file, which gets its name only when it is complete and on the disk. Nothing is left of a
 * failed backup.
 * @throws UserFacingError with one sentence
 */
export function makeBackup({ url, folder, key, programs, signal }: BackupOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const startedAt = new Date();
  return inSnapshot(url, async (client) => {
    const { rows } = await client.query<Source>(SOURCE).catch((error: unknown) => {
      if (codeOf(error) !== UNDEFINED_TABLE) throw error;
      throw new UserFacingError("The database has no tables yet: there is nothing to back up.");
    });
    const { major, database, version, snapshot, migrations } = rows[0] as Source;
    const tools = findClientPrograms(major, programs);
    const file = path.join(folder, backupName(database, startedAt, key !== undefined));
    const args = [...OPTIONS, `--snapshot=${snapshot}`];
    let manifest = {} as Manifest;
    async function* content(): Bytes {
      // Started only when its output is read: Node.js discards unread output of a process that has exited.
      const dump = startClient(tools, "pg_dump", { args, url, signal });
      const reading = Promise.all([readContents(client, signal), dump.end]).finally(dump.kill);
      reading.catch(() => undefined);
      const hash = createHash("sha256");
      for await (const chunk of dump.stdout) {
        hash.update(chunk);
        yield chunk;
      }
      const [contents] = await reading;
      manifest = {
        file: path.basename(file),
        made_at: startedAt.toISOString(),
        app_version: appVersion(),
        database,
        postgres_version: version,
        pg_dump_major: tools.major,
        migrations,
        sha256: hash.digest("hex"),
        ...contents,
      };
      yield Buffer.from(`\n${JSON.stringify({ format: 4, ...manifest })}\n`);
    }
    const part = `${file}.part`;
    const output = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    try {
      await pipeline(await seal(content(), key), output, { signal });
      await rename(part, file);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") await rm(part, { force: true });
      const isOfFile = error instanceof Error && ("path" in error || ("syscall" in error && error.syscall === "write"));
      if (!isOfFile) throw error;
      throw new UserFacingError(`${part} could not be written: ${error.message}`, { cause: error });
    }
    return { file, database, manifest };
  });
}

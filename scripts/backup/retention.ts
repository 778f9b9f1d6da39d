import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { BACKUP_NAME } from "@/lib/features/operations/server/backup-age";

/** No dump takes this long: an older unfinished file was left by a process that was killed. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/** Names a backup by its database and by the second in which it was begun, in UTC. */
export function backupName(database: string, startedAt: Date, isEncrypted: boolean): string {
  const timestamp = startedAt.toISOString().replace(/[-:]|\.\d+/g, "");
  return `${encodeURIComponent(database)}-${timestamp}.dump${isEncrypted ? ".age" : ""}`;
}

/** Lists the finished backups of a folder by their start, oldest first; any other file is ignored. */
export function finishedBackups(folder: string): { file: string; database: string }[] {
  const decoded = (name: string) => {
    try {
      return decodeURIComponent(name);
    } catch {
      return undefined;
    }
  };
  const backups = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [, encoded = "%", ...start] = BACKUP_NAME.exec(name) ?? [];
    const database = decoded(encoded);
    return database === undefined ? [] : [{ file: path.join(folder, name), database, start: start.join("") }];
  });
  return backups
    .sort((one, other) => one.start.localeCompare(other.start))
    .map(({ file, database }) => ({ file, database }));
}

/**
 * Deletes all but the newest `keep` backups of a database, and unfinished ones that are a day old. 0 retains all.
 * @param latest the backup just made: it stays, even if the clock was set back and others have later names
 * @returns the files of the deleted backups
 */
export function deleteOldBackups(folder: string, keep: number, latest: { file: string; database: string }): string[] {
  for (const name of readdirSync(folder).filter((one) => /-\d{8}T\d{6}Z\.dump(\.age)?\.part$/.test(one))) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > UNFINISHED_MS) rmSync(file, { force: true });
  }
  const others = finishedBackups(folder).filter(
    ({ file, database }) => file !== latest.file && database === latest.database,
  );
  const old = keep === 0 ? [] : others.slice(0, Math.max(0, others.length - (keep - 1))).map(({ file }) => file);
  for (const file of old) rmSync(file, { force: true });
  return old;
}

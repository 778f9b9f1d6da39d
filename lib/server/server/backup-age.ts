import { readdirSync } from "node:fs";

/** A finished backup's name, which says when it was begun; unfinished ones have another. */
export const DUMP_NAME = /^cooperation-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.dump$/;

const HOUR_MS = 60 * 60 * 1000;

/** When the last backup of a folder was begun; undefined where there is none. */
export function lastBackupAt(folder: string): Date | undefined {
  const names = namesIn(folder).filter((name) => DUMP_NAME.test(name));
  const stamp = names.sort().at(-1)?.replace(DUMP_NAME, "$1-$2-$3T$4:$5:$6Z");
  return stamp === undefined ? undefined : new Date(stamp);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that is not there, or not for us, holds no backup that we could rely on.
    return [];
  }
}

/**
 * Says that backups are missing, where they are.
 * @returns a sentence, or nothing where the last one is young enough
 */
export function missingBackup(folder: string, maxHours: number, now = new Date()): string | undefined {
  const last = lastBackupAt(folder);
  if (last === undefined) return `There is no backup in ${folder}: run npm run backup every night.`;
  const hours = Math.floor((now.getTime() - last.getTime()) / HOUR_MS);
  if (hours < maxHours) return undefined;
  return `The last backup in ${folder} is ${hours} hours old, and BACKUP_MAX_AGE_HOURS is ${maxHours}: see why there is no newer one.`;
}

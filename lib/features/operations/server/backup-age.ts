import { readdirSync } from "node:fs";
import { env } from "@/lib/base/config/env";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Logs now and daily when the newest backup is missing or older than BACKUP_MAX_AGE_HOURS. */
export function watchBackups(): void {
  const { BACKUP_DIR, BACKUP_MAX_AGE_HOURS } = env();
  if (BACKUP_MAX_AGE_HOURS === undefined) return;
  const warn = () => {
    const missing = missingBackup(BACKUP_DIR, BACKUP_MAX_AGE_HOURS);
    if (missing) console.error(missing);
  };
  warn();
  setInterval(warn, DAY_MS).unref();
}

/**
 * File name of a finished backup: its database and its start time in UTC. Unfinished backups do not
 * match.
 */
export const BACKUP_NAME = /^(.+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.dump(?:\.age)?$/;

const HOUR_MS = 60 * 60 * 1000;

/** Returns the start time of the newest finished backup in a folder, or undefined without one. */
export function lastBackupAt(folder: string): Date | undefined {
  const names = namesIn(folder).filter((name) => BACKUP_NAME.test(name));
  const starts = names.map((name) => name.replace(BACKUP_NAME, "$2-$3-$4T$5:$6:$7Z")).sort();
  return starts.length === 0 ? undefined : new Date(starts.at(-1) ?? "");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A missing or unreadable folder is treated as empty.
    return [];
  }
}

/**
 * Checks the age of the newest backup.
 * @returns a warning, or undefined when the backup is recent enough
 */
export function missingBackup(folder: string, maxHours: number, now = new Date()): string | undefined {
  const last = lastBackupAt(folder);
  if (last === undefined) return `There is no backup in ${folder}: run npm run backup every night.`;
  const hours = Math.floor((now.getTime() - last.getTime()) / HOUR_MS);
  if (hours < maxHours) return undefined;
  return `The last backup in ${folder} is ${hours} hours old, and BACKUP_MAX_AGE_HOURS is ${maxHours}: see why there is no newer one.`;
}

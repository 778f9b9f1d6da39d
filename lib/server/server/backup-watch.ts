import { missingBackup } from "./backup-age";
import { env } from "../config/env";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Logs now and daily when the newest backup is missing or older than BACKUP_MAX_AGE_HOURS. */
export function watchBackups(): void {
  const { BACKUP_DIR, BACKUP_MAX_AGE_HOURS } = env();
  if (BACKUP_MAX_AGE_HOURS === undefined) return;
  const tell = () => {
    const missing = missingBackup(BACKUP_DIR, BACKUP_MAX_AGE_HOURS);
    if (missing) console.error(missing);
  };
  tell();
  setInterval(tell, DAY_MS).unref();
}

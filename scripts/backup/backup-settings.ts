import path from "node:path";
import { z } from "zod";
import { BACKUP_FOLDER } from "@/lib/base/config/env";
import { UserFacingError } from "../process/user-facing-error";
import { ROOT } from "../root";

const schema = z.object({
  BACKUP_DIR: z.string().default(BACKUP_FOLDER),
  BACKUP_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  BACKUP_KEEP: z.coerce.number("must be a number").int("must be whole").min(0, "must not be negative").default(14),
  PG_BIN: z.string().optional(),
});

/**
 * Reads the settings of backups, which the app itself does not use; an empty variable counts as unset.
 * @returns the absolute folder of backups, their passphrase, the number to retain, and the folder of client programs
 * @throws UserFacingError with one sentence when a setting is invalid
 */
export function readBackupSettings(variables: Record<string, string | undefined>) {
  const configured = Object.entries(variables).filter(([, value]) => value !== "");
  const { data, error } = schema.safeParse(Object.fromEntries(configured));
  if (error) throw new UserFacingError(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}.`);
  const { BACKUP_DIR, BACKUP_KEY: key, BACKUP_KEEP: keep, PG_BIN: programs } = data;
  return { folder: path.resolve(ROOT, BACKUP_DIR), key, keep, programs };
}

export type BackupSettings = ReturnType<typeof readBackupSettings>;

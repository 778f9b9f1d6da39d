import path from "node:path";
import { z } from "zod";
import { BACKUP_FOLDER } from "@/lib/server/config/env";
import { ROOT } from "../root";
import { UserFacingError } from "../process/user-facing-error";

const KEY_MIN_LENGTH = 32;
const KEEP = 14;

const schema = z.object({
  BACKUP_DIR: z.string().default(BACKUP_FOLDER),
  BACKUP_KEY: z.string().min(KEY_MIN_LENGTH, `must have at least ${KEY_MIN_LENGTH} characters`).optional(),
  BACKUP_KEEP: z.coerce.number("must be a number").int("must be whole").min(0, "must not be negative").default(KEEP),
  PG_BIN: z.string().optional(),
});

export type BackupSettings = {
  /** The folder of the backups, absolute. */
  folder: string;
  /** What backups are encrypted with; undefined where they are not. */
  key: string | undefined;
  /** How many backups are kept, the newest; 0 keeps all. */
  keep: number;
  /** The folder of PostgreSQL's client programs, where somebody named one. */
  programs: string | undefined;
};

/**
 * The settings of backups, which the app itself does not read; an empty variable counts as unset.
 * @throws UserFacingError with one sentence
 */
export function readBackupSettings(variables: Record<string, string | undefined>): BackupSettings {
  const { success, data, error } = schema.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")),
  );
  if (!success) {
    const [issue] = error.issues;
    throw new UserFacingError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  return {
    folder: path.resolve(ROOT, data.BACKUP_DIR),
    key: data.BACKUP_KEY,
    keep: data.BACKUP_KEEP,
    programs: data.PG_BIN,
  };
}

import { loadEnvFile } from "../cli/settings";
import { reportFailure } from "../process/user-facing-error";
import { type BackupSettings, readBackupSettings } from "./backup-settings";
import { type BackupSource, openBackupSource } from "./backup-source";

const INTERRUPTED = 130;

/** What was typed cannot be understood; the command exits with 2. */
export class UsageError extends Error {}

export type Work = { source: BackupSource; settings: BackupSettings; signal: AbortSignal };

/**
 * Runs a command of backups on the database, and ends it well: exit code 0 when it is done, 1 when it failed, 2 when the
 * command line is wrong, 130 when somebody stopped it; then, too, nothing half-done stays.
 * @param parse reads the command line
 * @param usage what `--help` says
 * @param work what it does; false where what it looked at is not good
 */
export async function runCommand<Command extends { help?: boolean }>(
  parse: () => Command,
  usage: string,
  work: (context: Work, command: Command) => Promise<boolean>,
): Promise<void> {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => controller.abort());
  const { signal } = controller;
  try {
    const command = parse();
    if (command.help) return console.log(usage);
    loadEnvFile();
    const settings = readBackupSettings(process.env);
    const source = await openBackupSource(process.env);
    try {
      process.exitCode = (await work({ source, settings, signal }, command)) ? 0 : 1;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (signal.aborted) console.error("Stopped; nothing half-done is left.");
    else if (error instanceof UsageError) console.error(error.message);
    else reportFailure(error);
    process.exitCode = signal.aborted ? INTERRUPTED : error instanceof UsageError ? 2 : 1;
  }
}

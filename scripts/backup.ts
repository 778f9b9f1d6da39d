import "./process/check-node";
import { parseArgs } from "node:util";
import path from "node:path";
import { deleteOldBackups, finishedBackups } from "./backup/backup-files";
import { runCommand, UsageError, type Work } from "./backup/command";
import { makeBackup } from "./backup/make-backup";
import { amount } from "./backup/restore-backup";
import { verifyBackup } from "./backup/verify-backup";
import { messageOf, UserFacingError } from "./process/user-facing-error";

const USAGE = `Backs up the database of DATABASE_URL, or else the embedded one.

  npm run backup                        a new backup in BACKUP_DIR; older ones than the newest BACKUP_KEEP go
  npm run backup -- --verify [FILE]     restores the newest one, or that one, on trial, and compares row by row

With BACKUP_KEY only backups that were made with that key are verified; --verify --unencrypted accepts an unencrypted
one, too.`;

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        verify: { type: "boolean" },
        unencrypted: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (positionals.length > (values.verify ? 1 : 0)) throw new Error(`"${positionals.at(-1)}" is one word too many.`);
    if (values.unencrypted && !values.verify) throw new Error("--unencrypted is an option of --verify.");
    return { ...values, file: positionals[0] };
  } catch (error) {
    throw new UsageError(`${messageOf(error).split(".")[0]}. See: npm run backup -- --help`);
  }
}

async function back({ source, settings, signal }: Work): Promise<boolean> {
  const backup = await makeBackup({ ...settings, url: source.url, signal });
  const { size, encrypted, tables } = backup.manifest;
  console.log(`${backup.file}: ${amount(tables)}, ${size} bytes${encrypted ? ", encrypted" : ""}.`);
  for (const file of deleteOldBackups(settings.folder, settings.keep, backup)) console.log(`Deleted: ${file}`);
  return true;
}

type Command = ReturnType<typeof parse>;

async function verify({ source, settings, signal }: Work, command: Command): Promise<boolean> {
  const file = command.file === undefined ? finishedBackups(settings.folder).at(-1)?.file : path.resolve(command.file);
  if (file === undefined) throw new UserFacingError(`There is no backup in ${settings.folder}.`);
  const { lost, report } = await verifyBackup({
    ...settings,
    url: source.url,
    file,
    acceptsUnencrypted: command.unencrypted,
    signal,
  });
  console.log(report);
  return lost.length === 0;
}

/** `npm run backup` */
await runCommand(
  () => parse(process.argv.slice(2)),
  USAGE,
  (work, command) => (command.verify ? verify(work, command) : back(work)),
);

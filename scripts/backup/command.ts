import { statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadEnvFile, readSettings } from "../cli/settings";
import { fillGazetteer } from "../gazetteer/fill-gazetteer";
import { grantToApp } from "../postgres/app-role";
import { claimEmbeddedDatabase, runningEmbeddedUrl, startEmbeddedDatabase } from "../postgres/embedded-database";
import { runSql } from "../postgres/postgres-cluster";
import { checkDatabases } from "../postgres/prepare-database";
import { messageOf, reportFailure, UserFacingError } from "../process/user-facing-error";
import { type BackupSettings, readBackupSettings } from "./backup-settings";
import { countRows } from "./database-contents";
import { makeBackup } from "./make-backup";
import { restoreBackup, verifyBackup } from "./restore-backup";
import { deleteOldBackups, finishedBackups } from "./retention";

const USAGE = {
  backup: `Backs up the database of DATABASE_URL, or else the embedded one.

  npm run backup                        makes a backup in BACKUP_DIR; retains the newest BACKUP_KEEP
  npm run backup -- --verify [FILE]     restores the newest backup, or FILE, on trial, compares every row,
                                        and the bytes of every file with their SHA-256

With BACKUP_KEY only backups made with that key are verified; --verify --unencrypted also accepts an unencrypted one.`,
  restore: `Restores a backup into the database of DATABASE_URL, or else the embedded one. Stop the app first.

  npm run restore -- FILE                      into an empty database
  npm run restore -- FILE --replace DATABASE   deletes everything in the database of that name

With BACKUP_KEY only backups made with that key are accepted; --unencrypted also accepts an unencrypted one.`,
};

const INTERRUPTED = {
  backup: "Interrupted; nothing half-done is left.",
  restore:
    "Interrupted. The database is unchanged, or completely restored but without the rights of the app's role: " +
    "run the command again with --replace.",
};

type Name = keyof typeof USAGE;
type Command = ReturnType<typeof parse>;
type Work = Command & { url: string; appUrl?: string; signal: AbortSignal } & BackupSettings;

/** @throws Error when the command line is wrong */
function parse(name: Name) {
  const flag = { type: "boolean" } as const;
  const options = {
    help: { ...flag, short: "h" },
    unencrypted: flag,
    verify: flag,
    replace: { type: "string" },
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const { help, replace, unencrypted, verify } = values;
  const [file, excess] = positionals;
  if (excess !== undefined) throw new Error(`Unexpected argument "${excess}"`);
  if (name === "restore" ? verify : replace) throw new Error(`Not an option of npm run ${name}`);
  if (name === "backup" && !verify && (file ?? unencrypted)) throw new Error("FILE and --unencrypted require --verify");
  if (name === "restore" && !file && !help) throw new Error("The backup file is missing");
  return { help, verify, replace, acceptsUnencrypted: unencrypted, file: file && path.resolve(file) };
}

/** Opens the configured database, as its owner, or else the embedded one, which is started if it does not run. */
async function openDatabase({ DATABASE_URL, MIGRATION_DATABASE_URL }: NodeJS.ProcessEnv) {
  const { databaseUrl, migrationUrl } = readSettings({ DATABASE_URL, MIGRATION_DATABASE_URL }, "development");
  const close = () => Promise.resolve();
  if (databaseUrl !== undefined) {
    await checkDatabases({ databaseUrl, migrationUrl });
    return { url: migrationUrl ?? databaseUrl, appUrl: migrationUrl && databaseUrl, close };
  }
  const running = await runningEmbeddedUrl();
  if (running !== undefined) return { url: running, close };
  const release = await claimEmbeddedDatabase();
  const { url, stop } = await startEmbeddedDatabase().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return { url, close: () => stop().finally(release) };
}

async function backUp(work: Work): Promise<void> {
  const latest = await makeBackup(work);
  const size = `${statSync(latest.file).size} bytes${work.key === undefined ? "" : ", encrypted"}`;
  console.log(`${latest.file}: ${countRows(latest.manifest.tables)}, ${size}.`);
  for (const old of deleteOldBackups(work.folder, work.keep, latest)) console.log(`Deleted: ${old}`);
}

async function verify({ file: named, ...work }: Work): Promise<boolean> {
  const file = named ?? finishedBackups(work.folder).at(-1)?.file;
  if (file === undefined) throw new UserFacingError(`There is no backup in ${work.folder}.`);
  const { lost, damaged, report } = await verifyBackup({ ...work, file });
  console.log(report);
  return lost.length + damaged.length === 0;
}

async function restore({ file = "", ...work }: Work): Promise<void> {
  const { backup, contents, lost } = await restoreBackup({ ...work, file });
  const { made_at, app_version } = backup.manifest;
  if (lost.length > 0) throw new UserFacingError(`Restored, but not as it was dumped: ${lost.join(", ")}.`);
  // A backup of a version without a gazetteer gets one at the next start, after the migrations.
  const { rows } = await runSql(work.url, "SELECT to_regclass('public.gazetteer') AS gazetteer");
  if (rows[0]?.gazetteer !== null) await fillGazetteer(work.url);
  if (work.appUrl !== undefined) await grantToApp(work.url, work.appUrl);
  console.log(`Restored: ${countRows(contents.tables)}, each as it was on ${made_at}.`);
  console.log(
    `Next: start the app (npm start), which applies the migrations since version ${app_version}, with the AUTH_SECRET ` +
      "of that time; erase again the persons erased since (docs/operations.md, “Personal data”).",
  );
}

/** Runs `npm run backup` or `npm run restore`. Exit codes: 0 done, 1 failed, 2 wrong command line, 130 interrupted. */
export async function runCommand(name: Name): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  for (const stop of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(stop, () => controller.abort());
  let command: Command | undefined;
  try {
    command = parse(name);
    if (command.help) return console.log(USAGE[name]);
    loadEnvFile();
    const settings = readBackupSettings(process.env);
    const { close, ...database } = await openDatabase(process.env);
    const run = name === "restore" ? restore : command.verify ? verify : backUp;
    const isGood = await run({ ...command, ...settings, ...database, signal }).finally(close);
    process.exitCode = isGood === false ? 1 : 0;
  } catch (error) {
    process.exitCode = signal.aborted ? 130 : command ? 1 : 2;
    if (signal.aborted) console.error(INTERRUPTED[name]);
    else if (command) reportFailure(error);
    else console.error(`${messageOf(error).split(". ")[0]}. See: npm run ${name} -- --help`);
  }
}

import "./process/check-node";
import path from "node:path";
import { parseArgs } from "node:util";
import { grantToApp } from "./postgres/app-role";
import { runCommand, UsageError } from "./backup/command";
import { amount, lostBy, restoreBackup } from "./backup/restore-backup";
import { messageOf, UserFacingError } from "./process/user-facing-error";

const USAGE = `Restores a backup into the database of DATABASE_URL, or else the embedded one. Stop the app first.

  npm run restore -- FILE                      into an empty database
  npm run restore -- FILE --replace DATABASE   deletes all that is in the database of that name

With BACKUP_KEY only backups that were made with that key are accepted; --unencrypted accepts an unencrypted one, too.`;

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: "string" }, unencrypted: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    const [file, more] = positionals;
    if (more !== undefined) throw new Error(`"${more}" is one word too many.`);
    if (file === undefined && !values.help) throw new Error("Name the backup.");
    return { ...values, file: path.resolve(file ?? "") };
  } catch (error) {
    throw new UsageError(`${messageOf(error).split(".")[0]}. See: npm run restore -- --help`);
  }
}

/** `npm run restore` */
await runCommand(
  () => parse(process.argv.slice(2)),
  USAGE,
  async ({ source, settings, signal }, { file, replace, unencrypted }) => {
    const { manifest, contents } = await restoreBackup({
      ...settings,
      url: source.url,
      file,
      replace,
      acceptsUnencrypted: unencrypted,
      signal,
    });
    const lost = lostBy(manifest, contents);
    if (lost.length > 0) throw new UserFacingError(`Restored, but not as it was dumped: ${lost.join(", ")}.`);
    if (source.appUrl !== undefined) await grantToApp(source.url, source.appUrl);
    console.log(`Restored: ${amount(contents.tables)}, each as it was on ${manifest.made_at}.`);
    if (manifest.encrypted && manifest.mac === undefined)
      console.log("Its manifest is from before manifests were authenticated: that date is not confirmed.");
    console.log(
      `Next: start the app (npm start), which migrates what has come since version ${manifest.app_version}, with the ` +
        "AUTH_SECRET of then; erase again who was erased since (docs/operations.md, “Personal data”).",
    );
    return true;
  },
);

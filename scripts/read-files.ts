import "./process/check-node";
import { configureAppDatabase } from "./cli/app-database";
import { reportFailure } from "./process/user-facing-error";

/** `npm run files:read`: has the texts of all files read anew, as after a release that reads more. */
try {
  await configureAppDatabase();
  const { closeDatabase } = await import("../lib/store/database/client");
  const { readAllFiles } = await import("../lib/features/files/server/text/read-files");
  try {
    console.log(`${await readAllFiles()} files will be read by the job file_texts of the running app.`);
  } finally {
    await closeDatabase();
  }
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

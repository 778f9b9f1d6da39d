import "./process/check-node";
import { runningEmbeddedUrl } from "./postgres/embedded-database";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

/** `npm run -s db:url`: prints the URL of the running embedded database, for psql and pg_dump. */
try {
  const url = await runningEmbeddedUrl();
  if (url === undefined) throw new UserFacingError('The embedded database is not running: start it with "npm start".');
  console.log(url);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

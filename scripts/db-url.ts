import "./check-node";
import { runningEmbeddedUrl } from "./embedded-database";
import { reportFailure, SentenceError } from "./sentence-error";

/** `npm run -s db:url`: address of the running embedded database, for psql and pg_dump. */
try {
  const url = await runningEmbeddedUrl();
  if (url === undefined) throw new SentenceError('The embedded database does not run: start it with "npm start".');
  console.log(url);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

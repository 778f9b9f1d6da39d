import { DEMO_USER } from "../postgres/demo-user";
import { mailFolder, type Settings } from "./settings";

/** Logs the app's URL, what happens to mails, and the login of the embedded demo. */
export function announce(settings: Settings): void {
  const { env, demo, host } = settings;
  console.log(`\nThe cooperation database runs at ${env.APP_URL} (listening on ${host}:${env.PORT}).`);
  if (demo?.ignoresHost)
    console.log("HOST is ignored: without DATABASE_URL this is the demo, whose password is public.");
  // Logs the name of the variable instead of a configured password, which must not be logged.
  if (demo) console.log(`Demo login: ${DEMO_USER.email} / ${demo.password ? "DEMO_PASSWORD" : DEMO_USER.password}`);
  const folder = mailFolder(settings);
  if (folder) console.log(`Mails are saved in ${folder}, because SMTP_URL is not set.`);
  else if (!env.SMTP_URL) console.log("No mails can be sent, such as those to reset passwords: set SMTP_URL.");
  console.log("Ctrl+C stops it.\n");
}

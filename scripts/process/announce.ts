import { DEMO_USER } from "../postgres/demo-user";
import { mailFolder, type Settings } from "../cli/settings";

/** Tells where the app is, what becomes of mails, and in the embedded demo how to log in. */
export function announce(settings: Settings): void {
  const { env, demo, host } = settings;
  console.log(`\nThe cooperation database runs at ${env.APP_URL} (listening on ${host}:${env.PORT}).`);
  if (demo?.keptToThisMachine)
    console.log("HOST does not count: without DATABASE_URL this is the demo, and everybody knows its password.");
  // A password that somebody chose stands in no log.
  if (demo) console.log(`Demo login: ${DEMO_USER.email} / ${demo.password ? "DEMO_PASSWORD" : DEMO_USER.password}`);
  const folder = mailFolder(settings);
  if (folder) console.log(`Mails are kept in ${folder}, because SMTP_URL names no mail server.`);
  else if (!env.SMTP_URL) console.log("No mails can be sent (forgotten passwords!): set SMTP_URL.");
  console.log("Ctrl+C stops it.\n");
}

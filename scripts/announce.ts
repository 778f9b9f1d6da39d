import { DEMO_USER } from "./demo-user";
import { mailFolder, type Settings } from "./settings";

/** Tells where the app is, what becomes of mails, and in the embedded demo how to log in. */
export function announce(settings: Settings): void {
  const { env, databaseUrl, host } = settings;
  console.log(`\nThe cooperation database runs at ${env.APP_URL} (listening on ${host}:${env.PORT}).`);
  if (databaseUrl === undefined) console.log(`Demo login: ${DEMO_USER.email} / ${DEMO_USER.password}`);
  const folder = mailFolder(settings);
  if (folder) console.log(`Mails are kept in ${folder}, because SMTP_URL names no mail server.`);
  else if (!env.SMTP_URL) console.log("No mails can be sent (forgotten passwords!): set SMTP_URL.");
  console.log("Ctrl+C stops it.\n");
}

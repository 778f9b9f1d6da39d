import { DEMO_USER } from "./demo-user";
import type { Settings } from "./settings";

/** Tells where the app is, and in the embedded demo how to log in. */
export function announce({ env, databaseUrl, host }: Settings): void {
  console.log(`\nThe cooperation database runs at ${env.APP_URL} (listening on ${host}:${env.PORT}).`);
  if (databaseUrl === undefined) console.log(`Demo login: ${DEMO_USER.email} / ${DEMO_USER.password}`);
  console.log("Ctrl+C stops it.\n");
}

import { startAppServer } from "@/scripts/process/app-server";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { type MailServer, startMailServer } from "./smtp";

const HOST = "127.0.0.1";

/** What the app of the browser tests signs with. */
const APP_SECRET = "a-secret-for-tests-that-is-long-enough";

/** The port to listen on, where it must be known before; and settings of this instance alone. */
export type InstanceOptions = { port?: number; settings?: Record<string, string> };

/** The built app as a worker's browser sees it, with what stands behind it. */
export type App = {
  url: string;
  databaseUrl: string;
  /** Gets the mails of all instances. */
  mails: MailServer;
  /** Starts another instance on the same database. @returns its port, and how to stop it */
  startInstance: (appUrl: string, more?: InstanceOptions) => Promise<{ port: number; stop: () => Promise<void> }>;
  stop: () => Promise<void>;
};

/** Starts the built app on a database of its own, copied from the one that `browser-template.ts` has filled. */
export async function startApp(): Promise<App> {
  const { E2E_SERVER: serverUrl, E2E_TEMPLATE: template } = process.env;
  if (!serverUrl || !template)
    throw new UserFacingError("playwright.config.ts says where the browser tests start from.");
  const database = await createDatabase(serverUrl, template);
  const mails = await startMailServer();
  const start = async (port: number, appUrl: string, settings: Record<string, string> = {}) => {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      AUTH_SECRET: APP_SECRET,
      APP_URL: appUrl,
      CLIENT_ADDRESS_HEADER: "none",
      SMTP_URL: mails.url,
      REGISTRATION_DOMAINS: "example.org",
      // The few tests that are about jobs switch them on.
      JOBS: "off",
      ...settings,
    };
    const { stop } = await startAppServer({ host: HOST, port, env, output: "errors" });
    return { port, stop };
  };
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const first = await start(port, url);
  return {
    url,
    databaseUrl: database.url,
    mails,
    startInstance: async (appUrl, { port: wanted, settings } = {}) =>
      start(wanted ?? (await freePort()), appUrl, settings),
    stop: async () => {
      await first.stop();
      await mails.close();
      await dropDatabase(serverUrl, database.name);
    },
  };
}

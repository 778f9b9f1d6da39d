import { startAppServer } from "@/scripts/build/app-server";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { type MailServer, startMailServer } from "./smtp";

const HOST = "127.0.0.1";

/** The AUTH_SECRET of the app in the browser tests. */
export const APP_SECRET = "a-secret-for-tests-that-is-long-enough";

/**
 * `port` is set if the port must be known in advance. `settings` are environment variables of this
 * instance only.
 */
type InstanceOptions = { port?: number; settings?: Record<string, string> };

/** The built app of one worker of the browser tests, with its database and mail server. */
export type App = {
  url: string;
  databaseUrl: string;
  /** The mail server, which receives the mails of all instances. */
  mails: MailServer;
  /**
   * Starts another instance on the same database. @returns its port, and a function that stops it
   */
  startInstance: (appUrl: string, more?: InstanceOptions) => Promise<{ port: number; stop: () => Promise<void> }>;
  stop: () => Promise<void>;
};

/**
 * Starts the built app on a separate database, a copy of the template that `browser-template.ts`
 * has filled.
 */
export async function startApp(): Promise<App> {
  const { E2E_SERVER: serverUrl, E2E_TEMPLATE: template } = process.env;
  if (!serverUrl || !template)
    throw new UserFacingError("E2E_SERVER and E2E_TEMPLATE must be set, which playwright.config.ts does.");
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
      // Only the tests of background jobs enable jobs.
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
    startInstance: async (appUrl, { port: requestedPort, settings } = {}) =>
      start(requestedPort ?? (await freePort()), appUrl, settings),
    stop: async () => {
      await first.stop();
      await mails.close();
      await dropDatabase(serverUrl, database.name);
    },
  };
}

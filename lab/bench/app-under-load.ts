import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { newToken, tokenHash } from "@/lib/base/web/crypto";
import { build, isBuilt } from "@/scripts/build/app-build";
import { startAppServer } from "@/scripts/build/app-server";
import { freePort, runSql } from "@/scripts/postgres/postgres-cluster";
import { dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { BENCH_USER, generate } from "./bench-data";
import { asApplication, type Target } from "./drive";

export const HOST = "127.0.0.1";

/** Builds the app if necessary, and runs `work` with a temporary database of `size` members. */
export async function withMembers(size: number, work: (databaseUrl: string) => Promise<void>): Promise<void> {
  if (!isBuilt()) await build("collect");
  const server = await startTestServer();
  try {
    const databaseUrl = await generate(server.url, size);
    await work(databaseUrl).finally(() => dropDatabase(server.url, new URL(databaseUrl).pathname.slice(1)));
  } finally {
    await server.stop();
  }
}

/**
 * Creates an editor's session, and sets the secret with which the app must be started afterwards.
 * @returns the headers of an API client and of a browser
 */
export async function logIn(databaseUrl: string) {
  // `newToken` hashes the token with the secret of these settings, so they must be the app's.
  process.env.AUTH_SECRET = "a-secret-for-measurements-that-is-long-enough";
  process.env.DATABASE_URL = databaseUrl;
  const token = newToken("session");
  const { rowCount } = await runSql(
    databaseUrl,
    `WITH u AS (INSERT INTO users (email, name, role, email_verified_at)
       VALUES ('${BENCH_USER.email}', '${BENCH_USER.name}', 'editor', now()) RETURNING id)
     INSERT INTO sessions (user_id, token_hash, expires_at) SELECT id, '${tokenHash("session", token)}', now() + interval '1 day' FROM u`,
  );
  if (rowCount !== 1) throw new Error("The session was not created");
  return { program: { authorization: `Bearer ${token}` }, browser: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } };
}

/**
 * Starts the built app on a database.
 * @param program the build and the Node.js that runs it, if not those of this checkout
 */
export async function startApp(
  databaseUrl: string,
  program: { standalone?: string; runtime?: string } = {},
): Promise<Target & { stop: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: asApplication(databaseUrl, "bench_app"),
    APP_URL: url,
    CLIENT_ADDRESS_HEADER: "none",
    // Background work, such as comparing all new records, would distort the figures.
    JOBS: "off",
  };
  const { stop, pid } = await startAppServer({ host: HOST, port, env, output: "errors", ...program });
  return { url, pid, application: "bench_app", stop };
}

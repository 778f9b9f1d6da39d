import { PLAIN_SESSION_COOKIE } from "@/lib/server/web/session-cookie";
import { newToken, tokenHash } from "@/lib/server/web/crypto";
import { build, isBuilt } from "@/scripts/build/app-build";
import { startAppServer } from "@/scripts/process/app-server";
import { freePort, runSql } from "@/scripts/postgres/postgres-cluster";
import { dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { BENCH_USER, generate } from "./bench-data";
import { asApplication, type Target } from "./drive";

export const HOST = "127.0.0.1";

/** Makes so many members in a database of their own, for as long as some work with the built app takes. */
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

/** A session of an editor, by the secret that the app is started with afterwards. @returns the headers of a program and of a browser */
export async function logIn(databaseUrl: string) {
  // Tokens are hashed by the app's own settings.
  process.env.AUTH_SECRET = "a-secret-for-measurements-that-is-long-enough";
  process.env.DATABASE_URL = databaseUrl;
  const token = newToken("session");
  const { rowCount } = await runSql(
    databaseUrl,
    `WITH u AS (INSERT INTO users (email, name, role, email_verified_at)
       VALUES ('${BENCH_USER.email}', '${BENCH_USER.name}', 'editor', now()) RETURNING id)
     INSERT INTO sessions (user_id, token_hash, expires_at) SELECT id, '${tokenHash("session", token)}', now() + interval '1 day' FROM u`,
  );
  if (rowCount !== 1) throw new Error("No session was made");
  return { program: { authorization: `Bearer ${token}` }, browser: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } };
}

/** The built app on a database. */
export async function startApp(databaseUrl: string): Promise<Target & { stop: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: asApplication(databaseUrl, "bench_app"),
    APP_URL: url,
    CLIENT_ADDRESS_HEADER: "none",
    // What it does by itself, such as comparing all records that were just made, would be measured along.
    JOBS: "off",
  };
  const { stop, pid } = await startAppServer({ host: HOST, port, env, output: "errors" });
  return { url, pid, application: "bench_app", stop };
}

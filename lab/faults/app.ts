import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startAppServer } from "@/scripts/build/app-server";
import { poll } from "@/scripts/process/poll";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { SECRET } from "./accounts";

const HOST = "127.0.0.1";
/** A request without a response after this time counts as hanging. */
const REQUEST_TIMEOUT_MS = 40_000;
const DEADLINE_MS = 30_000;

type Json = Record<string, unknown>;
/** A response. If there was none, the status is 0 and the text is the error. */
export type Answer = { status: number; json: Json; headers: Headers; text: string; ms: number };
export type CallOptions = { body?: unknown; form?: FormData; token?: string; headers?: Record<string, string> };

/** The production build in a separate process. */
export type TrialApp = {
  url: string;
  port: number;
  pid: number;
  /** Sends a request with the session given to `startTrialApp`; never rejects. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  kill: () => void;
  /** Waits until the process has ended. */
  waitForExit: () => Promise<void>;
  /** Returns everything that the app has logged so far. */
  log: () => string;
  stop: () => Promise<void>;
};

/** Sends one request and reads the whole response; never rejects. */
export async function send(url: string, method: string, options: CallOptions = {}): Promise<Answer> {
  const { body, form, token, headers } = options;
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    const json = text.startsWith("{") ? (JSON.parse(text) as Json) : {};
    return { status: response.status, json, headers: response.headers, text, ms: ms() };
  } catch (error) {
    return { status: 0, json: { error: String(error) }, headers: new Headers(), text: "", ms: ms() };
  }
}

/**
 * Starts the production build.
 * @param token the session token that `call` sends
 * @param settings environment variables of this instance; background jobs are off by default
 */
export async function startTrialApp(
  databaseUrl: string,
  token: string,
  settings: Record<string, string> = {},
): Promise<TrialApp> {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-trial-"));
  const logFile = path.join(folder, "app.log");
  const output = openSync(logFile, "w");
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: SECRET,
    APP_URL: url,
    CLIENT_ADDRESS_HEADER: "none",
    MAIL_DIR: path.join(folder, "mails"),
    JOBS: "off",
    ...settings,
  };
  const { pid, ended, stop } = await startAppServer({ host: HOST, port, env, output }).finally(() => closeSync(output));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  return {
    ...{ url, port, pid },
    call: (method, pathname, options) => send(url + pathname, method, { token, ...options }),
    kill: () => void (hasEnded || process.kill(pid, "SIGKILL")),
    async waitForExit() {
      if (!(await poll(() => hasEnded, DEADLINE_MS))) throw new Error("The app did not end");
    },
    log: () => readFileSync(logFile, "utf8"),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

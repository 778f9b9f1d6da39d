import { execFile } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startNodeServer } from "@/scripts/build/app-server";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { ROOT } from "@/scripts/root";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { TEST_PASSWORD } from "@/tests/support/factories";
import { SECRET } from "./accounts";
import { send, type Answer, type CallOptions } from "./app";
import type { Cleanup } from "./trial";

const run = promisify(execFile);
const HOST = "127.0.0.1";
/**
 * Timeout of stopping a release: `npm start` waits 10 s for running requests, and then ends its
 * child processes.
 */
const STOP_TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Returns the tag of the newest release in the changelog.
 * @throws UserFacingError if there is none
 */
export function newestRelease(changelog: string): string {
  const version = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1];
  if (version === undefined)
    throw new UserFacingError("The changelog contains no release yet: name the commit to upgrade from with --from.");
  return `v${version}`;
}

/**
 * Exports another version of the project into a temporary folder, installs its dependencies and
 * builds it.
 * @param ref a tag, branch or commit
 * @returns the folder
 */
export async function buildRelease(ref: string, cleanup: Cleanup): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-release-"));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const archive = path.join(folder, "sources.tar");
  await run("git", ["archive", `--output=${archive}`, ref], { cwd: ROOT });
  await run("tar", ["-xf", archive], { cwd: folder });
  rmSync(archive);
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES };
  await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], options);
  await run("npm", ["run", "build"], options);
  return folder;
}

/** A version of the project, served by `npm start`, which migrates the database first. */
export type Release = {
  /** Sends a request; never rejects. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  stop: () => Promise<void>;
};

const settingsOf = (databaseUrl: string) => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: "",
  AUTH_SECRET: SECRET,
  CLIENT_ADDRESS_HEADER: "none",
});

/** Starts the version built in a folder on a database. */
export async function startRelease(folder: string, databaseUrl: string): Promise<Release> {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const dataFolder = mkdtempSync(path.join(tmpdir(), "cooperation-served-"));
  const logFile = path.join(dataFolder, "log");
  const output = openSync(logFile, "w");
  const { stop } = await startNodeServer("The release", ["--import", "tsx", "scripts/start.ts"], {
    host: HOST,
    port,
    cwd: folder,
    stdout: output,
    stderr: output,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    env: { ...settingsOf(databaseUrl), HOST, PORT: String(port), APP_URL: url, MAIL_DIR: dataFolder },
  })
    .catch((error: unknown) => {
      const log = readFileSync(logFile, "utf8");
      rmSync(dataFolder, { recursive: true, force: true });
      throw new Error(`The release did not start: ${log}`, { cause: error });
    })
    .finally(() => closeSync(output));
  return {
    call: (method, pathname, options) => send(url + pathname, method, options),
    async stop() {
      await stop().finally(() => rmSync(dataFolder, { recursive: true, force: true }));
    },
  };
}

/** Creates an admin with `npm run user` of the version in a folder, as at its installation. */
export async function createAdmin(folder: string, databaseUrl: string, email: string): Promise<void> {
  const command = ["--import", "tsx", "scripts/user.ts", "create", "--email", email, "--name", "Admin"];
  const options = { cwd: folder, env: settingsOf(databaseUrl) };
  const done = run(process.execPath, [...command, "--role", "admin"], options);
  done.child.stdin?.end(`${TEST_PASSWORD}\n`);
  await done;
}

/** Logs in. @returns the session's token */
export async function logIn(release: Release, email: string): Promise<string> {
  const { json } = await release.call("POST", "/api/auth/login", { body: { email, password: TEST_PASSWORD } });
  if (typeof json.access_token !== "string") throw new Error(`No login: ${JSON.stringify(json)}`);
  return json.access_token;
}

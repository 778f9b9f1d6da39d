import { request } from "node:http";
import { createServer } from "node:net";
import { STANDALONE } from "./app-build";
import { type Output, type ProcessOptions, type ServerProcess, startServerProcess } from "../process/server-process";
import { codeOf, messageOf, UserFacingError } from "../process/user-facing-error";

/** Time that requests have to finish during a shutdown, in addition to SHUTDOWN_DELAY_SECONDS. */
const STOP_TIMEOUT_MS = 10_000;
/**
 * Maximum number of glibc's memory arenas, which retain freed memory. With an arena per thread, a
 * busy app holds twice the memory that it uses.
 */
const MALLOC_ARENAS = 2;
/**
 * Script that runs in the server process: ends it when its parent process is gone, so that the
 * server does not block the port.
 */
const END_WITH_PARENT = `data:text/javascript,process.once("disconnect",()=>process.exit(0))`;

type ServerOptions = {
  host: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /**
   * Where the server's output goes. `errors` shows only stderr; a number is the file descriptor to
   * which both stdout and stderr are written.
   */
  output?: "show" | "errors" | number;
  /** Folder of the built app; by default that of this checkout. */
  standalone?: string;
  /** Path of Node.js; by default that of this process. */
  runtime?: string;
};

/**
 * Checks that the app can listen on the address.
 * @throws UserFacingError with the reason if it cannot
 */
export async function checkPort(host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => server.close(() => resolve()));
  }).catch((error: unknown) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is in use by another program: stop it, or choose another port with PORT.`,
      EACCES: `Port ${port} needs elevated privileges: choose one above 1023 with PORT.`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      ENOTFOUND: `HOST ${host} cannot be resolved.`,
    };
    throw new UserFacingError(reasons[codeOf(error) ?? ""] ?? messageOf(error));
  });
}

/** Starts the built app and waits until it responds. */
export function startAppServer({
  host,
  port,
  env,
  output = "show",
  standalone = STANDALONE,
  runtime,
}: ServerOptions): Promise<ServerProcess> {
  const stdout: Output = output === "show" ? "inherit" : output === "errors" ? "ignore" : output;
  return startNodeServer("The app", ["--import", END_WITH_PARENT, "server.js"], {
    ...{ host, port, cwd: standalone, runtime, ipc: true },
    env: {
      MALLOC_ARENA_MAX: String(MALLOC_ARENAS),
      ...env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: host,
      NEXT_TELEMETRY_DISABLED: "1",
    },
    ...{ stdout, stderr: output === "errors" ? "inherit" : stdout },
    stopTimeoutMs: STOP_TIMEOUT_MS + Number(env.SHUTDOWN_DELAY_SECONDS || 0) * 1000,
  });
}

type NodeServerOptions = { host: string; port: number; runtime?: string } & Partial<ProcessOptions>;

/**
 * Starts a Node program that serves HTTP, and waits until it responds.
 * @param name the subject of error messages
 * @throws UserFacingError if it does not respond
 */
export function startNodeServer(
  name: string,
  args: string[],
  { host, port, runtime = process.execPath, ...options }: NodeServerOptions,
): Promise<ServerProcess> {
  return startServerProcess(
    name,
    [runtime, ...args],
    { stdout: "inherit", stderr: "inherit", extendEnv: false, stopTimeoutMs: STOP_TIMEOUT_MS, ...options },
    () => respondsAt(host, port),
  );
}

function respondsAt(host: string, port: number): Promise<boolean> {
  const everywhere = host === "0.0.0.0" || host === "::";
  return new Promise((resolve) => {
    const call = request(
      { host: everywhere ? "127.0.0.1" : host, port, path: "/api/health", timeout: 5_000 },
      (response) => {
        response.resume();
        resolve(true);
      },
    );
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(false));
    call.end();
  });
}

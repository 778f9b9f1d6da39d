import { type ChildProcess, spawn } from "node:child_process";
import { request } from "node:http";
import { createServer } from "node:net";
import { STANDALONE } from "./app-build";
import { endGroup, signalGroup } from "../process/child-process";
import { poll } from "../process/poll";
import { codeOf, messageOf, UserFacingError } from "../process/user-facing-error";

const READY_DEADLINE_MS = 60_000;
/** Time that requests have to finish during a shutdown, in addition to SHUTDOWN_DELAY_SECONDS. */
const STOP_PATIENCE_MS = 10_000;
/**
 * Timeout of idle connections, longer than that of proxies and browsers: if the server closed a
 * connection first, a request could be lost.
 */
const KEEP_ALIVE_MS = 75_000;
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

export type ServerOptions = {
  host: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /**
   * Where the server's output goes. `errors` shows only stderr; a number is the file descriptor to
   * which both stdout and stderr are written.
   */
  output?: "show" | "errors" | number;
};
export type AppServer = { pid: number; stop: () => Promise<void>; onUnexpectedEnd: (listener: () => void) => void };

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
export async function startAppServer({ host, port, env, output = "show" }: ServerOptions): Promise<AppServer> {
  const logged = output === "show" ? "inherit" : output === "errors" ? "ignore" : output;
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, "server.js"], {
    cwd: STANDALONE,
    env: {
      KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS),
      MALLOC_ARENA_MAX: String(MALLOC_ARENAS),
      ...env,
      NODE_ENV: "production",
      PORT: String(port),
      HOSTNAME: host,
      NEXT_TELEMETRY_DISABLED: "1",
    },
    // Starts the server in its own process group, so that Ctrl+C reaches only this process, which
    // stops all processes in the right order.
    detached: true,
    stdio: ["ignore", logged, output === "errors" ? "inherit" : logged, "ipc"],
  });
  return superviseServer(child, host, port, STOP_PATIENCE_MS + Number(env.SHUTDOWN_DELAY_SECONDS || 0) * 1000);
}

/**
 * Waits until a spawned server responds, and then calls listeners if the server ends unexpectedly.
 * @param stopPatienceMs time in milliseconds after which `stop` kills a server that has not ended
 */
export async function superviseServer(
  child: ChildProcess,
  host: string,
  port: number,
  stopPatienceMs?: number,
): Promise<AppServer> {
  let stopping = false;
  const listeners: (() => void)[] = [];
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  child.once("error", () => undefined);
  const endWithUs = () => signalGroup(child, "SIGKILL");
  process.once("exit", endWithUs);
  child.once("exit", () => {
    process.removeListener("exit", endWithUs);
    if (!stopping) listeners.forEach((listener) => listener());
  });
  const stop = async () => {
    stopping = true;
    await endGroup(child, stopPatienceMs);
  };
  const outcome = await poll(async () => {
    if (hasEnded()) return "ended";
    return (await respondsAt(host, port)) && "ready";
  }, READY_DEADLINE_MS);
  if (outcome === "ready")
    return { pid: child.pid ?? 0, stop, onUnexpectedEnd: (listener) => listeners.push(listener) };
  await stop();
  throw new UserFacingError(
    outcome === "ended" ? "The app exited during startup: see above." : "The app did not respond within a minute.",
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

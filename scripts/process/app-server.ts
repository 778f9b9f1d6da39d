import { type ChildProcess, spawn } from "node:child_process";
import { request } from "node:http";
import { createServer } from "node:net";
import { STANDALONE } from "../build/app-build";
import { endGroup, signalGroup } from "./child-process";
import { poll } from "./poll";
import { codeOf, messageOf, UserFacingError } from "./user-facing-error";

const READY_DEADLINE_MS = 60_000;
/** So long running requests may take to finish once the server was told to stop, besides SHUTDOWN_DELAY_SECONDS. */
const STOP_PATIENCE_MS = 10_000;
/** Longer than a proxy or a browser keeps an idle connection: one that we close first may lose their next request. */
const KEEP_ALIVE_MS = 75_000;
/** Each of glibc's heaps keeps what was freed for itself; with one for every thread a busy app holds twice what it uses. */
const MALLOC_ARENAS = 2;
/** Runs inside the server: when the process that started it is gone, it ends instead of holding the port for ever. */
const END_WITH_PARENT = `data:text/javascript,process.once("disconnect",()=>process.exit(0))`;

export type ServerOptions = {
  host: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** `errors` keeps the app's log from the terminal and shows what it complains of; an open file's number has all of it. */
  output?: "show" | "errors" | number;
};
export type AppServer = { pid: number; stop: () => Promise<void>; onUnexpectedEnd: (listener: () => void) => void };

/**
 * Makes sure that the app can listen there.
 * @throws UserFacingError that says why not
 */
export async function checkPort(host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => server.close(() => resolve()));
  }).catch((error: unknown) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is taken by another program: stop that one, or choose another port with PORT.`,
      EACCES: `Port ${port} needs more rights than you have: choose one above 1023 with PORT.`,
      EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
      ENOTFOUND: `HOST ${host} is not known.`,
    };
    throw new UserFacingError(reasons[codeOf(error) ?? ""] ?? messageOf(error));
  });
}

/** Starts the built app and waits until it answers. */
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
    // A group of its own: Ctrl+C is ours to pass on, in the right order.
    detached: true,
    stdio: ["ignore", logged, output === "errors" ? "inherit" : logged, "ipc"],
  });
  return superviseServer(child, host, port, STOP_PATIENCE_MS + Number(env.SHUTDOWN_DELAY_SECONDS || 0) * 1000);
}

/** Waits until a spawned server answers, and tells when it ends by itself. Told to stop, it is killed after the timeoutMs. */
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
    outcome === "ended" ? "The app ended while it started: see above." : "The app did not answer within a minute.",
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

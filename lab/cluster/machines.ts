import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The network of the three nodes. All other programs use its last address. It exists only inside a
 * network namespace.
 */
export const NETWORK = "10.77.0.0/24";
export const HOST_ADDRESS = "10.77.0.254";
const BRIDGE = "cooperation";

/** A simulated machine: a network namespace with one address. */
export type Machine = {
  name: string;
  address: string;
  /** Wraps a command so that it runs on this machine, as the user `postgres`. */
  wrapCommand: (command: string[]) => string[];
  /** Returns the ids of the machine's processes whose command line matches. */
  processes: (program: RegExp) => number[];
  /**
   * Silently drops packets, as a broken switch does: all of them, or only those of the other nodes.
   */
  cutOff: (from: "everybody" | "nodes") => Promise<void>;
  reconnect: () => Promise<void>;
};

/** Sets up loopback and the bridge that connects the machines, in this process's namespace. */
export async function createNetwork(): Promise<void> {
  await run("ip", ["link", "set", "lo", "up"]);
  await run("ip", ["link", "add", BRIDGE, "type", "bridge"]);
  await run("ip", ["addr", "add", `${HOST_ADDRESS}/24`, "dev", BRIDGE]);
  await run("ip", ["link", "set", BRIDGE, "up"]);
}

const namespaceOf = (pid: number | string): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
};
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ");
  } catch {
    return "";
  }
};

/** Creates a machine. It disappears when this process ends, as everything in the namespace does. */
export async function addMachine(number: number): Promise<Machine> {
  const name = `node${number}`;
  const address = `10.77.0.${number}`;
  const namespaceProcess = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  const pid = String(namespaceProcess.pid);
  const ownNamespace = namespaceOf("self");
  while (namespaceOf(pid) === ownNamespace) await new Promise((resolve) => setTimeout(resolve, 10));
  const inside = ["nsenter", "--target", pid, "--net"];
  const runInside = async (command: string) => {
    const [program = "", ...args] = [...inside, ...command.split(" ")];
    await run(program, args);
  };
  await run("ip", ["link", "add", `wire${number}`, "type", "veth", "peer", "name", "eth0", "netns", pid]);
  await run("ip", ["link", "set", `wire${number}`, "master", BRIDGE, "up"]);
  await runInside("ip link set lo up");
  await runInside(`ip addr add ${address}/24 dev eth0`);
  await runInside("ip link set eth0 up");
  const namespace = namespaceOf(pid);
  return {
    name,
    address,
    wrapCommand: (command) => [...inside, ...asPostgres(command)],
    processes: (program) =>
      readdirSync("/proc")
        .filter((entry) => /^\d+$/.test(entry) && entry !== pid && namespaceOf(entry) === namespace)
        .filter((entry) => program.test(commandOf(entry)))
        .map(Number),
    async cutOff(from) {
      await runInside("nft add table inet cut");
      for (const [hook, interfaceMatch, addressMatch] of [
        ["input", "iifname", "saddr"],
        ["output", "oifname", "daddr"],
      ]) {
        const exception = from === "nodes" ? `ip ${addressMatch} != ${HOST_ADDRESS} ` : "";
        await runInside(`nft add chain inet cut ${hook} { type filter hook ${hook} priority 0 ; }`);
        await runInside(`nft add rule inet cut ${hook} ${interfaceMatch} eth0 ${exception}drop`);
      }
    },
    reconnect: () => runInside("nft delete table inet cut"),
  };
}

/**
 * Wraps a command so that it runs as the user `postgres`: PostgreSQL's programs refuse to run as
 * root.
 */
export const asPostgres = (command: string[]): string[] => [
  ...["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"],
  ...command,
];

/** Starts a long-running program, with its log in a file. */
export function start(command: string[], log: string, env: Record<string, string> = {}): ChildProcess {
  const file = openSync(log, "a");
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: ["ignore", file, file], env: { ...process.env, ...env }, cwd: "/" });
  closeSync(file);
  child.on("error", (error) => console.error(`${command.join(" ")}: ${error.message}`));
  return child;
}

/** Runs a command to its end. @returns its output @throws Error with its error output */
export async function output(command: string[], env: Record<string, string> = {}): Promise<string> {
  const [program = "", ...args] = command;
  const { stdout } = await run(program, args, { env: { ...process.env, ...env }, cwd: "/", maxBuffer: 1e8 });
  return stdout;
}

/** Sends a signal to processes. The default, SIGKILL, ends them at once, as a power cut would. */
export function kill(pids: readonly number[], signal: NodeJS.Signals = "SIGKILL"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended already.
    }
  }
}

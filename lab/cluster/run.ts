import "@/scripts/process/check-node";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, isBuilt } from "@/scripts/build/app-build";
import { ROOT } from "@/scripts/root";
import { reportFailure } from "@/scripts/process/user-facing-error";
import { checkPrograms } from "./programs";

/**
 * `npm run test:cluster`: starts a cluster on this machine, injects faults under load, and prints a
 * report. Everything runs in separate network and process namespaces; when the process started here
 * ends, the kernel ends all processes in them.
 */
const { values } = parseArgs({
  options: {
    failovers: { type: "string", default: "20" },
    /** Runs only faults whose name contains this. */
    only: { type: "string", default: "" },
    /** Keeps configurations and logs. */
    keep: { type: "boolean", default: false },
  },
});

/**
 * The first process of a process namespace inherits orphaned processes. If it did not reap them,
 * Patroni would consider killed processes alive.
 */
const REAPER = ["sh", "-c", '"$@"; exit $?', "sh"];

try {
  checkPrograms();
  if (!isBuilt()) {
    console.log("Building the app …");
    await build("collect");
  }
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-cluster-"));
  chmodSync(folder, 0o755);
  const inside = path.join(import.meta.dirname, "inside.ts");
  const node = [process.execPath, "--import", "tsx", inside, folder, values.failovers, values.only];
  const child = spawn("unshare", ["--net", "--pid", "--mount-proc", "--fork", "--kill-child", ...REAPER, ...node], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const end = () => child.kill("SIGKILL");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  process.once("exit", end);
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 130));
  });
  if (values.keep) console.log(`Configurations and logs: ${folder}`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * What tells a running process from a later one with the same number: when it started.
 * @returns undefined when no such process runs
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      // The name, second, may contain blanks and brackets; the fields after its last bracket do not.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ");
      const [state, startTime] = [fields?.[0], fields?.[19]];
      // A zombie has ended; only its parent has not asked for its exit code yet.
      return state === "Z" ? undefined : `${boot} ${startTime}`;
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
  } catch {
    return undefined;
  }
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || "running";
}

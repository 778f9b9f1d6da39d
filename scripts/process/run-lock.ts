import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { processIdentity } from "./process-identity";
import { codeOf } from "./user-facing-error";

const holderSchema = z.object({ pid: z.number(), identity: z.string() });

/** The process that holds the lock; undefined when nobody does, or when its holder is gone. */
export function lockHolder(file: string): number | undefined {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return processIdentity(holder.pid) === holder.identity ? holder.pid : undefined;
  } catch (error) {
    if (codeOf(error) === "EACCES") throw error;
    return undefined;
  }
}

/**
 * Takes the lock for this process, until it releases it or ends.
 * @returns how to release it, or the process that holds it already
 */
export function takeLock(file: string): { release: () => void } | { heldBy: number } {
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
      const release = () => rmSync(file, { force: true });
      process.once("exit", release);
      return { release };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const heldBy = lockHolder(file);
      if (heldBy !== undefined) return { heldBy };
      rmSync(file, { force: true });
    }
  }
}

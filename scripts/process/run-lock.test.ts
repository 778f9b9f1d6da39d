import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { processIdentity } from "./process-identity";
import { lockHolder, takeLock } from "./run-lock";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "run-lock-"));
  file = path.join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("is held by one process until that one releases it", () => {
  const lock = takeLock(file);
  expect(takeLock(file)).toEqual({ heldBy: process.pid });
  if ("release" in lock) lock.release();
  expect(existsSync(file)).toBe(false);
  expect(lockHolder(file)).toBeUndefined();
});

it("is free when its holder has ended, also when another process has its number now", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  writeFileSync(file, JSON.stringify({ pid, identity: processIdentity(pid) }));
  expect(lockHolder(file)).toBe(pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(lockHolder(file)).toBeUndefined();

  writeFileSync(file, JSON.stringify({ pid: process.pid, identity: "an earlier start" }));
  expect(takeLock(file)).toHaveProperty("release");
});

it("is free when its file is damaged", () => {
  writeFileSync(file, "{");
  expect(takeLock(file)).toHaveProperty("release");
});

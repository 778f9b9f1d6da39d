import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { dumpName } from "@/scripts/backup/backup-files";
import { env } from "../config/env";
import { watchBackups } from "./backup-watch";

const DAY_MS = 24 * 60 * 60 * 1000;

it("logs a missing or outdated backup at startup and once a day, when a maximum age is configured", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cooperation-backup-watch-"));
  const said = vi.spyOn(console, "error").mockReturnValue();
  vi.useFakeTimers();
  vi.stubEnv("DATABASE_URL", "postgresql://localhost/none");
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    said.mockRestore();
    rmSync(folder, { recursive: true });
  });
  Object.assign(env(), { BACKUP_DIR: folder });
  watchBackups();
  vi.advanceTimersByTime(DAY_MS);
  expect(said).not.toHaveBeenCalled();

  Object.assign(env(), { BACKUP_MAX_AGE_HOURS: 26 });
  watchBackups();
  expect(said.mock.calls).toEqual([[`There is no backup in ${folder}: run npm run backup every night.`]]);
  writeFileSync(path.join(folder, dumpName(new Date())), "");
  vi.advanceTimersByTime(DAY_MS);
  expect(said).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(DAY_MS);
  expect(said).toHaveBeenLastCalledWith(expect.stringContaining(" is 48 hours old, "));
});

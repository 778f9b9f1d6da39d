import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { backupName } from "@/scripts/backup/retention";
import { env } from "@/lib/base/config/env";
import { lastBackupAt, missingBackup, watchBackups } from "./backup-age";

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "cooperation-backup-age-"))));
afterEach(() => rmSync(folder, { recursive: true }));
const add = (...names: string[]) => names.forEach((name) => writeFileSync(path.join(folder, name), ""));

it("finds the newest finished backup", () => {
  expect(lastBackupAt(folder)).toBeUndefined();
  expect(lastBackupAt(path.join(folder, "none"))).toBeUndefined();
  add("live-20260102T030405Z.dump.age", "other-20260101T235959Z.dump", "cooperation-20251231T235959Z.dump");
  add("live-20260103T030405Z.dump.age.part", "cooperation-20260104T030405Z.json", "notes.txt");
  expect(lastBackupAt(folder)).toEqual(new Date("2026-01-02T03:04:05Z"));
});

it("reports a missing or outdated backup, but not a recent one", () => {
  expect(missingBackup(folder, 26)).toBe(`There is no backup in ${folder}: run npm run backup every night.`);
  add("cooperation-20260102T000000Z.dump");
  expect(missingBackup(folder, 26, new Date("2026-01-03T01:59:59Z"))).toBeUndefined();
  expect(missingBackup(folder, 26, new Date("2026-01-03T02:00:00Z"))).toMatch(/ is 26 hours old, /);
});

it("logs a missing or outdated backup at startup and once a day, when a maximum age is configured", () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  vi.useFakeTimers();
  vi.stubEnv("DATABASE_URL", "postgresql://localhost/none");
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    logged.mockRestore();
  });
  Object.assign(env(), { BACKUP_DIR: folder });
  watchBackups();
  vi.advanceTimersByTime(DAY_MS);
  expect(logged).not.toHaveBeenCalled();

  Object.assign(env(), { BACKUP_MAX_AGE_HOURS: 26 });
  watchBackups();
  expect(logged.mock.calls).toEqual([[`There is no backup in ${folder}: run npm run backup every night.`]]);
  writeFileSync(path.join(folder, backupName("cooperation", new Date(), true)), "");
  vi.advanceTimersByTime(DAY_MS);
  expect(logged).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(DAY_MS);
  expect(logged).toHaveBeenLastCalledWith(expect.stringContaining(" is 48 hours old, "));
});

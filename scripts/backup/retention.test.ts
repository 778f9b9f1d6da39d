import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backupName, deleteOldBackups, finishedBackups } from "./retention";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "cooperation-retention-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text = "dump"): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Writes a backup of a day of January 2020. */
const backupOf = (day: number, database = "live") => ({
  file: write(backupName(database, new Date(Date.UTC(2020, 0, day)), day % 2 === 0)),
  database,
});

const filesLeft = () => readdirSync(folder).map((name) => path.join(folder, name));

describe("deleteOldBackups", () => {
  it("deleteOldBackups retains the newest", () => {
    const [first, second, third, latest] = [backupOf(1), backupOf(2), backupOf(3), backupOf(4)];
    expect(deleteOldBackups(folder, 2, latest)).toEqual([first.file, second.file]);
    expect(filesLeft().sort()).toEqual([third.file, latest.file].sort());
  });

  it("deleteOldBackups retains all for 0", () => {
    const [, latest] = [backupOf(1), backupOf(2)];
    expect(deleteOldBackups(folder, 0, latest)).toEqual([]);
    expect(filesLeft()).toHaveLength(2);
  });

  it("deleteOldBackups retains the backup just made, even if the clock was set back", () => {
    const [latest, later] = [backupOf(1), backupOf(2)];
    expect(deleteOldBackups(folder, 1, latest)).toEqual([later.file]);
    expect(filesLeft()).toEqual([latest.file]);
  });

  it("deleteOldBackups ignores other databases' backups and other files", () => {
    backupOf(1, "another");
    backupOf(2, "live/ä");
    backupOf(3, "live-20200101T000000Z");
    for (const name of [
      "live-20200101T000000Z.dump.old",
      "live-2020.dump",
      "100%-20260101T000000Z.dump",
      "20200101T000000Z.dump",
    ])
      write(name);
    const before = readdirSync(folder);
    const latest = backupOf(5);
    expect(deleteOldBackups(folder, 1, latest)).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(before));
  });

  it("deleteOldBackups deletes unfinished backups that are a day old, but no younger ones", () => {
    const old = [write("live-20190101T000000Z.dump.age.part"), write("live-20190101T000000Z.dump.part")];
    const recentPart = write("live-20190102T000000Z.dump.part");
    const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const file of old) utimesSync(file, aDayAgo, aDayAgo);
    const latest = backupOf(1);
    deleteOldBackups(folder, 0, latest);
    expect(filesLeft().sort()).toEqual([recentPart, latest.file].sort());
  });
});

it("finishedBackups lists the backups of all databases by their start, and no unfinished ones", () => {
  const backups = [backupOf(1), backupOf(2, "zoo"), backupOf(3, "live/ä")];
  write("live-20200105T000000Z.dump.part");
  write("live-20200106T000000Z.json");
  expect(finishedBackups(folder)).toEqual(backups);
  expect(finishedBackups(path.join(folder, "none"))).toEqual([]);
});

it("backupName contains the database and the start, to the second, in UTC", () => {
  const begun = new Date("2026-03-29T02:30:05.678+02:00");
  expect(backupName("cooperation", begun, true)).toBe("cooperation-20260329T003005Z.dump.age");
  expect(backupName("live/ä", begun, false)).toBe("live%2F%C3%A4-20260329T003005Z.dump");
});

import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Backup, deleteOldBackups, dumpName, finishedBackups, type Manifest, manifestFile } from "./backup-files";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "cooperation-retention-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const manifest: Omit<Manifest, "file"> = {
  format: 1,
  made_at: "2020-01-01T00:00:00.000Z",
  app_version: "1.0.0",
  database: "live",
  postgres_version: "18.4",
  pg_dump_major: 18,
  migrations: [],
  encrypted: false,
  size: 4,
  sha256: "",
  tables: {},
  sequences: {},
};

/** Writes a backup of a day. @returns it */
function backupOf(day: number, more: Partial<Manifest> = {}): Backup {
  const name = `cooperation-2020010${day}T000000Z.dump`;
  const backup = { file: path.join(folder, name), manifest: { ...manifest, file: name, ...more } };
  writeFileSync(backup.file, "dump");
  writeFileSync(manifestFile(backup.file), JSON.stringify(backup.manifest));
  return backup;
}
const backupsLeft = () => readdirSync(folder).filter((name) => name.endsWith(".dump"));

describe("deleteOldBackups", () => {
  it("keeps so many of the newest, each with its manifest", () => {
    const [first, second, third, latest] = [1, 2, 3, 4].map((day) => backupOf(day)) as [Backup, Backup, Backup, Backup];
    expect(deleteOldBackups(folder, 2, latest)).toEqual([first.file, second.file]);
    const left = [third, latest].flatMap(({ file }) => [file, manifestFile(file)]);
    expect(readdirSync(folder).sort()).toEqual(left.map((file) => path.basename(file)).sort());
  });

  it("keeps all for 0", () => {
    const [, latest] = [backupOf(1), backupOf(2)];
    expect(deleteOldBackups(folder, 0, latest)).toEqual([]);
    expect(backupsLeft()).toHaveLength(2);
  });

  it("keeps the one just made, also where the clock was set back", () => {
    const [latest, later] = [backupOf(1), backupOf(2)];
    expect(deleteOldBackups(folder, 1, latest)).toEqual([later.file]);
    expect(backupsLeft()).toEqual([path.basename(latest.file)]);
  });

  it("leaves alone what is not ours, another database's, and what is no finished backup", () => {
    backupOf(1, { database: "another" });
    backupOf(2, { size: 5 });
    backupOf(3, { file: "cooperation-20200109T000000Z.dump" });
    const foreign = ["cooperation-20200101T000000Z.dump.old", "cooperation-2020.dump", "notes.json"];
    for (const name of foreign) writeFileSync(path.join(folder, name), "mine");
    writeFileSync(path.join(folder, "cooperation-20190101T000000Z.dump"), "dump");
    const before = readdirSync(folder);
    const latest = backupOf(4);
    expect(deleteOldBackups(folder, 1, latest)).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(before));
  });

  it("takes away what one has left that was killed a day ago, and not what one is writing now", () => {
    const [old, young] = ["cooperation-20190101T000000Z.dump.part", "cooperation-20190102T000000Z.json.part"];
    for (const name of [old, young]) writeFileSync(path.join(folder, name), "half");
    const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(path.join(folder, old), aDayAgo, aDayAgo);
    deleteOldBackups(folder, 0, backupOf(1));
    const left = readdirSync(folder);
    expect(left).toContain(young);
    expect(left).not.toContain(old);
  });
});

it("finishedBackups sees nothing half-written", () => {
  const whole = backupOf(2);
  backupOf(3, { size: 5 });
  writeFileSync(path.join(folder, "cooperation-20200104T000000Z.dump"), "dump");
  writeFileSync(path.join(folder, "cooperation-20200105T000000Z.dump.part"), "dump");
  writeFileSync(path.join(folder, "cooperation-20200106T000000Z.json"), "{}");
  expect(finishedBackups(folder)).toEqual([whole]);
  expect(finishedBackups(path.join(folder, "none"))).toEqual([]);
});

it("dumpName says when, to the second, in UTC", () => {
  expect(dumpName(new Date("2026-03-29T02:30:05.678+02:00"))).toBe("cooperation-20260329T003005Z.dump");
});

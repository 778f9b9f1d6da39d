import path from "node:path";
import { describe, expect, it } from "vitest";
import { libpqConnection } from "./client-programs";
import { readBackupSettings } from "./backup-settings";

describe("readBackupSettings", () => {
  it("readBackupSettings has defaults, and treats an empty variable as unset", () => {
    const defaults = {
      folder: path.join(import.meta.dirname, "../../backups"),
      key: undefined,
      keep: 14,
      programs: undefined,
    };
    expect(readBackupSettings({})).toEqual(defaults);
    expect(readBackupSettings({ BACKUP_DIR: "", BACKUP_KEY: "", BACKUP_KEEP: "", PG_BIN: "" })).toEqual(defaults);
    expect(readBackupSettings({ BACKUP_DIR: "/srv/backups", BACKUP_KEEP: "0" })).toMatchObject({
      folder: "/srv/backups",
      keep: 0,
    });
  });

  it.each([
    [{ BACKUP_KEY: "x".repeat(31) }, "BACKUP_KEY must have at least 32 characters."],
    [{ BACKUP_KEEP: "-1" }, "BACKUP_KEEP must not be negative."],
    [{ BACKUP_KEEP: "1.5" }, "BACKUP_KEEP must be whole."],
    [{ BACKUP_KEEP: "all" }, "BACKUP_KEEP must be a number."],
  ])("readBackupSettings refuses %o in one sentence", (variables, sentence) => {
    expect(() => readBackupSettings(variables)).toThrow(sentence);
  });
});

describe("libpqConnection", () => {
  it("libpqConnection moves the password to the environment and drops parameters unknown to libpq", () => {
    const address = "postgresql://eig%C3%B6r:p%40ss@db.ph.example:6432/koop?pgbouncer=true&sslmode=no-verify";
    expect(libpqConnection(address)).toEqual({
      option: "--dbname=postgresql://eig%C3%B6r@db.ph.example:6432/koop?sslmode=require",
      env: { PGPASSWORD: "p@ss" },
    });
    const socket = "postgresql:///koop?host=/run/postgresql&connection_limit=5";
    expect(libpqConnection(socket)).toEqual({
      option: "--dbname=postgresql:///koop?host=%2Frun%2Fpostgresql",
      env: {},
    });
  });
});

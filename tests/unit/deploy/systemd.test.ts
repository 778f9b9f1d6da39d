import { describe, expect, it } from "vitest";
import { filesIn, LAST_REQUESTS_SECONDS, read, variables } from "./files";

const FOLDER = "deploy/systemd";
const files = filesIn(FOLDER);
const services = files.filter((file) => file.endsWith(".service"));

/**
 * Returns the settings of a systemd unit by name. Sections are ignored, because no name occurs in
 * two sections of these units.
 */
function unit(file: string): Record<string, string[]> {
  const settings: Record<string, string[]> = {};
  for (const [, name = "", value = ""] of read(`${FOLDER}/${file}`).matchAll(/^(\w+)=(.*)$/gm))
    (settings[name] ??= []).push(value);
  return settings;
}

/** Returns the environment variables that a unit sets with `Environment=`. */
const environmentOf = (file: string) =>
  Object.fromEntries((unit(file).Environment ?? []).map((assignment) => assignment.split("=", 2)));

describe.each(services)("%s", (file) => {
  const settings = unit(file);

  it("a systemd service restricts its process", () => {
    expect(settings).toMatchObject({
      NoNewPrivileges: ["yes"],
      ProtectSystem: ["strict"],
      ProtectHome: ["yes"],
      PrivateTmp: ["yes"],
      CapabilityBoundingSet: [""],
      User: ["cooperation"],
    });
  });

  it("a systemd service runs scripts that exist", () => {
    const scripts = (settings.ExecStart ?? []).map(
      (command) => /^\/usr\/bin\/node --import tsx (\S+)/.exec(command)?.[1],
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(() => read(script ?? "none")).not.toThrow();
  });

  it("a systemd service sets variables that exist", () => {
    expect(Object.keys(environmentOf(file)).filter((name) => !variables.has(name))).toEqual([]);
  });
});

it("the app service can write only to its state folder, and the backup service only to the backup folder", () => {
  const writable = services.map((file) => [file, unit(file).StateDirectory, unit(file).ReadWritePaths]);
  expect(writable).toEqual([
    ["cooperation-backup.service", ["cooperation-backups"], undefined],
    ["cooperation.service", ["cooperation"], undefined],
  ]);
});

it("both systemd services use the same backup folder", () => {
  expect(services.map((file) => environmentOf(file).BACKUP_DIR)).toEqual([
    "/var/lib/cooperation-backups",
    "/var/lib/cooperation-backups",
  ]);
});

it("only the backup service gets the backup key file, and does not run without this file", () => {
  expect(services.map((file) => unit(file).EnvironmentFile)).toEqual([["/etc/cooperation/backup.env"], undefined]);
});

it("the app service has a stop timeout longer than its shutdown, and its start script stops the process", () => {
  const { TimeoutStopSec: [seconds] = [], KillMode } = unit("cooperation.service");
  expect(Number(seconds)).toBeGreaterThan(LAST_REQUESTS_SECONDS);
  expect(KillMode).toEqual(["mixed"]);
});

it("the backup timer starts a service that exists", () => {
  const timers = files.filter((file) => file.endsWith(".timer"));
  expect(timers.map((file) => file.replace(/\.timer$/, ".service"))).toEqual(["cooperation-backup.service"]);
  expect(services).toContain("cooperation-backup.service");
});

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkScanner, startScan } from "@/lib/features/files/server/checks/clamav";
import { expectDefined } from "@/lib/base/errors/invariant";
import { poll } from "@/scripts/process/poll";
import { EICAR } from "../../support/servers/clamd-server";

const CLAMD = "/usr/sbin/clamd";
const MB = 1_048_576;
const STREAM_MAX_MB = 2;

/** Where Debian's clamav-daemon is installed, the scanner is tried with it, and a signature of our own. */
describe.runIf(existsSync(CLAMD))("clamd of Debian", () => {
  let address: { host: string; port: number };
  let stop: () => void;
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cooperation-clamd-"));
    address = { host: "127.0.0.1", port: await getPort() };
    writeFileSync(path.join(folder, "own.ndb"), `Own.Test:0:*:${Buffer.from(EICAR).toString("hex")}\n`);
    const settings = [
      ...[`DatabaseDirectory ${folder}`, `TCPAddr ${address.host}`, `TCPSocket ${address.port}`, "Foreground yes"],
      ...[`StreamMaxLength ${STREAM_MAX_MB}M`, "OfficialDatabaseOnly no"],
    ];
    writeFileSync(path.join(folder, "clamd.conf"), `${settings.join("\n")}\n`);
    const clamd = spawn(CLAMD, ["--config-file", path.join(folder, "clamd.conf")], { stdio: "ignore" });
    stop = () => {
      clamd.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    };
    const isReady = async () => (await checkScanner(address, 1)).ok;
    expectDefined(await poll(isReady, 30_000), "an answer of clamd");
  }, 60_000);
  afterAll(() => stop());

  async function scan(...chunks: string[]) {
    const started = startScan(address);
    for (const chunk of chunks) await started.push(Buffer.from(chunk));
    return started.finish();
  }

  it("finds a file without a virus clean", async () => {
    expect(await scan("A contract", " without a virus")).toBe("clean");
  });

  it("finds a virus that is split between chunks", async () => {
    expect(await scan("x".repeat(MB), EICAR.slice(0, 20), EICAR.slice(20))).toBe("infected");
  });

  it("refuses a file beyond its StreamMaxLength", async () => {
    const chunk = "x".repeat(MB);
    await expect(scan(...Array.from({ length: STREAM_MAX_MB + 1 }, () => chunk))).rejects.toMatchObject({
      code: "error_api",
    });
  });

  it("is checked to accept files of the maximum size", async () => {
    expect([
      await checkScanner(address, STREAM_MAX_MB * MB),
      await checkScanner(address, 2 * STREAM_MAX_MB * MB),
    ]).toEqual([{ ok: true }, { ok: false, reason: "limit" }]);
  });
});

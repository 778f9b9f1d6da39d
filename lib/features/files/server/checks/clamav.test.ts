import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EICAR, startClamdServer, type ClamdServer } from "@/tests/support/servers/clamd-server";
import { checkScanner, startScan, warnAboutScanner } from "./clamav";

const MB = 1_048_576;
const TIMEOUT = { timeoutMs: 200 };
const UNREACHABLE = { host: "127.0.0.1", port: 1 };
const UNAVAILABLE = { name: "AppError", code: "error_api", status: 503 };

let clamd: ClamdServer;
beforeEach(async () => {
  clamd = await startClamdServer({ maxBytes: 2 * MB });
  vi.spyOn(console, "error").mockReturnValue(undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clamd.close();
});

/** Scans chunks; a second set of chunks would be another file. */
async function scan(chunks: readonly (string | Uint8Array)[], address = clamd.address) {
  const started = startScan(address, TIMEOUT);
  for (const chunk of chunks) await started.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return started.finish();
}

describe("startScan", () => {
  it("finds a file without a virus clean", async () => {
    expect(await scan(["A contract", " without a virus"])).toBe("clean");
    expect(clamd.scanned).toEqual([26]);
  });

  it("finds a virus that is split between chunks", async () => {
    expect(await scan(["before", EICAR.slice(0, 20), EICAR.slice(20), "after"])).toBe("infected");
  });

  it("finds a file without bytes clean", async () => {
    expect(await scan([])).toBe("clean");
  });

  it("passes on what follows an empty chunk", async () => {
    expect(await scan(["before", "", EICAR])).toBe("infected");
  });

  /** Pushes a file slowly enough that an early answer arrives before its end. */
  async function scanSlowly() {
    const started = startScan(clamd.address, TIMEOUT);
    for (let sent = 0; sent < 10; sent += 1) {
      await started.push(Buffer.from(EICAR));
      await wait(20);
    }
    return started.finish();
  }

  it("reports a virus that is found before the end of the file", async () => {
    clamd.behave("early");
    expect(await scanSlowly()).toBe("infected");
  });

  it("refuses the file when clamd finds it clean before its end", async () => {
    clamd.behave("early-ok");
    await expect(scanSlowly()).rejects.toMatchObject(UNAVAILABLE);
  });

  it.each(["hang", "close", "garbage"] as const)("refuses the file when clamd does this: %s", async (mode) => {
    clamd.behave(mode);
    const chunks = Array.from({ length: 20 }, () => new Uint8Array(50_000));
    await expect(scan(chunks)).rejects.toMatchObject(UNAVAILABLE);
  });

  it("refuses the file when clamd closes the connection between two chunks", async () => {
    const started = startScan(clamd.address, TIMEOUT);
    await started.push(Buffer.from("first"));
    await clamd.close();
    await wait(50);
    await expect(started.push(Buffer.from("second"))).rejects.toMatchObject(UNAVAILABLE);
  });

  it("refuses the file when clamd does not listen", async () => {
    await expect(scan(["text"], UNREACHABLE)).rejects.toMatchObject(UNAVAILABLE);
  });

  it("refuses a file that is longer than clamd accepts, and logs clamd's reason", async () => {
    const chunks = Array.from({ length: 40 }, () => new Uint8Array(65_536));
    await expect(scan(chunks)).rejects.toMatchObject(UNAVAILABLE);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it("stops accepting chunks while clamd reads none, instead of holding the file", async () => {
    clamd.behave("stall");
    const started = startScan(clamd.address, TIMEOUT);
    let pushedBytes = 0;
    const pushAll = async () => {
      for (; pushedBytes < 200 * MB; pushedBytes += MB) await started.push(new Uint8Array(MB));
    };
    await expect(pushAll()).rejects.toMatchObject(UNAVAILABLE);
    // The buffers of the two sockets.
    expect(pushedBytes).toBeLessThan(20 * MB);
  });

  it("logs nothing when the caller aborts a scan", async () => {
    clamd.behave("hang");
    const started = startScan(clamd.address, TIMEOUT);
    await started.push(Buffer.from("text"));
    const finished = expect(started.finish()).rejects.toMatchObject(UNAVAILABLE);
    started.abort();
    await finished;
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe("checkScanner", () => {
  it.each([1, 65_536, 65_537, 2 * MB])("accepts a scanner whose limit is at least %i bytes", async (maxBytes) => {
    expect(await checkScanner(clamd.address, maxBytes, TIMEOUT)).toEqual({ ok: true });
    expect(clamd.scanned).toEqual([maxBytes]);
  });

  it.each([2 * MB + 1, 20 * MB])("reports a scanner that refuses %i bytes", async (maxBytes) => {
    expect(await checkScanner(clamd.address, maxBytes, TIMEOUT)).toEqual({ ok: false, reason: "limit" });
  });

  it("reports a scanner that does not listen", async () => {
    expect(await checkScanner(UNREACHABLE, MB, TIMEOUT)).toEqual({ ok: false, reason: "unreachable" });
  });

  it("reports a scanner that answers PING, but scans nothing", async () => {
    clamd.behave("hang");
    expect(await checkScanner(clamd.address, MB, TIMEOUT)).toEqual({ ok: false, reason: "unreachable" });
  });
});

describe("warnAboutScanner", () => {
  it("logs nothing without a scanner", async () => {
    await warnAboutScanner({ FILE_MAX_MB: 2 });
    expect(console.error).not.toHaveBeenCalled();
  });

  it("logs nothing when the scanner works", async () => {
    await warnAboutScanner({ CLAMAV_ADDRESS: clamd.address, FILE_MAX_MB: 2 });
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    ["a file that is longer than it accepts", 3, () => clamd.address, /FILE_MAX_MB \(3\)/],
    ["any file, because it does not answer", 2, () => UNREACHABLE, /does not answer/],
  ])("logs that the scanner refuses %s", async (_, FILE_MAX_MB, addressOf, warning) => {
    await warnAboutScanner({ CLAMAV_ADDRESS: addressOf(), FILE_MAX_MB });
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(warning));
  });
});

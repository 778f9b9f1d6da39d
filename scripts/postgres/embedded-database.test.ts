import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { UserFacingError } from "../process/user-facing-error";
import { claimEmbeddedDatabase, startEmbeddedDatabase } from "./embedded-database";
import { answers, runSql } from "./postgres-cluster";
import { reachableTemporaryFolder } from "./throwaway-server";

let data: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), "embedded-database-"));
});
afterEach(() => rmSync(data, { recursive: true }));

/** Claims the database in another process and returns that process, which holds the claim. */
async function claimElsewhere() {
  const file = path.join(import.meta.dirname, "embedded-database.ts");
  const code = `const { claimEmbeddedDatabase } = await import(${JSON.stringify(file)});
    await claimEmbeddedDatabase(undefined, ${JSON.stringify(data)});
    console.log("claimed");
    setInterval(() => undefined, 1000);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", code];
  const holder = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return holder;
}

describe("claim of the embedded database", () => {
  it("a claim of the embedded database is refused while another process holds one, and accepted after its end", async () => {
    const holder = await claimElsewhere();
    const claim = claimEmbeddedDatabase(undefined, data);
    await expect(claim).rejects.toThrow(UserFacingError);
    await expect(claim).rejects.toThrow(/^The cooperation database already runs from this folder/);
    holder.kill();
    await once(holder, "exit");
    await (
      await claimEmbeddedDatabase(undefined, data)
    )();
  });

  it("a claim of the embedded database is accepted after its holder was killed", async () => {
    const holder = await claimElsewhere();
    holder.kill("SIGKILL");
    await once(holder, "exit");
    await (
      await claimEmbeddedDatabase(undefined, data)
    )();
  });
});

describe("embedded PostgreSQL", () => {
  it("a killed embedded PostgreSQL is restarted with all committed rows, and ends when it is killed again", async () => {
    const folder = mkdtempSync(path.join(reachableTemporaryFolder(), "embedded-database-"));
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const logged = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const { url, ended, stop } = await startEmbeddedDatabase(folder);
    onTestFinished(stop);
    const kill = () => {
      const [pid] = readFileSync(path.join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
    };
    await runSql(url, "CREATE TABLE kept AS SELECT 1 AS row");
    kill();
    await vi.waitFor(() => expect(logged).toHaveBeenLastCalledWith(expect.stringContaining("has restarted")), 20_000);
    expect((await runSql(url, "TABLE kept")).rows).toEqual([{ row: 1 }]);
    kill();
    await ended;
    expect(await answers(url)).toBe(false);
  });
});

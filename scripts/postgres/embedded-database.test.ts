import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UserFacingError } from "../process/user-facing-error";
import { claimEmbeddedDatabase } from "./embedded-database";

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

describe("the claim of the embedded database", () => {
  it("is refused while another process holds it, and accepted after that process has ended", async () => {
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

  it("is accepted after its holder was killed", async () => {
    const holder = await claimElsewhere();
    holder.kill("SIGKILL");
    await once(holder, "exit");
    await (
      await claimEmbeddedDatabase(undefined, data)
    )();
  });
});

import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/base/browser/api-client";
import { rejectEach } from "./reject-each";

const IDS = Array.from({ length: 20 }, (_, at) => at + 1);

/** Rejects proposals through a server that refuses some of them with a code. */
async function rejecting(refused: Record<number, string>) {
  const [sent, ended]: [number[], number[]] = [[], []];
  const result = await rejectEach(IDS, async (id) => {
    sent.push(id);
    // A refusal arrives before the answers to the calls sent with it.
    for (let turns = refused[id] ? 0 : 20; turns > 0; turns -= 1) await Promise.resolve();
    ended.push(id);
    const code = refused[id];
    if (code) throw new ApiError(409, code);
  });
  return { sent, ended, ...result };
}

describe("rejectEach", () => {
  it("rejects all proposals", async () => {
    expect(await rejecting({})).toMatchObject({ rejected: 20, failures: [] });
  });

  it("rejects the other proposals where some are no longer open", async () => {
    const { rejected, failures } = await rejecting({ 1: "not_open", 7: "data_not_found" });
    expect([rejected, failures.length]).toEqual([18, 2]);
  });

  it("rejectEach waits for the calls that were sent, and counts them, where one is refused", async () => {
    const { sent, ended, rejected } = await rejecting({ 1: "forbidden" });
    expect(ended.toSorted()).toEqual(sent.toSorted());
    expect(rejected).toBe(sent.length - 1);
  });

  it("rejectEach sends no further call after a failure that concerns all proposals", async () => {
    const { sent, failures } = await rejecting({ 1: "forbidden" });
    expect([sent, failures.length]).toEqual([[1, 2, 3, 4], 1]);
  });
});

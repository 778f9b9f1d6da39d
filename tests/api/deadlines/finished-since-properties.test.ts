import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { daysLater } from "@/lib/model/fields/day";
import { getAt } from "@/lib/model/pure/get-at";
import { db } from "@/lib/store/database/client";
import { dropOldChanges } from "@/lib/features/history/server/history";
import { createProject } from "../../support/factories";
import { configure } from "../../support/configure";
import { loggedIn, type Client } from "../../support/api";
import { recordAt } from "../../support/records/finishes";
import { historyCalls } from "../../support/records/history";

/*
 * Contract §17: compares since when projects are finished, after random changes of status and flags,
 * deletions and reverts, with a plain model of their history.
 */

const RUNS = 20;
const TIMEOUT_MS = 120_000;
const FIRST_DAY = "2020-01-01";
const dayOfStep = (at: number) => daysLater(FIRST_DAY, 40 * (at + 1));
const STATUSES = [PROJECT_STATUS.ongoing, PROJECT_STATUS.completed, PROJECT_STATUS.onHold, PROJECT_STATUS.discontinued];

const anyStatus = fc.constantFrom(...STATUSES);
const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("set" as const), status: anyStatus }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("revert" as const), nth: fc.nat(3), force: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("flag" as const), status: anyStatus, beendet: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop" as const), before: fc.nat(14) }) },
);

/** A project after a change; `restored` is what a revert has brought back. */
type Version = { status: number; day: string; before: Version | null; restored: Version | null };

/** Returns since when a project is finished in a version, by its words in the contract. */
function finishedSince({ before, restored, day }: Version, finished: ReadonlySet<number>): string | null {
  if (before && finished.has(before.status)) return finishedSince(before, finished);
  if (restored) return finishedSince(restored, finished);
  return before ? day : null;
}

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
  calls = historyCalls(api);
});

const flag = (status: number, beendet: boolean) => api.put(`/api/reference/projekt_status/${status}`, { beendet });

/** Returns since when a project is finished, as its active days tell; null if that is not known. */
async function storedSince(id: number): Promise<string | null> {
  await api.get("/api/projects?active_on=2020-01-01&pageSize=1");
  const [row] = await db().$queryRaw<[{ since: string | null; lacks_end: boolean }]>`
    SELECT to_char(upper(active_days), 'YYYY-MM-DD') AS since, aktiv_bis IS NULL AS lacks_end FROM project_deadlines WHERE projekt_id = ${id}`;
  expect(row.since === null, "an end or none").toBe(row.lacks_end);
  return row.since;
}

async function run(first: number, steps: readonly (typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const finished = new Set<number>([PROJECT_STATUS.completed, PROJECT_STATUS.discontinued]);
  for (const status of STATUSES) await flag(status, finished.has(status));
  await recordAt(FIRST_DAY);
  const id = await createProject(db(), { status: first });
  let version: Version | null = { status: first, day: FIRST_DAY, before: null, restored: null };
  /** The versions before each change and, once it is deleted, the last one. */
  const before = new Map<number, Version | null>();
  const changes = async () => (await calls.changes(`kind=projects&id=${id}`)).filter(({ related }) => !related);
  before.set((await changes())[0]?.change_id ?? 0, null);
  for (const [at, step] of steps.entries()) {
    const day: string = dayOfStep(at);
    await recordAt(day);
    const last: Version | null = version;
    if (step.do === "set") await api.put(`/api/projects/${id}`, { status: step.status });
    else if (step.do === "delete") await api.delete(`/api/projects/${id}`);
    else if (step.do === "flag") {
      await flag(step.status, step.beendet);
      if (step.beendet) finished.add(step.status);
      else finished.delete(step.status);
    } else if (step.do === "drop") {
      // What is dropped can no longer be reverted, but says since when projects are finished.
      const ageDays = (Date.now() - Date.parse(dayOfStep(step.before))) / 86_400_000;
      configure({ HISTORY_MONTHS: Math.floor(ageDays / 30.44) });
      await dropOldChanges();
    } else {
      const revertible = (await changes()).filter((change) => change.revertible);
      if (revertible.length > 0) {
        const { change_id } = getAt(revertible, step.nth % revertible.length);
        await calls.revert({ change_id }, step.force ? { force: true } : {});
      }
    }
    const [newest] = await changes();
    if (newest && !before.has(newest.change_id)) {
      before.set(newest.change_id, last);
      const restored: Version | null = newest.reverts === null ? null : (before.get(newest.reverts) ?? null);
      const status = newest.fields.find(({ name }) => name === "status");
      if (newest.action === "delete") version = null;
      else if (status) version = { status: Number(status.new), day, before: last, restored };
    }
    if (version && finished.has(version.status)) {
      expect(await storedSince(id), `${step.do} on ${day}`).toBe(finishedSince(version, finished));
    }
  }
}

it("projects are finished since the day that a plain model of their history says", { timeout: 150_000 }, async () => {
  const property = fc.asyncProperty(anyStatus, fc.array(anyStep, { minLength: 6, maxLength: 14 }), run);
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: TIMEOUT_MS });
});

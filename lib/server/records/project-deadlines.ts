import { daysLeft, keptDeadlines, stateOn, type Contract } from "../../deadlines/deadlines";
import { contractOf } from "../../records/deadlines/deadline-contract";
import { stateNumber, type DeadlineState } from "../../records/deadlines/deadline-states";
import { daysLater } from "../../records/fields/day";
import { dayOf } from "../../records/fields/moments";
import { db, type Connection } from "../database/client";
import { env } from "../config/env";
import { unlessFull } from "../errors/errors";
import { thenReadPrimary } from "../database/read-routing";
import * as store from "./sql/deadlines";

/** A stored contract as the reckoning takes it. */
export const asContract = (stored: store.StoredContract): Contract => ({
  ...contractOf(stored),
  isFinished: stored.isFinished,
});

/** So many projects are worked out at once. */
const PART = 2_000;

type Kept = ReturnType<typeof keptDeadlines>;

/** The last day on which not only the days are what they are, but the state as well. */
function lastDayOf(kept: Kept, state: DeadlineState, today: string, soonDays: number): string {
  const left = daysLeft(kept, today);
  const untilSoon = state === "open" && left !== null ? [daysLater(today, left - soonDays - 1)] : [];
  const untilOver = kept.ends_on !== null && kept.ends_on >= today ? [kept.ends_on] : [];
  return [kept.valid_until, ...untilSoon, ...untilOver].sort()[0] ?? today;
}

/** For which day and setting this process has looked last, as only a clock that is put back makes a second look necessary. */
let fitting = "";

async function workOut(today: string, soonDays: number): Promise<void> {
  const connection = db();
  const wanted = `${today} ${soonDays}`;
  if (fitting !== wanted) await store.dropUnfitDeadlines(connection, today, soonDays);
  fitting = wanted;
  for (let after = 0; ;) {
    const found = await store.contractsToWorkOut(connection, today, { after, most: PART });
    const rows = found.map(({ projekt_id, revision, ...stored }): store.KeptDeadlines => {
      const kept = keptDeadlines(asContract(stored), today);
      const state = stateOn(kept, today, soonDays);
      return {
        projekt_id,
        revision,
        letzter_kuendigungstag: kept.last_notice_day,
        endet_am: kept.ends_on,
        verlaengert_am: kept.renews_on,
        fristenstand: stateNumber(state),
        holds_until: lastDayOf(kept, state, today, soonDays),
      };
    });
    await store.keepDeadlines(connection, rows, { today, soonDays });
    if (found.length < PART) return;
    after = found.at(-1)?.projekt_id ?? after;
  }
}

/** Whoever asks while it is being worked out waits for the same work. */
let running: Promise<void> | null = null;

async function workOutOnce(): Promise<void> {
  // What changed while others' work was under way is found by one more look.
  await running?.catch(() => undefined);
  // Where there is no room to keep them, what was kept is shown.
  running ??= unlessFull(workOut(dayOf(new Date()), env().DEADLINE_DAYS)).finally(() => {
    running = null;
  });
  return running;
}

/**
 * Works out what is not, or holds no more since a change or the turn of a day: usually nothing. Whoever reads
 * `project_deadlines` calls this before.
 */
export const bringUpToDate = ({ connection }: { connection: Connection }): Promise<void> =>
  thenReadPrimary(connection, workOutOnce);

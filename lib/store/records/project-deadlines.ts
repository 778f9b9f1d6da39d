import { activeDays, type ActiveContract, type ActiveDays } from "@/lib/model/deadlines/active-days";
import { daysLeft, computeDeadlines, stateOn } from "@/lib/model/deadlines/deadlines";
import { contractOf } from "@/lib/model/deadlines/deadline-contract";
import { stateNumber, type DeadlineState } from "@/lib/model/deadlines/deadline-states";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db, type Connection } from "../database/client";
import { env } from "@/lib/base/config/env";
import { ignoreDiskFull } from "@/lib/base/errors/errors";
import { onPrimaryThenStick } from "../database/replicas/read-routing";
import * as store from "../sql/stored-deadlines";

/** Converts a stored contract to the input of the deadline computation. */
export const asContract = (stored: store.StoredContract): ActiveContract => ({ ...stored, ...contractOf(stored) });

/** Returns a range of days as PostgreSQL reads it. */
const rangeOf = ({ first, last, isNever }: ActiveDays) => (isNever ? "empty" : `[${first ?? ""},${last ?? ""}]`);

/** The number of projects computed in one batch. */
const BATCH_SIZE = 2_000;

type Computed = ReturnType<typeof computeDeadlines>;

/** Returns the last day for which both the computed deadlines and their state are valid. */
function lastDayOf(computed: Computed, state: DeadlineState, today: string, soonDays: number): string {
  const left = daysLeft(computed, today);
  const untilSoon = state === "open" && left !== null ? [daysLater(today, left - soonDays - 1)] : [];
  const untilOver = computed.ends_on !== null && computed.ends_on >= today ? [computed.ends_on] : [];
  return [computed.valid_until, ...untilSoon, ...untilOver].sort()[0] ?? today;
}

/**
 * The day and the setting for which this process last ran `dropUnfitDeadlines`, which is needed
 * again only when the day or the setting changes.
 */
let checkedState = "";

async function recompute(today: string, soonDays: number): Promise<void> {
  const connection = db();
  const currentState = `${today} ${soonDays}`;
  if (checkedState !== currentState) await store.dropUnfitDeadlines(connection, today, soonDays);
  checkedState = currentState;
  for (let after = 0; ;) {
    const found = await store.listOutdatedContracts(connection, today, { after, most: BATCH_SIZE });
    const rows = found.map(({ projekt_id, revision, ...stored }): store.StoredDeadlines => {
      const contract = asContract(stored);
      const computed = computeDeadlines(contract, today);
      const active = activeDays(contract);
      const state = stateOn(computed, today, soonDays);
      return {
        projekt_id,
        revision,
        letzter_kuendigungstag: computed.last_notice_day,
        endet_am: computed.ends_on,
        verlaengert_am: computed.renews_on,
        fristenstand: stateNumber(state),
        active_days: rangeOf(active),
        aktiv_bis: active.last,
        holds_until: lastDayOf(computed, state, today, soonDays),
      };
    });
    await store.saveDeadlines(connection, rows, { today, soonDays });
    if (found.length < BATCH_SIZE) return;
    after = found.at(-1)?.projekt_id ?? after;
  }
}

/** The running refresh, if any; concurrent callers share it. */
let running: Promise<void> | null = null;

async function recomputeOnce(): Promise<void> {
  // A running refresh may have missed projects that changed since it began: waits for it and runs
  // another.
  await running?.catch(() => undefined);
  // If the disk is full, callers read the deadlines that are stored.
  running ??= ignoreDiskFull(recompute(dayOf(new Date()), env().DEADLINE_DAYS)).finally(() => {
    running = null;
  });
  return running;
}

/**
 * Recomputes the deadlines that are missing or that a change or a new day has made outdated;
 * usually there are none. Every reader of `project_deadlines` calls this first.
 */
export const refreshDeadlines = ({ connection }: { connection: Connection }): Promise<void> =>
  onPrimaryThenStick(connection, recomputeOnce);

import { dayOf } from "../../records/fields/moments";
import {
  firstQualityDay,
  qualityChecks,
  type CheckedQuality,
  type QualityCheck,
  type QualityDay,
  type QualityList,
} from "../../records/quality-checks";
import { definitionOf } from "../../records/kinds/registry";
import { jobContext, type Context } from "../database/transaction";
import { countListed, readListQuery } from "../records/find-records";
import { countDuplicates } from "../duplicates/find-duplicates";
import { demand } from "../access/permissions";
import { thenReadPrimary } from "../database/read-routing";
import * as store from "./quality-sql";
import { getAt } from "../errors/invariant";

/* What is wrong with the data and can be mended (issue 14): counted once a day, because counting all takes longer than a page may. */

/**
 * What a list has to mend: its own total, so that the number and the list that it leads to are one.
 * @returns null where nobody can say yet, because records are still being compared
 */
async function countOf(context: Context, { kind, query }: QualityList): Promise<number | null> {
  const definition = definitionOf(kind);
  if (query === null) {
    const { total, waiting } = await countDuplicates(context, definition);
    return waiting > 0 ? null : total;
  }
  return countListed(context, definition, await readListQuery(context, definition, new URLSearchParams(query)));
}

async function countAll(now: Date): Promise<void> {
  const context = jobContext();
  const counts: { list: string; count: number }[] = [];
  // One after the other: nobody waits for these as long as for what others ask meanwhile.
  for (const list of qualityChecks.flatMap(({ lists }) => lists)) {
    const count = await countOf(context, list);
    if (count !== null) counts.push({ list: list.name, count });
  }
  const day = dayOf(now);
  await store.keepCounts(context.connection, counts, { day, at: now, since: firstQualityDay(day) });
}

/** Whoever asks while it is being counted waits for the same work. */
let running: Promise<void> | null = null;

/** Counts everything now, and keeps the numbers as those of the day. */
export async function countQuality(now = new Date()): Promise<void> {
  // What was mended while others' count was under way is seen by one more.
  await running?.catch(() => undefined);
  running ??= countAll(now).finally(() => {
    running = null;
  });
  return running;
}

/**
 * The same for an editor who asks for it.
 * @throws AppError forbidden
 */
export async function countQualityAgain({ actor }: Context): Promise<void> {
  demand(actor, "write", "quality");
  await countQuality();
}

/** The days of a check: what all of its lists had to mend on each. */
function daysOf({ lists }: QualityCheck, kept: ReadonlyMap<string, store.KeptCounts>): QualityDay[] {
  const sums = new Map<string, number>();
  for (const { name } of lists) {
    const { days = [], counts = [] } = kept.get(name) ?? {};
    for (const [index, day] of days.entries()) sums.set(day, (sums.get(day) ?? 0) + getAt(counts, index));
  }
  return [...sums].map(([day, count]) => ({ day, count })).sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Every check as it was counted last, as far as it ever was, and when; null where nobody has counted yet. */
export type Quality = { counted_at: Date; checks: CheckedQuality[] } | null;

function asQuality(rows: readonly store.KeptCounts[]): Quality {
  const kept = new Map(rows.map((row) => [row.list, row]));
  const moments = qualityChecks.flatMap(({ lists }) =>
    lists.flatMap(({ name }) => kept.get(name)?.counted_at.getTime() ?? []),
  );
  if (moments.length === 0) return null;
  const checks = qualityChecks.flatMap((check): CheckedQuality[] => {
    const lists = check.lists.flatMap(({ name, kind, query, field }) => {
      const count = kept.get(name)?.counts.at(-1);
      return count === undefined ? [] : [{ kind, query, field, count }];
    });
    const count = lists.reduce((sum, list) => sum + list.count, 0);
    return lists.length > 0 ? [{ name: check.name, count, lists, days: daysOf(check, kept) }] : [];
  });
  return { counted_at: new Date(Math.max(...moments)), checks };
}

const keptOn = ({ connection }: Context, now: Date) => store.keptCounts(connection, firstQualityDay(dayOf(now)));

/** What is kept, without counting: for pages that are about something else, too. */
export async function findKeptQuality(context: Context, now = new Date()): Promise<Quality> {
  demand(context.actor, "read", "quality");
  return asQuality(await keptOn(context, now));
}

/** So many milliseconds a count stands that left something out, because records were still being compared. */
const UNFINISHED_STANDS = 60_000;

/** Whether every list was counted on the day of a moment, or has just been tried; one that is new was not. */
function isCounted(now: Date, rows: readonly store.KeptCounts[]): boolean {
  const today = rows.filter(({ days }) => days.at(-1) === dayOf(now));
  const counted = new Set(today.map(({ list }) => list));
  const isWhole = qualityChecks.every(({ lists }) => lists.every(({ name }) => counted.has(name)));
  return isWhole || today.some(({ counted_at }) => Math.abs(now.getTime() - counted_at.getTime()) < UNFINISHED_STANDS);
}

/** The same for who asks for it: on a day on which nobody has counted, it is counted now. */
export async function findQuality(context: Context, now = new Date()): Promise<NonNullable<Quality>> {
  demand(context.actor, "read", "quality");
  let rows = await keptOn(context, now);
  if (!isCounted(now, rows)) {
    await thenReadPrimary(context.connection, () => countQuality(now));
    rows = await keptOn(context, now);
  }
  const quality = asQuality(rows);
  if (!quality) throw new Error("What was counted is not there");
  return quality;
}

import type { QualityDay } from "../quality-answers";
import { monthsLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { CONFIRMED_AT } from "@/lib/model/fields/confirmation";
import {
  firstQualityDay,
  qualityChecks,
  qualityHref,
  type CheckedQuality,
  type QualityCheck,
  type QualityList,
} from "../quality-checks";
import { definitionOf } from "@/lib/model/kinds/registry";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { flaggedIds } from "@/lib/store/sql/reference-list-rows";
import { jobContext, type Context } from "@/lib/store/database/transaction";
import { countListed, readListQuery } from "@/lib/store/records/find-records";
import { env } from "@/lib/base/config/env";
import { countDuplicates } from "@/lib/features/duplicates/server/find-duplicates";
import { authorize } from "@/lib/base/access/permissions";
import { onPrimaryThenStick } from "@/lib/store/database/replicas/read-routing";
import * as store from "./quality-sql";
import { expectDefined } from "@/lib/base/errors/invariant";
import { getAt } from "@/lib/model/pure/get-at";
import { maxOf } from "@/lib/model/pure/long-lists";

/*
 * Problems in the data that users can fix. Counted once a day, because counting everything takes
 * longer than loading a page may take.
 */

/** Returns the filter for the records without a confirmation in the `CONFIRM_MONTHS` before a day. */
const unconfirmedBefore = (today: string) =>
  `${filterParameter(CONFIRMED_AT, "before")}=${monthsLater(today, -env().CONFIRM_MONTHS)}`;

/**
 * Returns the query of a list as of today, with the entries that `flagged` asks for.
 */
async function queryOf(
  { connection }: Context,
  { kind, query, flagged, isUnconfirmed }: QualityList,
): Promise<string | null> {
  if (isUnconfirmed) return unconfirmedBefore(dayOf(new Date()));
  const list = flagged && definitionOf(kind).fields[flagged.field]?.reference;
  if (query === null || !list) return query;
  const { field } = flagged;
  const ids = await flaggedIds(connection, list, flagged.flags);
  return `${filterParameter(field, "in")}=${ids.join()}&${query}`;
}

/** Returns whether no entry is flagged as a list asks for, of which a query cannot ask. */
async function hasNoEntries({ connection }: Context, { kind, flagged }: QualityList): Promise<boolean> {
  const list = flagged && definitionOf(kind).fields[flagged.field]?.reference;
  return list !== undefined && (await flaggedIds(connection, list, flagged?.flags ?? {})).length === 0;
}

/**
 * Returns the number of problems in one list of a check. Takes the total of the list page that the
 * number links to, so that both agree.
 * @returns null while the number is unknown, because records are still being compared
 */
async function countOf(context: Context, list: QualityList): Promise<number | null> {
  const definition = definitionOf(list.kind);
  if (await hasNoEntries(context, list)) return 0;
  const query = await queryOf(context, list);
  if (query === null) {
    const { total, waiting } = await countDuplicates(context, definition);
    return waiting > 0 ? null : total;
  }
  return countListed(context, definition, await readListQuery(context, definition, new URLSearchParams(query)));
}

async function countAll(now: Date): Promise<void> {
  const context = jobContext();
  const counts: { list: string; count: number }[] = [];
  // Counts sequentially, so that the counts do not slow down concurrent requests.
  for (const list of qualityChecks.flatMap(({ lists }) => lists)) {
    const count = await countOf(context, list);
    if (count !== null) counts.push({ list: list.name, count });
  }
  const day = dayOf(now);
  await store.saveCounts(context.connection, counts, { day, at: now, since: firstQualityDay(day) });
}

/** Count in progress, which concurrent callers share. */
let running: Promise<void> | null = null;

/** Counts everything now, and stores the counts for the day. */
export async function countQuality(now = new Date()): Promise<void> {
  // A running count may have missed the latest fixes: waits for it, then counts again.
  await running?.catch(() => undefined);
  running ??= countAll(now).finally(() => {
    running = null;
  });
  return running;
}

/**
 * Counts everything on behalf of an editor.
 * @throws AppError forbidden
 */
export async function countQualityAgain({ actor }: Context): Promise<void> {
  authorize(actor, "write", "quality");
  await countQuality();
}

/** Returns a check's count for each day, summed over all of its lists. */
function daysOf({ lists }: QualityCheck, countsByList: ReadonlyMap<string, store.StoredCounts>): QualityDay[] {
  const sums = new Map<string, number>();
  for (const { name } of lists) {
    const { days = [], counts = [] } = countsByList.get(name) ?? {};
    for (const [index, day] of days.entries()) sums.set(day, (sums.get(day) ?? 0) + getAt(counts, index));
  }
  return [...sums].map(([day, count]) => ({ day, count })).sort((one, other) => (one.day < other.day ? -1 : 1));
}

/**
 * Each check with its latest counts, and when they were taken; null when nothing was counted yet.
 */
export type Quality = { counted_at: Date; checks: CheckedQuality[] } | null;

async function asQuality(context: Context, rows: readonly store.StoredCounts[]): Promise<Quality> {
  const countsByList = new Map(rows.map((row) => [row.list, row]));
  const moments = qualityChecks.flatMap(({ lists }) =>
    lists.flatMap(({ name }) => countsByList.get(name)?.counted_at.getTime() ?? []),
  );
  if (moments.length === 0) return null;
  const queries = new Map<QualityList, string | null>();
  for (const list of qualityChecks.flatMap(({ lists }) => lists)) queries.set(list, await queryOf(context, list));
  const checks = qualityChecks.flatMap((check): CheckedQuality[] => {
    const lists = check.lists.flatMap((list) => {
      const { name, kind, field } = list;
      const count = countsByList.get(name)?.counts.at(-1);
      return count === undefined ? [] : [{ kind, query: queries.get(list) ?? null, field, count }];
    });
    const count = lists.reduce((sum, list) => sum + list.count, 0);
    const { name, isForRounds, findsAllAtFirst, suggestions } = check;
    const days = daysOf(check, countsByList);
    return lists.length > 0 ? [{ name, isForRounds, findsAllAtFirst, suggestions, count, lists, days }] : [];
  });
  return { counted_at: new Date(maxOf(moments, 0)), checks };
}

const countsSince = ({ connection }: Context, now: Date) =>
  store.maintainedCounts(connection, firstQualityDay(dayOf(now)));

/**
 * Returns the latest stored counts without counting anew, for pages that show them among other
 * things.
 */
export async function findStoredQuality(context: Context, now = new Date()): Promise<Quality> {
  authorize(context.actor, "read", "quality");
  return asQuality(context, await countsSince(context, now));
}

/**
 * Counts the problems in the first list of a check now.
 * @returns the number, and the URL of the list; null while the number is unknown
 */
export async function countCheck(context: Context, name: string): Promise<{ count: number; href: string } | null> {
  authorize(context.actor, "read", "quality");
  const list = expectDefined(qualityChecks.find((check) => check.name === name)?.lists[0], `a check ${name}`);
  const count = await countOf(context, list);
  return count === null ? null : { count, href: qualityHref({ ...list, query: await queryOf(context, list) }) };
}

/**
 * Lifetime in milliseconds of an incomplete count, which left out lists whose records were still
 * being compared.
 */
const UNFINISHED_VALID_MS = 60_000;

/**
 * Whether no new count is needed: every list was counted today (which is false for a list that a
 * new version has added), or an incomplete count was made within the last minute.
 */
function isCounted(now: Date, rows: readonly store.StoredCounts[]): boolean {
  const today = rows.filter(({ days }) => days.at(-1) === dayOf(now));
  const counted = new Set(today.map(({ list }) => list));
  const isComplete = qualityChecks.every(({ lists }) => lists.every(({ name }) => counted.has(name)));
  return (
    isComplete || today.some(({ counted_at }) => Math.abs(now.getTime() - counted_at.getTime()) < UNFINISHED_VALID_MS)
  );
}

/**
 * Returns the latest counts; counts first if there are none of today.
 * @throws AppError forbidden
 */
export async function findQuality(context: Context, now = new Date()): Promise<NonNullable<Quality>> {
  authorize(context.actor, "read", "quality");
  let rows = await countsSince(context, now);
  if (!isCounted(now, rows)) {
    await onPrimaryThenStick(context.connection, () => countQuality(now));
    rows = await countsSince(context, now);
  }
  const quality = await asQuality(context, rows);
  if (!quality) throw new Error("The quality counts were not stored");
  return quality;
}

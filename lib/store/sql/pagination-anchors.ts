import type { AnyDefinition, SortOrder } from "@/lib/model/kinds/define";
import type { Connection } from "../database/client";
import { raw, sql, type SqlQuery } from "../database/sql";
import { emptiesAtEnd, identifier } from "./fragments";

/*
 * Offset pagination scans all rows before the page. For deep pages each instance therefore caches
 * every 500th record of a sort order (an anchor) and starts from the last anchor before the page,
 * as long as the order is unchanged.
 */

/** Number of records between two anchors; pages with a smaller offset do not use anchors. */
const STEP = 500;
/** Minimum milliseconds between two scans of one sort order, however often the order changes. */
const PAUSE_MS = 10_000;

/**
 * Selects the maintained count of a kind's records (`prisma/triggers/count.ts`) and a `state`. If
 * the state is the same at two moments, no record was added, removed or moved in any sort order in
 * between.
 */
export const maintainedCount = ({ apiPath }: AnyDefinition) => sql`
  (SELECT coalesce(sum(count), 0)::int FROM record_counts WHERE kind = ${apiPath}) AS total,
  (SELECT count(*) || ' ' || coalesce(sum(hashint8extended(row_id, 0)), 0) FROM record_counts WHERE kind = ${apiPath}) AS state`;

type Anchor = { value: string; id: number };
type CachedOrder = { state: string; anchors: Anchor[]; readAt: number; isReading: boolean };

const orders = new Map<string, CachedOrder>();

/** Reads all anchors of a sort order, and its state, in one scan. */
async function readAnchors(connection: Connection, definition: AnyDefinition, column: string, direction: SqlQuery) {
  const key = sql`r.${identifier(definition.key)}`;
  const value = sql`r.${identifier(column)}`;
  const [row] = await connection.$queryRaw<[{ state: string; anchors: Anchor[] | null }]>`
    SELECT ${maintainedCount(definition)}, (
      SELECT json_agg(json_build_object('value', value, 'id', id) ORDER BY index) FROM (
        SELECT ${value} AS value, ${key} AS id, row_number() OVER (ORDER BY ${value} ${direction}, ${key}) - 1 AS index
        FROM ${identifier(definition.table)} r) AS numbered
      WHERE index % ${raw(String(STEP))} = 0) AS anchors`;
  return { state: row.state, anchors: row.anchors ?? [] };
}

/**
 * Returns two functions that use and refresh the cached anchors of a kind's sort order by one
 * column.
 * @returns null for a column whose empty values come last in both directions
 */
export function anchorsOf(definition: AnyDefinition, column: string, direction: SortOrder) {
  if (emptiesAtEnd(definition.fields[column])) return null;
  const name = `${definition.name} ${column} ${direction}`;
  const [key, value] = [sql`r.${identifier(definition.key)}`, sql`r.${identifier(column)}`];

  /**
   * Finds the last anchor before an offset. Returns a WHERE clause that starts at the anchor, the
   * offset counted from there, and the state for which both are valid; null without such an anchor.
   */
  function before(offset: bigint) {
    const order = orders.get(name);
    const anchor = offset >= STEP ? order?.anchors[Number(offset / BigInt(STEP))] : undefined;
    if (!order || !anchor) return null;
    const { value: first, id } = anchor;
    const where =
      direction === "asc"
        ? sql`WHERE (${value}, ${key}) >= (${first}, ${id})`
        : sql`WHERE ${value} <= ${first} AND (${value} < ${first} OR ${key} >= ${id})`;
    return { where, rest: offset % BigInt(STEP), state: order.state };
  }

  /**
   * Must be called when a page was read without an anchor. Refreshes the cached anchors in the
   * background if they are outdated.
   * @param state the state of the sort order, as read with the page
   */
  function refreshIfOutdated(connection: Connection, offset: bigint, state: string): void {
    const order = orders.get(name);
    const isFresh = order && (order.state === state || order.isReading || Date.now() - order.readAt < PAUSE_MS);
    if (offset < STEP || isFresh) return;
    const pending = { state: "", anchors: [], readAt: Date.now(), isReading: true };
    orders.set(name, pending);
    const direct = direction === "asc" ? sql`ASC` : sql`DESC`;
    readAnchors(connection, definition, column, direct).then(
      (row) => orders.set(name, { ...row, readAt: Date.now(), isReading: false }),
      () => orders.set(name, { ...pending, isReading: false }),
    );
  }

  return { before, countedFor: refreshIfOutdated };
}

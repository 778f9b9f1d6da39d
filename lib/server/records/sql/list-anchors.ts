import type { AnyDefinition, SortOrder } from "@/lib/records/kinds/define";
import type { Connection } from "../../database/client";
import { raw, sql, type SqlQuery } from "../../database/sql";
import { identifier } from "./fragments";

/*
 * A page far down a list of a million would count its way there. Each instance remembers every so many records of an order,
 * its anchors, and counts from the nearest one, as long as the order is the one that it saw.
 */

/** Records from one anchor to the next, and the fewest that a page must lie behind to be looked for from one. */
const STEP = 500;
/** Milliseconds between two looks at a whole order, however often it changes. */
const PAUSE = 10_000;

/**
 * How many records of a kind there are, as their triggers have counted along (`prisma/triggers/count.ts`), and the `state`:
 * equal ones mean that no record has come, gone or changed its place in any order.
 */
export const countedAlong = ({ apiPath }: AnyDefinition) => sql`
  (SELECT coalesce(sum(count), 0)::int FROM record_counts WHERE kind = ${apiPath}) AS total,
  (SELECT count(*) || ' ' || coalesce(sum(hashint8extended(row_id, 0)), 0) FROM record_counts WHERE kind = ${apiPath}) AS state`;

type Anchor = { value: string; id: number };
type Order = { state: string; anchors: Anchor[]; lookedAt: number; isLooking: boolean };

const orders = new Map<string, Order>();

/** Looks at a whole order once. */
async function look(connection: Connection, definition: AnyDefinition, column: string, direction: SqlQuery) {
  const key = sql`r.${identifier(definition.key)}`;
  const value = sql`r.${identifier(column)}`;
  const [seen] = await connection.$queryRaw<[{ state: string; anchors: Anchor[] | null }]>`
    SELECT ${countedAlong(definition)}, (
      SELECT json_agg(json_build_object('value', value, 'id', id) ORDER BY place) FROM (
        SELECT ${value} AS value, ${key} AS id, row_number() OVER (ORDER BY ${value} ${direction}, ${key}) - 1 AS place
        FROM ${identifier(definition.table)} r) AS placed
      WHERE place % ${raw(String(STEP))} = 0) AS anchors`;
  return { state: seen.state, anchors: seen.anchors ?? [] };
}

/**
 * What is remembered of a kind's order by one of its columns.
 * @returns null for a column that may be empty
 */
export function anchorsOf(definition: AnyDefinition, column: string, direction: SortOrder) {
  const storage = definition.fields[column]?.storage;
  if (storage?.in === "column" && storage.type === "date") return null;
  const name = `${definition.name} ${column} ${direction}`;
  const [key, value] = [sql`r.${identifier(definition.key)}`, sql`r.${identifier(column)}`];

  /** Where to begin for a page, how many records to pass from there, and the state in which that holds. */
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
   * Tells that a page had to be counted for. Where the order is not the one that was seen, it is looked at anew, beside what
   * else goes on.
   * @param state the order's state as the page saw it
   */
  function countedFor(connection: Connection, offset: bigint, state: string): void {
    const order = orders.get(name);
    const isFresh = order && (order.state === state || order.isLooking || Date.now() - order.lookedAt < PAUSE);
    if (offset < STEP || isFresh) return;
    const looking = { state: "", anchors: [], lookedAt: Date.now(), isLooking: true };
    orders.set(name, looking);
    const direct = direction === "asc" ? sql`ASC` : sql`DESC`;
    look(connection, definition, column, direct).then(
      (seen) => orders.set(name, { ...seen, lookedAt: Date.now(), isLooking: false }),
      () => orders.set(name, { ...looking, isLooking: false }),
    );
  }

  return { before, countedFor };
}

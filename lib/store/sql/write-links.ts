import { definitionOf } from "@/lib/model/kinds/registry";
import { relationSidesOf, type RelationSides } from "@/lib/model/kinds/relations";
import type { Transaction } from "../database/client";
import { filledLinkValues } from "@/lib/model/values/link-values";
import type { AnyRow } from "@/lib/model/kinds/define";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { pairTable } from "./change-pairs";
import { identifier, jsonParts, labelOf, valueColumnsOf, linkObject, isOneOf } from "./fragments";
import { HISTORY_LOCALE } from "./linked-records";
import { lockInOrder, type RecordsToLock } from "./write-records";
import { pushAll } from "@/lib/model/pure/long-lists";

/**
 * Locks all links of records until the transaction ends. Waits for transactions that are deleting
 * some of them. The locks on the records themselves prevent new links.
 */
export async function lockLinksOf(transaction: Transaction, kind: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { relation, own } of relationSidesOf(kind)) {
    await transaction.$executeRaw`
      SELECT 1 FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} ${isOneOf(ids)}
      ORDER BY ${join(relation.ends.map(({ column }) => sql`l.${identifier(column)}`))} FOR UPDATE`;
  }
}

/** A link of one relation, seen from one end: the keys of its two records. */
export type LinkKeys = { own: number; other: number };
/** A link to write, with the values of its fields. */
type LinkValues = LinkKeys & { values: AnyRow };
/** A link that was written, with the label of the record at the other end. */
type WrittenLink = LinkKeys & { label: string };

/** Selects links that a data-modifying statement returned as `written`, with the labels of their other ends. */
function withLabels({ other }: RelationSides, columns: SqlQuery) {
  const child = definitionOf(other.kind);
  return sql`SELECT ${columns}, ${labelOf(child, HISTORY_LOCALE)} AS label
    FROM written LEFT JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = written.other
    ORDER BY written.own, written.other`;
}

/**
 * Locks links of one relation until the transaction ends, in the order of their keys, so that two
 * callers cannot deadlock.
 */
export async function lockLinks(
  transaction: Transaction,
  { relation, own, other }: RelationSides,
  links: readonly LinkKeys[],
): Promise<void> {
  if (links.length === 0) return;
  const [ownColumn, otherColumn] = [identifier(own.column), identifier(other.column)];
  const order = join(relation.ends.map(({ column }) => sql`l.${identifier(column)}`));
  await transaction.$executeRaw`
    SELECT 1 FROM ${identifier(relation.table)} l
    JOIN ${pairTable(links)} ON l.${ownColumn} = pair.own AND l.${otherColumn} = pair.other
    ORDER BY ${order} FOR UPDATE OF l`;
}

/**
 * Returns the records within which the roles of links are unique, to lock them. Other transactions
 * can still add and remove links of these records.
 */
export function scopesOf({ relation, own, other }: RelationSides, links: readonly LinkKeys[]): RecordsToLock[] {
  if (!relation.roles || links.length === 0) return [];
  const isOwn = own.column === relation.roles.scope;
  const ids = [...new Set(links.map((link) => (isOwn ? link.own : link.other)))];
  return [{ definition: definitionOf(isOwn ? own.kind : other.kind), ids, against: "change" }];
}

/**
 * Removes links of one relation.
 * @returns the links that were there, with the values of their fields
 */
export async function removeLinks(
  transaction: Transaction,
  sides: RelationSides,
  links: readonly LinkKeys[],
): Promise<(WrittenLink & { values: AnyRow })[]> {
  if (links.length === 0) return [];
  const { relation, own, other } = sides;
  return transaction.$queryRaw`
    WITH written AS (
      DELETE FROM ${identifier(relation.table)} l USING ${pairTable(links)}
      WHERE l.${identifier(own.column)} = pair.own AND l.${identifier(other.column)} = pair.other
      RETURNING pair.own, pair.other, ${linkObject(relation)} AS values
    )
    ${withLabels(sides, sql`written.own, written.other, written.values`)}`;
}

const linkRows = (links: readonly LinkValues[]) => links.map(({ own, other, values }) => ({ ...values, own, other }));

/** Builds the table `new_links` of the links to write, with a column for each field. */
const newLinksTable = (part: string, columns: readonly { name: string; type: string }[]) => sql`
  jsonb_to_recordset(${part}::jsonb) AS new_links (own integer, other integer ${columnList(
    columns.map(({ name, type }) => sql`${identifier(name)} ${raw(type)}`),
  )})`;

const columnList = (parts: readonly SqlQuery[]) => (parts.length > 0 ? sql`, ${join([...parts])}` : empty);

/**
 * Writes the fields of links of one relation, in one statement: while it runs, two links may have
 * the same unique role.
 * @returns the links that were there
 */
export async function updateLinks(
  transaction: Transaction,
  sides: RelationSides,
  links: readonly LinkValues[],
): Promise<WrittenLink[]> {
  const { relation, own, other } = sides;
  const columns = valueColumnsOf(relation);
  if (links.length === 0 || columns.length === 0) return [];
  const sets = columns.map(({ name }) => sql`${identifier(name)} = new_links.${identifier(name)}`);
  return transaction.$queryRaw`
    WITH written AS (
      UPDATE ${identifier(relation.table)} l SET ${join(sets)} FROM ${newLinksTable(JSON.stringify(linkRows(links)), columns)}
      WHERE l.${identifier(own.column)} = new_links.own AND l.${identifier(other.column)} = new_links.other
      RETURNING new_links.own, new_links.other
    )
    ${withLabels(sides, sql`written.own, written.other`)}`;
}

/**
 * Adds links of one relation. Locks their records before, as foreign keys do afterwards: a link that
 * is written already would keep a transaction waiting that has locked one of its records. Writes
 * them in the order of their keys, so that two callers cannot deadlock.
 * @returns the links that were not there
 */
export async function addLinks(
  transaction: Transaction,
  sides: RelationSides,
  links: readonly LinkValues[],
): Promise<WrittenLink[]> {
  const { relation, own, other } = sides;
  const columns = valueColumnsOf(relation);
  const [ownColumn, otherColumn] = [identifier(own.column), identifier(other.column)];
  const names = columnList(columns.map(({ name }) => identifier(name)));
  // Links without values of their own are two arrays, which is faster than JSON.
  const isPlain = links.every(({ values }) => filledLinkValues(relation, values) === undefined);
  const insert = (source: SqlQuery) => transaction.$queryRaw<WrittenLink[]>`
    WITH written AS (
      INSERT INTO ${identifier(relation.table)} (${ownColumn}, ${otherColumn} ${isPlain ? empty : names})
      ${source} ON CONFLICT DO NOTHING RETURNING ${ownColumn} AS own, ${otherColumn} AS other
    )
    ${withLabels(sides, sql`written.own, written.other`)}`;
  if (links.length === 0) return [];
  const order = (table: SqlQuery) =>
    join(relation.ends.map(({ column }) => sql`${table}.${raw(column === own.column ? "own" : "other")}`));
  const locking = lockInOrder(transaction, [
    { definition: definitionOf(own.kind), ids: links.map((link) => link.own), against: "delete" },
    { definition: definitionOf(other.kind), ids: links.map((link) => link.other), against: "delete" },
  ]);
  if (isPlain) {
    const rows = sql`SELECT pair.own, pair.other FROM ${pairTable(links)} ORDER BY ${order(sql`pair`)}`;
    // Pipelined: the connection executes the locks first.
    const [written] = await Promise.all([insert(rows), ...locking]);
    return written;
  }
  await Promise.all(locking);
  const added: WrittenLink[] = [];
  for (const part of jsonParts(linkRows(links))) {
    const rows = sql`SELECT new_links.own, new_links.other ${names} FROM ${newLinksTable(part, columns)}`;
    pushAll(added, await insert(sql`${rows} ORDER BY ${order(sql`new_links`)}`));
  }
  return added;
}

/** Removes all links of records that would refuse the deletion of these records. */
export async function removeHoldingLinks(
  transaction: Transaction,
  kind: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const { relation, own } of relationSidesOf(kind)) {
    if (!own.preventsDeletion) continue;
    await transaction.$executeRaw`
      DELETE FROM ${identifier(relation.table)} WHERE ${identifier(own.column)} ${isOneOf(ids)}`;
  }
}

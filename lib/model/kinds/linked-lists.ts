import type { AnyRow } from "./define";
import type { FieldFilter } from "../lists/filters";
import { linkStateOn } from "./link-states";
import type { LinkList } from "./relations";

/**
 * Returns the name of the row property with the total length of a link list. A row has this
 * property if it contains only the first records of the list.
 */
export const totalOf = (list: string) => `${list}.total`;

/** Returns the records of a link list that a row contains: all, or only the first ones. */
export const linkedIn = (row: AnyRow, list: string): AnyRow[] => (row[list] ?? []) as AnyRow[];

/** Returns the total number of records in a link list. */
export const linkedTotal = (row: AnyRow, list: string): number =>
  Number(row[totalOf(list)] ?? linkedIn(row, list).length);

/**
 * Returns the name of the row property with the number of current links in a link list, of which the
 * row contains only the first records.
 */
export const currentOf = (list: string) => `${list}.current`;

/** Returns the name of the row property with the number of former links, likewise. */
export const formerOf = (list: string) => `${list}.former`;

/**
 * Counts the links of a record as its page shows them: former ones, whose period has ended, apart
 * from all others. Numbers of linked records come from here, except where former links count as well:
 * past records and what prevents a deletion.
 * @param today `YYYY-MM-DD`
 */
export function countLinks(
  row: AnyRow,
  { list, relation }: Pick<LinkList, "list" | "relation">,
  today: string,
): { present: number; former: number } {
  const isFormer = (linked: AnyRow) => linkStateOn(relation, linked, today) === "former";
  const former = Number(row[formerOf(list)] ?? linkedIn(row, list).filter(isFormer).length);
  return { present: linkedTotal(row, list) - former, former };
}

/**
 * Returns the name of the row property with the first current links by their roles, for link lists of
 * which the row contains only the first records by name.
 */
export const leadingOf = (list: string) => `${list}.leading`;

/**
 * Returns the filter that restricts the list of the other kind to the records linked to one record.
 * A link list is paged and exported through it. Returns null if the other kind has no link list for
 * this relation.
 */
export const linkedFilter = ({ other }: Pick<LinkList, "other">, id: number): FieldFilter | null =>
  other.list === undefined ? null : { field: other.list, operator: "any", value: [id] };

import type { AnyRow } from "./define";
import type { FieldFilter } from "../lists/filters";
import type { LinkList } from "./relations";

/**
 * Returns the name of a row's property with the total count of a link list, of which the row has
 * only the first records.
 */
export const totalOf = (list: string) => `${list}.total`;

/** Returns the records of a link list in a row: all of them, or the first. */
export const linkedIn = (row: AnyRow, list: string): AnyRow[] => (row[list] ?? []) as AnyRow[];

/** Returns the total count of records in a link list. */
export const linkedTotal = (row: AnyRow, list: string): number =>
  Number(row[totalOf(list)] ?? linkedIn(row, list).length);

/**
 * Returns the filter that restricts the other kind's list to the records linked to one record, so
 * that a link list can be paged and exported. Null if the other end has no link list.
 */
export const linkedFilter = ({ other }: Pick<LinkList, "other">, id: number): FieldFilter | null =>
  other.list === undefined ? null : { field: other.list, operator: "any", value: [id] };

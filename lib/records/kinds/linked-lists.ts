import type { AnyRow } from "./define";
import type { FieldFilter } from "../lists/filters";
import type { LinkList } from "./relations";

/** Under which a row carries how many records of a link list there are, where it carries the first of them. */
export const totalOf = (list: string) => `${list}.total`;

/** The records of a link list that a row carries: all of them, or the first. */
export const linkedIn = (row: AnyRow, list: string): AnyRow[] => (row[list] ?? []) as AnyRow[];

/** How many records of a link list there are. */
export const linkedTotal = (row: AnyRow, list: string): number =>
  Number(row[totalOf(list)] ?? linkedIn(row, list).length);

/**
 * What narrows the list of the other kind to the records that one record is linked to: so a link list is read page by page,
 * and taken along. Null where nothing at the other end names the relation.
 */
export const linkedFilter = ({ other }: Pick<LinkList, "other">, id: number): FieldFilter | null =>
  other.list === undefined ? null : { field: other.list, operator: "any", value: [id] };

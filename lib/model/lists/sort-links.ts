import type { Sort } from "../kinds/define";
import type { ListQuery } from "./list-query";

const opposite = (order: Sort["order"]) => (order === "asc" ? "desc" : "asc");

/**
 * Returns how a list is sorted by a field, and the URLs that change this. A list is always sorted: a
 * click on the only sort column reverses it.
 * @param sort the list's sort fields
 * @param multiSort true if the list can be sorted by several fields; `adding` then adds the field to
 * the others, reverses it, and removes it, as a spreadsheet does
 * @param addressOf returns the list's URL with some changes to its query
 */
export function sortLinksOf(
  sort: readonly Sort[],
  field: string,
  multiSort: boolean,
  addressOf: (changes: Pick<ListQuery, "pageNo" | "sort">) => string,
) {
  const position = sort.findIndex((one) => one.field === field);
  const current = sort[position];
  const others = sort.filter((one) => one.field !== field);
  const next: Sort = { field, order: current ? opposite(current.order) : "asc" };
  const isLast = current?.order === "desc" && others.length > 0;
  const added = current ? sort.map((one) => (one === current ? next : one)) : [...sort, next];
  return {
    sorted: current && { desc: current.order === "desc", ...(sort.length > 1 && { place: position + 1 }) },
    href: addressOf({ pageNo: 0, sort: [next] }),
    ...(multiSort && { adding: addressOf({ pageNo: 0, sort: isLast ? others : added }) }),
  };
}

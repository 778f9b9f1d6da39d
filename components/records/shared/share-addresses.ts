import { hasDeadlines } from "@/lib/model/kinds/derived-facts";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { withLinkColumns } from "@/lib/features/exports/link-columns";
import type { ExportedColumns } from "./share-menu";
import { resolvedQuery } from "@/lib/model/lists/kind-query";
import { addressSearchParams, listSearchParams, type AddressQuery } from "@/lib/model/lists/list-query";

type SharedList = {
  definition: AnyDefinition;
  /** The list's filters and order; all pages are shared. */
  query: AddressQuery;
  /** Restricts the list to these records. */
  ids?: readonly number[];
};

const sharedQuery = ({ query, ids = [] }: SharedList): AddressQuery => ({
  ...query,
  pageNo: 0,
  ...(ids.length > 0 && { ids: [...ids] }),
});

/**
 * Builds the URL that exports a list.
 * @param columns the fields to export; empty for all fields and the key
 */
export function exportAddress(
  sharedList: SharedList,
  format: "csv" | "xlsx" | "ics",
  columns: readonly string[] = [],
): string {
  const parameters = listSearchParams(sharedList.definition, resolvedQuery(sharedQuery(sharedList)));
  parameters.set("format", format);
  if (columns.length > 0) parameters.set("columns", columns.join(","));
  return `/api/${sharedList.definition.apiPath}/export?${parameters}`;
}

/** Builds the URL that exports the deadlines of a list's records as a calendar; undefined if they have none. */
export const listCalendar = (sharedList: SharedList): string | undefined =>
  hasDeadlines(sharedList.definition) ? exportAddress(sharedList, "ics") : undefined;

/** Builds the URL of the call that lists the addresses of responsible members; undefined if the kind has none. */
export function responsibleAddress(sharedList: SharedList): string | undefined {
  const { apiPath, derivedLists } = sharedList.definition;
  if (!derivedLists) return undefined;
  const parameters = listSearchParams(sharedList.definition, resolvedQuery(sharedQuery(sharedList)));
  return `/api/${apiPath}/responsible_addresses?${parameters}`;
}

/** Returns whether columns contain links that have fields, which an export can contain as well. */
export const haveLinkFields = (definition: AnyDefinition, shown: readonly string[]): boolean =>
  withLinkColumns(definition, shown).length > shown.length;

/** Returns the columns to export of a list that shows columns; empty for all fields. */
export function exportedColumns(definition: AnyDefinition, shown: readonly string[], which: ExportedColumns) {
  if (which === "all") return [];
  return which === "links" ? withLinkColumns(definition, shown) : shown;
}

/**
 * Builds the URL of a list's printed page.
 * @param columns the columns to print; empty for those that the user has chosen
 */
export function printAddress(sharedList: SharedList, columns: readonly string[] = []): string {
  const parameters = addressSearchParams(sharedList.definition, sharedQuery(sharedList));
  if (columns.length > 0) parameters.set("columns", columns.join(","));
  return `/print/${sharedList.definition.apiPath}?${parameters}`;
}

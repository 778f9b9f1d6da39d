import type { AnyDefinition } from "@/lib/records/kinds/define";
import { listSearchParams, type ListQuery } from "@/lib/records/lists/list-query";

/**
 * Builds the URL that exports all pages of a list, with its filters and sort order.
 * @param columns the fields to export; empty for all fields and the key
 * @param ids restricts the export to these records
 */
export function exportAddress(
  definition: AnyDefinition,
  query: ListQuery,
  format: "csv" | "xlsx",
  columns: readonly string[],
  ids: readonly number[] = [],
): string {
  const parameters = listSearchParams(definition, { ...query, pageNo: 0, ...(ids.length > 0 && { ids }) });
  parameters.set("format", format);
  if (columns.length > 0) parameters.set("columns", columns.join(","));
  return `/api/${definition.apiPath}/export?${parameters}`;
}

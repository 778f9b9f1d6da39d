import type { AnyDefinition } from "@/lib/records/kinds/define";
import { listSearchParams, type ListQuery } from "@/lib/records/lists/list-query";

/**
 * The address of a list as a file: with its filters and order, on all its pages.
 * @param columns the fields to take along; none stands for all
 * @param ids only these records of it
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
  if (columns.length > 0) parameters.set("columns", [definition.key, ...columns].join(","));
  return `/api/${definition.apiPath}/export?${parameters}`;
}

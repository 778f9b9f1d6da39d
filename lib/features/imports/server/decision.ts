import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FieldErrors } from "@/lib/model/fields/field";
import { importColumn, type ImportTarget } from "@/lib/features/exports/spreadsheet-columns";
import type { Context } from "@/lib/store/database/transaction";
import { invalid } from "@/lib/base/errors/errors";
import { checkNames } from "./decided-names";
import type { StoredImport } from "./imports-sql";
import { knownEntries } from "@/lib/store/sql/reference-list-rows";
import { matchFieldsOf } from "./matching-records";
import { ownValue } from "@/lib/model/pure/own-value";

type Decision = Pick<StoredImport, "unknown" | "names" | "create_with" | "not_applicable" | "finished"> & {
  mapping?: Record<string, string | null>;
  match?: string[];
};

/** Returns whether all roles with which columns link exist, are active, and belong to such links. */
async function areRolesOffered({ connection }: Context, columns: readonly (ImportTarget | undefined)[]) {
  for (const column of columns) {
    if (column?.by !== "links" || column.role === undefined) continue;
    const { fields = {}, roles } = column.linkList.relation;
    if (!roles) return false;
    const known = await knownEntries(connection, { fields }, { [roles.field]: [column.role] });
    if (!known.isActive(roles.field, column.role)) return false;
  }
  return true;
}

/** Returns whether the texts of several columns can be joined into a field. */
const canJoinColumns = (column: ImportTarget | undefined) => column?.by === "field" && column.field.join !== undefined;

/**
 * Validates the user's decisions about an import and fills in defaults: without `mapping`, columns fill
 * the fields that they filled before; a column without a mapping is not imported; and rows are matched
 * with records by the key, if it is mapped, unless `match` is given.
 * @throws AppError validation_failed
 */
export async function checkDecision(
  context: Context,
  definition: AnyDefinition,
  { header_row, headers, mapping: previousMapping }: Pick<StoredImport, "header_row" | "headers" | "mapping">,
  { mapping: requestedMapping, match: requestedMatch, unknown, names, create_with, ...decision }: Decision,
) {
  const errors: FieldErrors = {};
  const rawMapping = requestedMapping ?? previousMapping;
  const chosen = Object.values(rawMapping).filter((field) => field !== null);
  const columns = chosen.map((name) => importColumn(definition, name));
  const isKnown =
    Object.keys(rawMapping).every((header) => headers.includes(header)) &&
    columns.every(Boolean) &&
    (await areRolesOffered(context, columns));
  if (!isKnown) errors.mapping = ["unknown"];
  else if (requestedMapping && chosen.length === 0) errors.mapping = ["required"];
  else if (columns.some((column, at) => !canJoinColumns(column) && chosen.indexOf(column?.name ?? "") < at))
    errors.mapping = ["twice"];
  const { key } = definition;
  const match = requestedMatch ?? (chosen.includes(key) ? [key] : []);
  const matchable = [key, ...matchFieldsOf(definition)].filter((name) => chosen.includes(name));
  const isRepeated = new Set(match).size < match.length || (match.includes(key) && match.length > 1);
  if (!match.every((name) => matchable.includes(name)) || isRepeated) errors.match = ["unknown"];
  if (!errors.mapping) Object.assign(errors, await checkNames(context, definition, rawMapping, { names, create_with }));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const mapping = Object.fromEntries(headers.map((header) => [header, ownValue(rawMapping, header) || null]));
  return { header_row, headers, mapping, match, unknown, names, create_with, ...decision };
}

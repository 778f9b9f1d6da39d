import type { AnyDefinition } from "../../records/kinds/define";
import type { FieldErrors } from "../../records/lists/list-query";
import type { Context } from "../database/transaction";
import { invalid } from "../errors/errors";
import { checkNames } from "./decided-names";
import type { StoredImport } from "./imports-sql";
import { matchFieldsOf } from "../records/sql/matching-records";

type Decision = Pick<StoredImport, "unknown" | "names" | "create_with"> & {
  mapping?: Record<string, string | null>;
  match?: string[];
};

/**
 * Validates the user's decisions about an import and fills in defaults: without `mapping`, columns fill
 * the fields that they filled before; a column without a mapping is not imported; and rows are matched
 * with records by the key, if it is mapped, unless `match` is given.
 * @param fields the names of the fields and link lists that an import of the kind can fill
 * @throws AppError validation_failed
 */
export async function checkDecision(
  context: Context,
  definition: AnyDefinition,
  { header_row, headers, mapping: before }: Pick<StoredImport, "header_row" | "headers" | "mapping">,
  fields: readonly string[],
  { mapping: wished, match: wanted, unknown, names, create_with }: Decision,
) {
  const errors: FieldErrors = {};
  const given = wished ?? before;
  const chosen = Object.values(given).filter((field) => field !== null);
  const isKnown =
    Object.keys(given).every((header) => headers.includes(header)) && chosen.every((name) => fields.includes(name));
  if (!isKnown) errors.mapping = ["unknown"];
  else if (wished && chosen.length === 0) errors.mapping = ["required"];
  else if (new Set(chosen).size < chosen.length) errors.mapping = ["repeated"];
  const { key } = definition;
  const match = wanted ?? (chosen.includes(key) ? [key] : []);
  const possible = [key, ...matchFieldsOf(definition)].filter((name) => chosen.includes(name));
  const isTwice = new Set(match).size < match.length || (match.includes(key) && match.length > 1);
  if (!match.every((name) => possible.includes(name)) || isTwice) errors.match = ["unknown"];
  if (!errors.mapping) Object.assign(errors, await checkNames(context, definition, given, { names, create_with }));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const mapping = Object.fromEntries(
    headers.map((header) => [header, (Object.hasOwn(given, header) && given[header]) || null]),
  );
  return { header_row, headers, mapping, match, unknown, names, create_with };
}

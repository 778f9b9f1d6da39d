import type { AnyDefinition } from "../../records/kinds/define";
import type { FieldErrors } from "../../records/lists/list-query";
import { invalid } from "../errors/errors";
import type { StoredImport } from "./imports-sql";
import { matchFieldsOf } from "../records/sql/matching-records";

type Decision = { mapping: Record<string, string | null>; match?: string[]; unknown: "refuse" | "create" };

/**
 * Validates the user's decisions about an import and fills in defaults: a column without a mapping
 * is not imported, and rows are matched with records by the key, if it is mapped, unless `match` is
 * given.
 * @param fields the names of the fields and link lists that an import of the kind can fill
 * @throws AppError validation_failed
 */
export function checkDecision(
  definition: AnyDefinition,
  { headers }: Pick<StoredImport, "headers">,
  fields: readonly string[],
  { mapping: given, match: wanted, unknown }: Decision,
) {
  const errors: FieldErrors = {};
  const chosen = Object.values(given).filter((field) => field !== null);
  const isKnown =
    Object.keys(given).every((header) => headers.includes(header)) && chosen.every((name) => fields.includes(name));
  if (!isKnown) errors.mapping = ["unknown"];
  else if (chosen.length === 0) errors.mapping = ["required"];
  else if (new Set(chosen).size < chosen.length) errors.mapping = ["repeated"];
  const { key } = definition;
  const match = wanted ?? (chosen.includes(key) ? [key] : []);
  const possible = [key, ...matchFieldsOf(definition)].filter((name) => chosen.includes(name));
  const isTwice = new Set(match).size < match.length || (match.includes(key) && match.length > 1);
  if (!match.every((name) => possible.includes(name)) || isTwice) errors.match = ["unknown"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const mapping = Object.fromEntries(
    headers.map((header) => [header, (Object.hasOwn(given, header) && given[header]) || null]),
  );
  return { mapping, match, unknown };
}

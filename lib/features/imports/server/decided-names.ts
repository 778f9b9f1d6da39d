import * as z from "zod";
import { decidedName } from "../import-answers";
import { IMPORT_NAMES_MAX } from "@/lib/model/limits";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { FieldErrors } from "@/lib/model/fields/field";
import { isEntryList, shippedCode } from "@/lib/model/reference-lists/reference-lists";
import { importColumn, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { authorize, isAllowed } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { existingIds, nameSourceOf } from "./named-ids";
import type { StoredImport } from "./imports-sql";
import { ownValue } from "@/lib/model/pure/own-value";

export const namesBody = z.record(z.string(), z.record(z.string(), decidedName));

/** Values that the records of a kind need besides a name, and that are the same for all that an import creates. */
const requiredFields = ({ fields, labelFields }: AnyDefinition): string[] => {
  const names = new Set([...labelFields("de"), ...labelFields("en")]);
  return Object.entries(fields).flatMap(([name, field]) => (field.required && !names.has(name) ? [name] : []));
};

/** Returns whether the kind's records have a single name, so that a name in a cell is all of it. */
const hasOneName = ({ labelFields }: AnyDefinition) => labelFields("de").length === 1;

/** The fields that an import can give to all records that it creates for names (contract §10). */
const CREATE_WITH = ["branchen"];

/**
 * Returns which fields are needed to create an entry or record for a name in a column; null if that is
 * impossible, such as for a person, who needs an e-mail address.
 */
export function fieldsToCreate(column: SpreadsheetColumn): string[] | null {
  if (column.by === "field") {
    const list = column.field.reference;
    return list && isEntryList(list) && shippedCode(list) === undefined ? [] : null;
  }
  if (column.by !== "links") return null;
  const definition = definitionOf(column.linkList.other.kind);
  const fields = requiredFields(definition);
  return hasOneName(definition) && fields.every((name) => CREATE_WITH.includes(name)) ? fields : null;
}

const createdKind = (column: SpreadsheetColumn) =>
  column.by === "links" ? column.linkList.other.kind : "referenceLists";

/** Returns whether the account may create entries or records for names in a column. */
export const mayCreate = ({ actor }: Context, column: SpreadsheetColumn): boolean =>
  fieldsToCreate(column) !== null && isAllowed(actor, "write", createdKind(column));

/** Returns whether a record that a column names can keep a name as an alias. */
export const keepsAliases = (column: SpreadsheetColumn): boolean =>
  column.by === "links" && ALIASES in definitionOf(column.linkList.other.kind).fields;

type NameDecisions = Pick<StoredImport, "names" | "create_with">;

/**
 * Checks the decisions about names: each header must be mapped to a column of names, each id must
 * exist, and what is to be created must be complete.
 * @returns the errors by field of the request
 * @throws AppError forbidden if the account may not create what is to be created
 */
export async function checkNames(
  context: Context,
  definition: AnyDefinition,
  mapping: StoredImport["mapping"],
  { names, create_with }: NameDecisions,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const count = Object.values(names).reduce((sum, decided) => sum + Object.keys(decided).length, 0);
  if (count > IMPORT_NAMES_MAX) return { names: ["max"] };
  if (!Object.keys(create_with).every((name) => CREATE_WITH.includes(name))) errors.create_with = ["unknown"];
  for (const [header, decided] of Object.entries(names)) {
    const column = importColumn(definition, ownValue(mapping, header));
    const source = column && nameSourceOf(column);
    if (!column || !source) return { names: ["unknown"] };
    const all = Object.values(decided);
    const ids = all.flatMap((one) => (typeof one === "object" ? [one.id] : []));
    const known = await existingIds(context.connection, source, ids);
    if (!ids.every((id) => known.has(id))) errors.names = ["exists"];
    if (all.some((one) => typeof one === "object" && one.alias && !keepsAliases(column))) errors.names = ["unknown"];
    if (!all.includes("create")) continue;
    const fields = fieldsToCreate(column);
    if (!fields) return { names: ["unknown"] };
    authorize(context.actor, "write", createdKind(column));
    if (fields.some((name) => !ownValue(create_with, name)?.trim())) errors.create_with = ["required"];
  }
  return errors;
}

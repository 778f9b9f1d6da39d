import * as z from "zod";
import type { AnyDefinition } from "../../records/kinds/define";
import { entryIdShape, recordIdShape, type Field, type JsonSchema } from "../../records/fields/field";
import {
  isEntryList,
  nameColumns,
  referenceLists,
  type ReferenceListName,
} from "../../records/reference-lists/reference-lists";
import { schemaOf } from "../../records/values/schemas";
import { exactObject, type Schema } from "./json-schema";
import { wordsOf } from "./tags";

/** The id of a record. */
export const recordId = recordIdShape;

/** Returns a field's label on the screens, which explains its German name. */
const screenName = (definition: AnyDefinition, field: string) => wordsOf(definition.name).fields[field] ?? field;

/** Returns the schema of a reference list's entry: its key and its names (contract §1). */
export function entrySchema(list: ReferenceListName): Schema {
  const { key } = referenceLists[list];
  const names = nameColumns(list).map((column) => [column, { type: "string" }]);
  return exactObject({ [key]: isEntryList(list) ? entryIdShape : recordIdShape, ...Object.fromEntries(names) });
}

/**
 * Converts a zod schema to JSON Schema. Checks and transformations are represented only by their
 * `meta()`.
 */
export function zodSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    unrepresentable: "any",
  });
  return rest;
}

const described = (definition: AnyDefinition, name: string, schema: JsonSchema, hint = ""): JsonSchema => ({
  ...schema,
  description: [screenName(definition, name), hint].filter(Boolean).join(". "),
});

/** Returns the schema of a field in a request body: zod's schema, extended by the field's type. */
export const requestField = (definition: AnyDefinition, name: string, field: Field) =>
  described(definition, name, { ...zodSchema(schemaOf(field)), ...field.json.sent }, field.json.hint);

/**
 * Returns the schema of a field in a response: always present; entry lists and links are lists of
 * ids.
 */
export const responseField = (definition: AnyDefinition, name: string, { json }: Field) =>
  described(definition, name, json.answered);

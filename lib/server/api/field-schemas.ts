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

/** What the screens call a field, which explains its German name. */
const screenName = (definition: AnyDefinition, field: string) => wordsOf(definition.name).fields[field] ?? field;

/** An entry of a reference list as it travels: its key and its names (contract §1). */
export function entrySchema(list: ReferenceListName): Schema {
  const { key } = referenceLists[list];
  const names = nameColumns(list).map((column) => [column, { type: "string" }]);
  return exactObject({ [key]: isEntryList(list) ? entryIdShape : recordIdShape, ...Object.fromEntries(names) });
}

/** The JSON Schema that zod makes of a schema of ours; of checks and transformations it holds what `meta()` says. */
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

/** A field as a body carries it: zod's schema of it, and what its type adds. */
export const sentField = (definition: AnyDefinition, name: string, field: Field) =>
  described(definition, name, { ...zodSchema(schemaOf(field)), ...field.json.sent }, field.json.hint);

/** A field as answers carry it: every value is there, lists of entries and links are lists of ids. */
export const answeredField = (definition: AnyDefinition, name: string, { json }: Field) =>
  described(definition, name, json.answered);

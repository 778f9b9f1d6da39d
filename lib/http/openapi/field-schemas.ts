import * as z from "zod";
import type { KindName } from "@/lib/model/kinds/define";
import { entryIdShape, recordIdShape, type Field, type JsonSchema } from "@/lib/model/fields/field";
import {
  entryGroups,
  globalProperties,
  shippedCode,
  isEntryList,
  nameColumns,
  referenceLists,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import { schemaOf } from "@/lib/model/values/schemas";
import { exactObject, type Schema } from "./json-schema";
import { kindLabels } from "./tags";

/** Schema of a record's id. */
export const recordIdSchema = recordIdShape;

/** A kind, or the links of relations, by the name under which `messages` has the labels of the fields. */
type LabelSource = { name: KindName | "link" };

/** Returns a field's screen label, which explains the German name of the field. */
const screenName = (definition: LabelSource, field: string) => kindLabels(definition.name).fields[field] ?? field;

/** Returns the schema of a reference list's entry: its key and its names (contract §1). */
export function entrySchema(list: ReferenceListName): Schema {
  const { key } = referenceLists[list];
  const names = nameColumns(list).map((column) => [column, { type: "string" }]);
  return exactObject({ [key]: isEntryList(list) ? entryIdShape : recordIdShape, ...Object.fromEntries(names) });
}

/** Returns the schema of an entry in the global data: some lists have further properties there. */
export function globalEntrySchema(list: ReferenceListName): Schema {
  const { properties } = entrySchema(list) as { properties: Record<string, Schema> };
  const [groups, code] = [entryGroups(list), shippedCode(list)];
  const schemaOfExtra = (name: string): Schema =>
    name === groups?.column
      ? { enum: groups.values }
      : name === code
        ? { type: ["string", "null"], pattern: "^[A-Z]{2}$" }
        : { type: "boolean" };
  const extraProperties = globalProperties(list).map((name) => [name, schemaOfExtra(name)]);
  return exactObject({ ...properties, ...Object.fromEntries(extraProperties) });
}

/**
 * Converts a zod schema to JSON Schema. Of checks and transformations, the JSON Schema contains
 * only what their `meta()` declares.
 * @param io whether the schema describes what requests send (`input`) or what answers have (`output`)
 */
export function zodSchema(schema: z.core.$ZodType, io: "input" | "output" = "input"): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      // Zod states the range of exact integers, which limits nothing in JSON.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}

/** Returns the JSON Schema of an answer. */
export const answerSchema = (schema: z.core.$ZodType): Schema => zodSchema(schema, "output");

const withDescription = (definition: LabelSource, name: string, schema: JsonSchema, hint = ""): JsonSchema => ({
  ...schema,
  description: [screenName(definition, name), hint].filter(Boolean).join(". "),
});

/**
 * Returns the schema of a field in a request body: the converted zod schema, extended by what the
 * field's type declares.
 */
export const requestField = (definition: LabelSource, name: string, field: Field) =>
  withDescription(definition, name, { ...zodSchema(schemaOf(field)), ...field.json.sent }, field.json.hint);

/**
 * Returns the schema of a field in a response, where every field is present. Entry lists and links
 * are arrays of ids there. Managed fields are read-only, because requests cannot write them.
 */
export const responseField = (definition: LabelSource, name: string, { json, managed }: Field) =>
  withDescription(definition, name, { ...json.answered, ...(managed && { readOnly: true }) });

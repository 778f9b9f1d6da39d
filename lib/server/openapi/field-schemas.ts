import * as z from "zod";
import en from "@/messages/en.json";
import { MAX_ID } from "../../limits";
import type { AnyDefinition } from "../../records/define";
import type { Field } from "../../records/field-types";
import { referenceLists, type ReferenceListName } from "../../records/reference-lists";
import { exactObject, listOf, type Schema } from "./json-schema";

/** The id of a record. */
export const recordId: Schema = { type: "integer", minimum: 1, maximum: MAX_ID };
/** The id of an entry of a reference list: -1 is "k. A." | "n/a", and some lists begin with 0. */
const entryId: Schema = { type: "integer", minimum: -1, maximum: MAX_ID };
const day: Schema = { type: ["string", "null"], format: "date" };

/** What the screens call a field, which explains its German name. */
function screenName(definition: AnyDefinition, field: string): string {
  const names: Readonly<Record<string, string>> = en.records[definition.name].fields;
  return names[field] ?? field;
}

const isRecordList = (list: ReferenceListName) => list === "themenfelder" || list === "partner_institutionen";
const idOf = (list: ReferenceListName) => (isRecordList(list) ? recordId : entryId);

/** An entry of a reference list as it travels: its key and its names (contract §1). */
export function entrySchema(list: ReferenceListName): Schema {
  const { key, name } = referenceLists[list];
  const names = list === "partner_institutionen" ? [name] : [`${name}_de`, `${name}_en`];
  return exactObject({ [key]: idOf(list), ...Object.fromEntries(names.map((field) => [field, { type: "string" }])) });
}

/** The JSON Schema that zod makes of a schema of ours; of checks and transformations it holds what `meta()` says. */
export function zodSchema(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    unrepresentable: "any",
  });
  return rest;
}

/** What a body carries for a field: zod's schema of it, and for ids and days what the widget adds. */
function sentShape(field: Field): Schema {
  const { widget, reference, linkTo } = field;
  const base = zodSchema(field.schema);
  if (linkTo && reference) {
    const { key } = referenceLists[reference];
    const carrier = { type: "object", properties: { [key]: recordId }, required: [key] };
    return { ...base, items: { anyOf: [recordId, carrier] } };
  }
  if (widget === "select") return { ...base, ...entryId };
  if (widget === "multiselect") return { ...base, items: entryId };
  if (widget === "date") return { ...base, ...day };
  return base;
}

/** What the rule of a field says beyond its JSON Schema, in words. */
function hint({ widget, reference, linkTo, visibleWhen }: Field): string {
  if (linkTo) return "Ids, or objects that carry the id. Present: these are the links now. Absent: the links stay.";
  if (visibleWhen) return "Required and stored only while the contractual basis asks for it, otherwise null.";
  if (reference) return `From \`${reference}\` of GET /global.`;
  if (widget === "url") return "An http(s) address, also without its scheme.";
  return "";
}

const described = (definition: AnyDefinition, name: string, schema: Schema): Schema => {
  const field = definition.fields[name];
  return { ...schema, description: [screenName(definition, name), field && hint(field)].filter(Boolean).join(". ") };
};

/** A field as a body carries it. */
export const sentField = (definition: AnyDefinition, name: string, field: Field) =>
  described(definition, name, sentShape(field));

/** A field as answers carry it: every value is there, lists of entries and links are lists of ids. */
export function answeredField(definition: AnyDefinition, name: string, field: Field): Schema {
  const { widget, max, reference } = field;
  const title = { description: screenName(definition, name) };
  if (widget === "date") return { ...day, ...title };
  if (!reference) return { type: "string", maxLength: max, ...title };
  const ids = { ...listOf(idOf(reference)), uniqueItems: true };
  return { ...(widget === "select" ? entryId : ids), ...title };
}

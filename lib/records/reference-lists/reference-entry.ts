import * as z from "zod/mini";
import { MAX_ID } from "../../limits";
import { firstError, missing, type AnyRow, type ValueSchema } from "../fields/field";
import { text } from "../fields/text";
import { entryFlags, nameColumns, referenceLists, type EntryListName } from "./reference-lists";
import { schemaOf } from "../values/schemas";

/** The values of a reference entry in a request (contract §9), by the list's own field names. */
export type EntryValues = Readonly<Record<string, unknown>> & { position?: number };

const flag = z.boolean();
/** Its position in the list, from 1; a number past the end means the end. */
const position = z
  .number()
  .check(firstError((value) => (!Number.isInteger(value) || value > MAX_ID ? "type" : value < 1 ? "min" : null)))
  .register(z.globalRegistry, { type: "integer", minimum: 1, maximum: MAX_ID });

const fieldsOf = (list: EntryListName) => {
  const name = schemaOf(text({ required: true, max: referenceLists[list].max }));
  return {
    ...Object.fromEntries(nameColumns(list).map((column) => [column, name])),
    ...Object.fromEntries(entryFlags(list).map((name) => [name, z.optional(flag)])),
    position: z.optional(position),
  };
};

/**
 * Returns the schema of a new entry: names are required; by default it is active and at the end of
 * the list.
 */
export const newEntrySchema = (list: EntryListName): ValueSchema<EntryValues> => z.strictObject(fieldsOf(list));

/** Returns the schema of a change of an entry; omitted values stay unchanged. */
export const changedEntrySchema = (list: EntryListName): ValueSchema<EntryValues> =>
  z.partial(z.strictObject(fieldsOf(list)));

/**
 * Removes the read-only values of a loaded entry, so that it can be sent back unchanged
 * (contract §1).
 */
export function pickEditableEntry(list: EntryListName, body: AnyRow): AnyRow {
  const extras = new Set<string>([referenceLists[list].key, "used", "protected"]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !extras.has(name)));
}

/** The schema of the replacement of an entry by another one. */
export const replacementSchema = z.strictObject({
  by: z
    .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)))
    .register(z.globalRegistry, { type: "integer", minimum: -1, maximum: MAX_ID }),
});

import * as z from "zod/mini";
import { MAX_ID } from "../../limits";
import { firstError, missing, type AnyRow, type ValueSchema } from "../fields/field";
import { text } from "../fields/text";
import { entryFlags, nameColumns, referenceLists, type EntryListName } from "./reference-lists";
import { schemaOf } from "../values/schemas";

/** What a call says about an entry of a reference list (contract §9), by the list's own field names. */
export type EntryValues = Readonly<Record<string, unknown>> & { position?: number };

const flag = z.boolean();
/** Its place in the list, from 1; one past the end is the end. */
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

/** What makes a new entry: both names, and where it is not to be an active one at the end of the list, the rest. */
export const newEntrySchema = (list: EntryListName): ValueSchema<EntryValues> => z.strictObject(fieldsOf(list));

/** What changes an entry; what is left out stays. */
export const changedEntrySchema = (list: EntryListName): ValueSchema<EntryValues> =>
  z.partial(z.strictObject(fieldsOf(list)));

/** What a loaded entry carries besides, so that it can be sent back as it came (contract §1). */
export function withoutLoadedEntryExtras(list: EntryListName, body: AnyRow): AnyRow {
  const extras = new Set<string>([referenceLists[list].key, "used", "protected"]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !extras.has(name)));
}

/** What puts another entry in the place of one. */
export const replacementSchema = z.strictObject({
  by: z
    .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)))
    .register(z.globalRegistry, { type: "integer", minimum: -1, maximum: MAX_ID }),
});

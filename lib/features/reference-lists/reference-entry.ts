import * as z from "zod/mini";
import { ENTRIES_ADDED_MAX, MAX_ID } from "@/lib/model/limits";
import { firstError, missing, type AnyRow, type ValueSchema } from "@/lib/model/fields/field";
import { text } from "@/lib/model/fields/text";
import {
  entryChoices,
  entryFlags,
  entryGroups,
  nameColumns,
  referenceLists,
  shippedCode,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import { listUpTo } from "@/lib/model/values/list-up-to";
import { schemaOf } from "@/lib/model/values/schemas";

/**
 * The values of a reference entry in a request body (contract §9), by the column names of its list.
 */
export type EntryValues = Readonly<Record<string, unknown>> & { position?: number };

const flag = z.boolean();
/**
 * Schema of an entry's position in its list or group, counted from 1. A greater number than there are
 * entries means the end.
 */
const position = z
  .number()
  .check(firstError((value) => (!Number.isInteger(value) || value > MAX_ID ? "type" : value < 1 ? "min" : null)))
  .register(z.globalRegistry, { type: "integer", minimum: 1, maximum: MAX_ID });

const choiceOf = (values: readonly string[]) =>
  z
    .string({ error: "exists" })
    .check(firstError((value) => (values.includes(value) ? null : "exists")))
    .register(z.globalRegistry, { type: "string", enum: [...values] });

const groupOf = (values: readonly string[]) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (value === "" ? "required" : values.includes(value) ? null : "exists")))
    .register(z.globalRegistry, { type: "string", enum: [...values] });

function namesOf(list: EntryListName) {
  const name = schemaOf(text({ required: true, max: referenceLists[list].max }));
  return Object.fromEntries(nameColumns(list).map((column) => [column, name]));
}

function requiredGroup(list: EntryListName) {
  const groups = entryGroups(list);
  return groups ? { [groups.column]: groupOf(groups.values) } : {};
}

const fieldsOf = (list: EntryListName) => ({
  ...namesOf(list),
  ...Object.fromEntries(entryFlags(list).map((name) => [name, z.optional(flag)])),
  ...Object.fromEntries(
    Object.entries(entryChoices(list)).map(([name, values]) => [name, z.optional(choiceOf(values))]),
  ),
  position: z.optional(position),
});

/**
 * Returns the schema of a new entry. Its names and its group are required; by default the entry is
 * active and at the end of its list or group.
 */
export function newEntrySchema(list: EntryListName): ValueSchema<EntryValues> {
  return z.strictObject({ ...fieldsOf(list), ...requiredGroup(list) });
}

/** Returns the schema of one of several new entries: its names and its group. */
export const addedEntrySchema = (list: EntryListName): ValueSchema<Readonly<Record<string, unknown>>> =>
  z.strictObject({ ...namesOf(list), ...requiredGroup(list) });

/** Returns the schema of the request body that adds several entries. */
export const addedEntriesSchema = <Entry extends z.core.$ZodType>(entry: Entry) =>
  z.strictObject({
    entries: listUpTo(entry, ENTRIES_ADDED_MAX, { missing: "required" }).check(
      z.refine((entries) => entries.length > 0, { error: "required" }),
    ),
  });

/**
 * Returns the schema of an update of an entry. Omitted values stay unchanged. The group may be sent,
 * as may the code, but only `changeEntry` can check that they are the entry's own.
 */
export function changedEntrySchema(list: EntryListName): ValueSchema<EntryValues> {
  const [groups, code] = [entryGroups(list), shippedCode(list)];
  const group = z.string().register(z.globalRegistry, { type: "string", enum: [...(groups?.values ?? [])] });
  return z.partial(
    z.strictObject({
      ...fieldsOf(list),
      ...(groups && { [groups.column]: group }),
      ...(code && { [code]: z.unknown() }),
    }),
  );
}

/**
 * Removes the read-only values of an entry from a request body. A client can therefore send back an
 * entry as it was loaded (contract §1).
 */
export function pickEditableEntry(list: EntryListName, body: AnyRow): AnyRow {
  const extras = new Set<string>([referenceLists[list].key, "used", "protected"]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !extras.has(name)));
}

/** Schema of the request body that replaces an entry with another one, whose id is `by`. */
export const replacementSchema = z.strictObject({
  by: z
    .number({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(firstError((value) => (!Number.isInteger(value) ? "type" : Math.abs(value) > MAX_ID ? "exists" : null)))
    .register(z.globalRegistry, { type: "integer", minimum: -1, maximum: MAX_ID }),
});

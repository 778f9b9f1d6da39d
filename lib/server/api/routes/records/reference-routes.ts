import { entryIdShape } from "@/lib/records/fields/field";
import { changedEntrySchema, newEntrySchema, replacementSchema } from "@/lib/records/reference-lists/reference-entry";
import {
  entryFlags,
  entryLists,
  isEntryList,
  nameColumns,
  referenceLists,
  type EntryListName,
} from "@/lib/records/reference-lists/reference-lists";
import { MAX_ID } from "@/lib/limits";
import { AppError } from "@/lib/server/errors/errors";
import { pathId, pathText, routes } from "../../http";
import { entrySchema, zodSchema } from "../../field-schemas";
import { done, exactObject, listOf, type Schema } from "../../json-schema";
import { changeEntry, createEntry, deleteEntry, listEntries, type Entry } from "@/lib/server/reference-lists/entries";
import { replaceEntry } from "@/lib/server/reference-lists/replace-entry";
import { route } from "../../route";

type Params = Record<string, string>;

/** The list that a path names. @throws AppError not_found */
function listOfPath({ list = "" }: Params): EntryListName {
  if (!isEntryList(list)) throw new AppError("not_found");
  return list;
}

/** The entry that a path names: some have the keys -1 and 0 (contract §9). @throws AppError data_not_found */
const entryOfPath = (params: Params) =>
  /^(-1|0)$/.test(pathText(params, "entry_id")) ? Number(pathText(params, "entry_id")) : pathId(params, "entry_id");

const count = { type: "integer", minimum: 0, maximum: MAX_ID };
const eachList = (schemaOf: (list: EntryListName) => Schema): Schema => ({ anyOf: entryLists.map(schemaOf) });

/** An entry as its calls answer it. */
function answered(list: EntryListName): Schema {
  const { properties } = entrySchema(list) as { properties: Record<string, Schema> };
  const used = { ...count, description: "How often records carry it" };
  const isProtected = { type: "boolean", description: "Rules name it: it can be renamed and moved, and nothing else" };
  const flags = Object.fromEntries(entryFlags(list).map((name) => [name, { type: "boolean" }]));
  return exactObject({ ...properties, ...flags, used, protected: isProtected });
}

/** An entry as its calls take it; what a loaded one carries besides is ignored. */
function sent(list: EntryListName, schema: Schema): Schema {
  const ignored: Schema = { readOnly: true, description: "Ignored: a loaded entry can be sent back as it came." };
  const loaded = [referenceLists[list].key, "used", "protected"].map((name) => [name, ignored]);
  return { ...schema, properties: { ...(schema.properties as object), ...Object.fromEntries(loaded) } };
}

const asAnswer = (list: EntryListName, { id, names, flags, used, isProtected }: Entry) => ({
  [referenceLists[list].key]: id,
  ...Object.fromEntries(nameColumns(list).map((column) => [column, names[column]])),
  ...flags,
  used,
  protected: isProtected,
});

const READ = ["read", "referenceLists"] as const;
const WRITE = ["write", "referenceLists"] as const;
const ofList = { path: "/reference/{list}", tag: "reference" };
const ofEntry = { path: "/reference/{list}/{entry_id}", tag: "reference" };

/** `GET /api/reference/{list}`: the entries of a list in its order (contract §9). */
export const referenceList = routes({
  GET: route({
    ...ofList,
    id: "listReferenceEntries",
    summary: "List the entries of a reference list",
    description: `In the order in which selects show them. The lists: ${entryLists.map((list) => `\`${list}\``).join(", ")}.`,
    access: READ,
    answers: {
      success: { description: "All entries, inactive ones included", schema: listOf(eachList(answered)) },
      refusals: ["not_found"],
    },
    async handle({ params, context }) {
      const list = listOfPath(params);
      return (await listEntries(context, list)).map((entry) => asAnswer(list, entry));
    },
  }),
});

/** `POST /api/reference/{list}/new`: a new entry. */
export const referenceCreate = routes({
  POST: route({
    ...ofList,
    path: "/reference/{list}/new",
    id: "createReferenceEntry",
    summary: "Add an entry to a reference list",
    description: "An active one at the end of the list, unless the body says otherwise.",
    access: WRITE,
    body: { anyObject: eachList((list) => sent(list, zodSchema(newEntrySchema(list)))) },
    answers: {
      success: {
        status: 201,
        description: "Added; `lastId` is its key",
        schema: done("data_saved", { data: exactObject({ lastId: entryIdShape }) }),
      },
      refusals: ["not_found"],
    },
    async handle({ params, context, body }) {
      const lastId = await createEntry(context, listOfPath(params), body);
      return { success: true, message: "data_saved", data: { lastId } };
    },
  }),
});

/** `PUT` and `DELETE /api/reference/{list}/{entry_id}`: one entry. */
export const referenceEntry = routes({
  PUT: route({
    ...ofEntry,
    id: "changeReferenceEntry",
    summary: "Rename, move or deactivate an entry",
    description:
      "What is left out stays. `position` is its place from 1, the others make room; an inactive entry is offered no more, and stays where it is.",
    access: WRITE,
    body: { anyObject: eachList((list) => sent(list, zodSchema(changedEntrySchema(list)))) },
    answers: {
      success: { description: "Changed", schema: done("data_updated") },
      refusals: ["not_found", "data_not_found", "reference_protected"],
    },
    async handle({ params, context, body }) {
      await changeEntry(context, listOfPath(params), entryOfPath(params), body);
      return { success: true, message: "data_updated" };
    },
  }),
  DELETE: route({
    ...ofEntry,
    id: "deleteReferenceEntry",
    summary: "Delete an entry",
    description: "Refused while records carry it, and for entries that rules of the product name.",
    access: WRITE,
    answers: {
      success: { description: "Deleted", schema: done("data_deleted") },
      refusals: [
        "not_found",
        "data_not_found",
        { code: "reference_in_use", more: { used: count } },
        "reference_protected",
      ],
    },
    async handle({ params, context }) {
      await deleteEntry(context, listOfPath(params), entryOfPath(params));
      return { success: true, message: "data_deleted" };
    },
  }),
});

/** `POST /api/reference/{list}/{entry_id}/replace`: another entry in its place. */
export const referenceReplace = routes({
  POST: route({
    ...ofEntry,
    path: "/reference/{list}/{entry_id}/replace",
    id: "replaceReferenceEntry",
    summary: "Put another entry in the place of one",
    description:
      "In every record that carries it; then it is deleted. All of it is one batch of the history. Refused (`unfit`) where a record would lack what the other entry asks for.",
    access: WRITE,
    body: replacementSchema,
    answers: {
      success: {
        description: "Replaced; `changed` says in how many records, `batch` names it in the history",
        schema: done("reference_replaced", { changed: count, batch: { type: "string", format: "uuid" } }),
      },
      refusals: ["not_found", "data_not_found", "reference_protected"],
    },
    async handle({ params, context, body }) {
      const replaced = await replaceEntry(context, listOfPath(params), entryOfPath(params), body.by);
      return { success: true, message: "reference_replaced", ...replaced };
    },
  }),
});

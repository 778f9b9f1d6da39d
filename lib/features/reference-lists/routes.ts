import {
  entriesCreated,
  entryCreated,
  entryDeleted,
  entryReplaced,
  entryUpdated,
  referenceEntries,
  uses,
} from "./reference-answers";
import {
  addedEntriesSchema,
  addedEntrySchema,
  changedEntrySchema,
  newEntrySchema,
  replacementSchema,
} from "./reference-entry";
import {
  entryChoices,
  entryFlags,
  entryGroups,
  entryLists,
  isEntryList,
  nameColumns,
  referenceLists,
  shippedCode,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import { AppError } from "@/lib/base/errors/errors";
import { ENTRIES_ADDED_MAX } from "@/lib/model/limits";
import { pathId, pathText, routes } from "@/lib/http/request-handler";
import { answerSchema, globalEntrySchema, zodSchema } from "@/lib/http/openapi/field-schemas";
import { exactObject, type Schema } from "@/lib/http/openapi/json-schema";
import {
  changeEntry,
  createEntries,
  createEntry,
  deleteEntry,
  listReferenceEntries,
  type Entry,
} from "./server/entries";
import { replaceEntry } from "./server/replace-entry";
import { route } from "@/lib/http/route";

type Params = Record<string, string>;

/** Returns the list named in the path. @throws AppError not_found */
function listOfPath({ list = "" }: Params): EntryListName {
  if (!isEntryList(list)) throw new AppError("not_found");
  return list;
}

/**
 * Parses the key of an entry from the path; some are -1 and 0 (contract §9).
 * @throws AppError data_not_found
 */
const entryOfPath = (params: Params) =>
  /^(-1|0)$/.test(pathText(params, "entry_id")) ? Number(pathText(params, "entry_id")) : pathId(params, "entry_id");

const eachList = (schemaOf: (list: EntryListName) => Schema, lists = entryLists): Schema => ({
  anyOf: lists.map(schemaOf),
});
/** The lists to which entries can be added. */
const openLists = entryLists.filter((list) => shippedCode(list) === undefined);

/** Returns the response schema of an entry. */
function answered(list: EntryListName): Schema {
  const { properties } = globalEntrySchema(list) as { properties: Record<string, Schema> };
  const used = { ...answerSchema(uses), description: "Number of its uses in records, links and files" };
  const isProtected = {
    type: "boolean",
    description: "Whether rules of the application depend on it, so that it can only be renamed and moved",
  };
  const flags = Object.fromEntries(entryFlags(list).map((name) => [name, { type: "boolean" }]));
  const choices = Object.fromEntries(
    Object.entries(entryChoices(list)).map(([name, values]) => [name, { enum: values }]),
  );
  return exactObject({ ...properties, ...flags, ...choices, used, protected: isProtected });
}

/** Returns the request schema of an entry; the read-only fields of a loaded entry are ignored. */
function sent(list: EntryListName, schema: Schema): Schema {
  const ignored: Schema = { readOnly: true, description: "Ignored, so that a loaded entry can be sent back as it is." };
  const loaded = [referenceLists[list].key, "used", "protected"].map((name) => [name, ignored]);
  return { ...schema, properties: { ...(schema.properties as object), ...Object.fromEntries(loaded) } };
}

function asAnswer(list: EntryListName, { id, names, group, code, flags, choices, used, isProtected }: Entry) {
  const [groups, codeColumn] = [entryGroups(list), shippedCode(list)];
  return {
    [referenceLists[list].key]: id,
    ...Object.fromEntries(nameColumns(list).map((column) => [column, names[column]])),
    ...(groups && { [groups.column]: group }),
    ...(codeColumn && { [codeColumn]: code }),
    ...flags,
    ...choices,
    used,
    protected: isProtected,
  };
}

const READ = ["read", "referenceLists"] as const;
const WRITE = ["write", "referenceLists"] as const;
const ofList = { path: "/reference/{list}", tag: "reference" };
const ofEntry = { path: "/reference/{list}/{entry_id}", tag: "reference" };

/** Contract §9. */
export const referenceList = routes({
  GET: route({
    ...ofList,
    id: "listReferenceEntries",
    summary: "List the entries of a reference list",
    description: `In display order. The lists: ${entryLists.map((list) => `\`${list}\``).join(", ")}.`,
    access: READ,
    answers: {
      success: { description: "All entries, inactive ones included", schema: referenceEntries(eachList(answered)) },
      refusals: ["not_found"],
    },
  }).handle(async ({ params, context }) => {
    const list = listOfPath(params);
    return (await listReferenceEntries(context, list)).map((entry) => asAnswer(list, entry));
  }),
});

export const referenceCreate = routes({
  POST: route({
    ...ofList,
    path: "/reference/{list}/new",
    id: "createReferenceEntry",
    summary: "Add an entry to a reference list",
    description:
      "By default, the entry is active and the last one in the list or, where its entries have a group, in this group. The entries of `laender` are fixed (`reference_protected`).",
    access: WRITE,
    body: { anyObject: eachList((list) => sent(list, zodSchema(newEntrySchema(list))), openLists) },
    answers: {
      success: {
        status: 201,
        description: "Added; `lastId` is its key",
        schema: entryCreated,
      },
      refusals: ["not_found", "reference_protected"],
    },
  }).handle(async ({ params, context, body }) => {
    const lastId = await createEntry(context, listOfPath(params), body);
    return { success: true, message: "data_saved", data: { lastId } };
  }),
});

export const referenceBatch = routes({
  POST: route({
    ...ofList,
    path: "/reference/{list}/batch",
    id: "createReferenceEntries",
    summary: "Add several entries to a reference list",
    description: `Adds all of at most ${ENTRIES_ADDED_MAX} entries in their order, or none: each with its two names and, where the entries of the list have a group, its group. They form one batch of the history. An error of an entry is that of \`entries.<index>.<field>\`; a name that an earlier entry of the body has is \`exists_already\`, too.`,
    access: WRITE,
    body: { anyObject: eachList((list) => zodSchema(addedEntriesSchema(addedEntrySchema(list))), openLists) },
    answers: {
      success: {
        status: 201,
        description:
          "Added; `ids` are the keys of the entries in their order, `batch` is the id of their batch in the history",
        schema: entriesCreated,
      },
      refusals: ["not_found", "reference_protected"],
    },
  }).handle(async ({ params, context, body }) => {
    const { ids, batch } = await createEntries(context, listOfPath(params), body);
    return { success: true, message: "data_saved", data: { ids }, batch };
  }),
});

export const referenceEntry = routes({
  PUT: route({
    ...ofEntry,
    id: "changeReferenceEntry",
    summary: "Rename, move or deactivate an entry",
    description:
      "Omitted fields keep their values. `position` counts from 1, within the group where entries have one, and the other entries make room; neither the group nor the code of a country can change (`fixed`). An inactive entry is no longer offered, but stays in what uses it. Refused (`role_taken`) when links would have a role at the same time that is to become unique.",
    access: WRITE,
    body: { anyObject: eachList((list) => sent(list, zodSchema(changedEntrySchema(list)))) },
    answers: {
      success: { description: "Changed", schema: entryUpdated },
      refusals: ["not_found", "data_not_found", "reference_protected", "role_taken"],
    },
  }).handle(async ({ params, context, body }) => {
    await changeEntry(context, listOfPath(params), entryOfPath(params), body);
    return { success: true, message: "data_updated" };
  }),
  DELETE: route({
    ...ofEntry,
    id: "deleteReferenceEntry",
    summary: "Delete an entry",
    description:
      "Refused while records, links or files use it, and for entries that rules of the application depend on.",
    access: WRITE,
    answers: {
      success: { description: "Deleted", schema: entryDeleted },
      refusals: [
        "not_found",
        "data_not_found",
        { code: "reference_in_use", more: { used: uses } },
        "reference_protected",
      ],
    },
  }).handle(async ({ params, context }) => {
    await deleteEntry(context, listOfPath(params), entryOfPath(params));
    return { success: true, message: "data_deleted" };
  }),
});

export const referenceReplace = routes({
  POST: route({
    ...ofEntry,
    path: "/reference/{list}/{entry_id}/replace",
    id: "replaceReferenceEntry",
    summary: "Replace an entry by another one",
    description:
      "Replaces the entry in every record, link and file that uses it, then deletes it. All changes form one batch of the history. The other entry must be of the same group. Refused when a record would lack a value that the other entry requires (`unfit`), or when links would have a unique role at the same time (`role_taken`).",
    access: WRITE,
    body: replacementSchema,
    answers: {
      success: {
        description:
          "Replaced; `changed` is the number of changed records, links and files, `batch` the id of their batch in the history",
        schema: entryReplaced,
      },
      refusals: ["not_found", "data_not_found", "reference_protected", "role_taken"],
    },
  }).handle(async ({ params, context, body }) => {
    const replaced = await replaceEntry(context, listOfPath(params), entryOfPath(params), body.by);
    return { success: true, message: "reference_replaced", ...replaced };
  }),
});

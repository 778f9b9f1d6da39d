import * as z from "zod";
import { entryIdShape } from "@/lib/records/fields/field";
import { BATCH_STORIES, ENTRY_MAX_CHANGES } from "@/lib/records/history/history-entry";
import {
  ACTIONS,
  historySearchParams,
  parseEntriesQuery,
  parseHistoryQuery,
} from "@/lib/records/history/history-query";
import { toPage } from "@/lib/records/lists/list-query";
import { AppError, invalid } from "@/lib/server/errors/errors";
import { pathId, pathText, routes } from "../../request-handler";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf, orNull, type Schema } from "../../json-schema";
import { pageParameters, pageSizeParameter, queryParameter } from "../../list-parameters";
import { pageOf } from "../../record-schemas";
import { route } from "../../route";
import { listEntries } from "@/lib/server/history/history-entries";
import { listChanges, refuseHidden } from "@/lib/server/history/history";
import { revertBatch, revertChange } from "@/lib/server/history/revert";

const text: Schema = { type: "string" };
const kind: Schema = { ...text, description: "The kind of record: the first segment of its API path, e.g. `members`" };
/** A record as the history identifies it. */
export const namedRecord = { kind, id: entryIdShape, label: text };
const uuid: Schema = { ...text, format: "uuid" };

/** The API form of a change (contract §8). */
export const changeSchema = exactObject({
  change_id: recordId,
  at: { ...text, format: "date-time" },
  user: orNull(exactObject({ id: recordId, name: text })),
  source: { ...text, enum: ["app", "token", "import", "job", "command", "round"] },
  action: { ...text, enum: [...ACTIONS] },
  ...namedRecord,
  fields: listOf(exactObject({ name: text, old: {}, new: {} })),
  related: orNull(exactObject(namedRecord)),
  batch: orNull(uuid),
  reverts: orNull(recordId),
  revertible: { type: "boolean", description: "Whether the change can be reverted in the current state" },
});

const filterParameters = [
  queryParameter("kind", "Only changes of one kind of record, including links from either end.", kind),
  queryParameter("id", "Only changes of one record; requires `kind`.", recordId),
  queryParameter("action", "Only changes with this action.", { ...text, enum: [...ACTIONS] }),
  queryParameter("user", "Only changes made by one account, where the installation allows this filter.", recordId),
  queryParameter("from", "The first day, in the university's time zone.", { ...text, format: "date" }),
  queryParameter("to", "The last day.", { ...text, format: "date" }),
  queryParameter("batch", "Only changes of one batch, such as one import.", uuid),
];

/** `GET /api/history`: lists changes, newest first (contract §8). */
export const history = routes({
  GET: route({
    path: "/history",
    id: "listChanges",
    tag: "history",
    summary: "List changes, newest first",
    description:
      "Old and new values are raw, as in records. Without `kind`, returns the changes of all records, and for admins also those of accounts and reference entries.",
    access: ["read", "history"],
    parameters: [...pageParameters("Changes"), ...filterParameters],
    answers: {
      success: { description: "One page of changes", schema: pageOf(changeSchema) },
      refusals: ["validation_failed", "forbidden"],
    },
  }).handle(async ({ url, context }) => {
    const { query: wanted, errors } = parseHistoryQuery(url.searchParams);
    // 403 takes precedence over errors in the rest of the query (contract §1).
    refuseHidden(context, wanted, url.searchParams.has("user"));
    if (errors) throw invalid(errors);
    const { rows, total } = await listChanges(context, wanted);
    return toPage(rows, total, wanted, url);
  }),
});

const count: Schema = { type: "integer", minimum: 0 };
const confirmed: Schema = { const: true, description: "Present if the records were only confirmed, not changed" };
const summary = exactObject(
  {
    story: {
      enum: [...BATCH_STORIES],
      description: "`record`: of one record, `records`: of several, `links`: of links alone",
    },
    action: { enum: [...ACTIONS], description: "What was done to the records; `update` if several things were" },
    isConfirmation: confirmed,
    kind: orNull(kind),
    records: { ...count, description: "The number of records; of an import, of its rows" },
    subject: orNull(exactObject(namedRecord)),
    other: { ...orNull(exactObject(namedRecord)), description: "The record that was merged into `subject`" },
    parts: listOf(
      exactObject(
        {
          ...{ kind, action: { enum: [...ACTIONS] }, count },
          ofLinks: { const: true, description: "Present if the values of links were changed, not records" },
          isConfirmation: confirmed,
        },
        ["ofLinks", "isConfirmation"],
      ),
    ),
  },
  ["isConfirmation"],
);

/** `GET /api/history/entries`: lists changes with one entry for each batch (contract §8). */
export const historyEntries = routes({
  GET: route({
    path: "/history/entries",
    id: "listHistoryEntries",
    tag: "history",
    summary: "List changes by batch, newest first",
    description:
      "Like the list of changes, with one entry for each batch of which a change matches. `change` is the change that says most about it. Pages are not numbered: `next_page_url` leads to older entries.",
    access: ["read", "history"],
    parameters: [
      pageSizeParameter("Entries"),
      queryParameter("before", "Only entries that are older than this change.", recordId),
      ...filterParameters,
    ],
    answers: {
      success: {
        description: "One page of entries",
        schema: exactObject({
          next_page_url: orNull(text),
          data: listOf(
            exactObject({
              change: changeSchema,
              batch: orNull(
                exactObject({
                  count: { ...count, description: "The number of its changes that the account may see" },
                  own: {
                    ...count,
                    description: "The number of those that involve the record of the query, if it has one",
                  },
                  changes: {
                    ...listOf(changeSchema),
                    description: `The changes that \`own\` counts, newest first; empty if they are more than ${ENTRY_MAX_CHANGES}`,
                  },
                  revertible: { type: "boolean", description: "Whether it can probably be reverted" },
                  reverted: { type: "boolean", description: "Whether it was reverted" },
                  summary,
                  reverts: { ...orNull(summary), description: "The batch that it reverts" },
                }),
              ),
            }),
          ),
        }),
      },
      refusals: ["validation_failed", "forbidden"],
    },
  }).handle(async ({ url, context }) => {
    const { query: wanted, errors } = parseEntriesQuery(url.searchParams);
    refuseHidden(context, wanted, url.searchParams.has("user"));
    if (errors) throw invalid(errors);
    const { entries, next } = await listEntries(context, wanted);
    const older = next === null ? null : historySearchParams({ ...wanted, before: next });
    return { next_page_url: older && `${url.pathname}?${older}`, data: entries };
  }),
});

const revertBody = { optionalBody: z.strictObject({ force: z.boolean().default(false) }) };
const skipped = listOf(exactObject(namedRecord));
const refusals = [
  "data_not_found",
  "not_revertible",
  { code: "changed_since", more: { fields: listOf(text) } },
  "cannotdeletecontrains",
  "thematic_field_still_in_use",
  { code: "reference_in_use", more: { used: { type: "integer", minimum: 1 } } },
  "reference_protected",
] as const;

/** `POST /api/history/{change_id}/revert`: reverts one change (contract §8). */
export const changeRevert = routes({
  POST: route({
    path: "/history/{change_id}/revert",
    id: "revertChange",
    tag: "history",
    summary: "Revert a change",
    description:
      "Applies the opposite change, which is recorded as a change of its own. `force` restores old values even where the fields have changed since. Only admins can revert changes of reference entries.",
    access: ["write", "history"],
    body: revertBody,
    answers: {
      success: {
        description:
          "Reverted; `skipped` lists links that could not be restored, because the record at their other end no longer exists",
        schema: done("reverted", { kind, id: entryIdShape, skipped }),
      },
      refusals,
    },
  }).handle(async ({ params, context, body }) => {
    return {
      success: true,
      message: "reverted",
      ...(await revertChange(context, pathId(params, "change_id"), body.force)),
    };
  }),
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `POST /api/history/batches/{batch}/revert`: reverts a whole batch, or nothing (contract §8). */
export const batchRevert = routes({
  POST: route({
    path: "/history/batches/{batch}/revert",
    id: "revertBatch",
    tag: "history",
    summary: "Revert a batch",
    description:
      "Reverts all changes of the batch, newest first, or none. Changes that were reverted before stay reverted.",
    access: ["write", "history"],
    body: revertBody,
    answers: {
      success: {
        description: "Reverted; `changes` is the number of reverted changes",
        schema: done("reverted", { changes: { type: "integer", minimum: 1 }, skipped }),
      },
      refusals,
    },
  }).handle(async ({ params, context, body }) => {
    const batch = pathText(params, "batch");
    if (!UUID.test(batch)) throw new AppError("data_not_found");
    return { success: true, message: "reverted", ...(await revertBatch(context, batch, body.force)) };
  }),
});

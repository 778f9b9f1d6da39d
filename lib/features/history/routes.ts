import * as z from "zod";
import { batchReverted, changeList, changeReverted, historyEntryList } from "./history-answers";
import { ACTIONS } from "@/lib/model/change";
import { historySearchParams, parseEntriesQuery, parseHistoryQuery } from "./history-query";
import { toPage } from "@/lib/model/lists/list-query";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { pathId, pathText, routes } from "@/lib/http/request-handler";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import type { Schema } from "@/lib/http/openapi/json-schema";
import { pageParameters, pageSizeParameter, queryParameter } from "@/lib/http/openapi/list-parameters";
import { route } from "@/lib/http/route";
import { listHistoryEntries } from "./server/history-entries";
import { listChanges, refuseHidden } from "./server/history";
import { revertBatch, revertChange } from "./server/revert";

const text: Schema = { type: "string" };
const kind: Schema = { ...text, description: "The kind of record: the first segment of its API path, e.g. `members`" };
const uuid: Schema = { ...text, format: "uuid" };

const filterParameters = [
  queryParameter("kind", "Only changes of one kind of record, including links from either end, or of `rounds`.", kind),
  queryParameter("id", "Only changes of one record; requires `kind`.", recordIdSchema),
  queryParameter("action", "Only changes with this action.", { ...text, enum: [...ACTIONS] }),
  queryParameter(
    "user",
    "Only changes made by one account, where the installation allows this filter.",
    recordIdSchema,
  ),
  queryParameter("from", "The first day, in the university's time zone.", { ...text, format: "date" }),
  queryParameter("to", "The last day.", { ...text, format: "date" }),
  queryParameter("batch", "Only changes of one batch, such as one import.", uuid),
];

/** Contract §8. */
export const history = routes({
  GET: route({
    path: "/history",
    id: "listChanges",
    tag: "history",
    summary: "List changes, newest first",
    description:
      "Old and new values are raw, as in records. Without `kind`, returns the changes of all records, for editors also those of rounds, and for admins those of accounts and reference entries.",
    access: ["read", "history"],
    parameters: [...pageParameters("Changes"), ...filterParameters],
    answers: {
      success: { description: "One page of changes", schema: changeList },
      refusals: ["validation_failed", "forbidden"],
    },
  }).handle(async ({ url, context }) => {
    const { query: query, errors } = parseHistoryQuery(url.searchParams);
    // 403 takes precedence over errors in the rest of the query (contract §1).
    refuseHidden(context, query, url.searchParams.has("user"));
    if (errors) throw invalid(errors);
    const { rows, total } = await listChanges(context, query);
    return toPage(rows, total, query, url);
  }),
});

/** Contract §8. */
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
      queryParameter("before", "Only entries that are older than this change.", recordIdSchema),
      ...filterParameters,
    ],
    answers: {
      success: {
        description: "One page of entries",
        schema: historyEntryList,
      },
      refusals: ["validation_failed", "forbidden"],
    },
  }).handle(async ({ url, context }) => {
    const { query: query, errors } = parseEntriesQuery(url.searchParams);
    refuseHidden(context, query, url.searchParams.has("user"));
    if (errors) throw invalid(errors);
    const { entries, next } = await listHistoryEntries(context, query);
    const older = next === null ? null : historySearchParams({ ...query, before: next });
    return { next_page_url: older && `${url.pathname}?${older}`, data: entries };
  }),
});

const revertBody = { optionalBody: z.strictObject({ force: z.boolean().default(false) }) };
const refusals = [
  "data_not_found",
  "not_revertible",
  { code: "changed_since", more: { fields: z.array(z.string()) } },
  "cannotdeletecontrains",
  "thematic_field_still_in_use",
  { code: "reference_in_use", more: { used: z.int().min(1) } },
  "reference_protected",
] as const;

/** Contract §8. */
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
        schema: changeReverted,
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

/** Contract §8. */
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
        schema: batchReverted,
      },
      refusals,
    },
  }).handle(async ({ params, context, body }) => {
    const batch = pathText(params, "batch");
    if (!UUID.test(batch)) throw new AppError("data_not_found");
    return { success: true, message: "reverted", ...(await revertBatch(context, batch, body.force)) };
  }),
});

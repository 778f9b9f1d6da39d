import * as z from "zod";
import { entryIdShape } from "@/lib/records/fields/field";
import { ACTIONS, parseHistoryQuery } from "@/lib/records/history/history-query";
import { toPage } from "@/lib/records/lists/list-query";
import { AppError, invalid } from "@/lib/server/errors/errors";
import { pathId, pathText, routes } from "../../http";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf, orNull, type Schema } from "../../json-schema";
import { pageParameters, queryParameter } from "../../list-parameters";
import { pageOf } from "../../record-schemas";
import { route } from "../../route";
import { listChanges, refuseHidden } from "@/lib/server/history/history";
import { revertBatch, revertChange } from "@/lib/server/history/revert";

const text: Schema = { type: "string" };
const kind: Schema = { ...text, description: "A kind of records by the first word of its API path, e.g. `members`" };
/** A record as the history names it. */
export const namedRecord = { kind, id: entryIdShape, label: text };
const uuid: Schema = { ...text, format: "uuid" };

/** A change as it travels (contract §8). */
export const changeSchema = exactObject({
  change_id: recordId,
  at: { ...text, format: "date-time" },
  user: orNull(exactObject({ id: recordId, name: text })),
  source: { ...text, enum: ["app", "token", "import", "job", "command"] },
  action: { ...text, enum: [...ACTIONS] },
  ...namedRecord,
  fields: listOf(exactObject({ name: text, old: {}, new: {} })),
  related: orNull(exactObject(namedRecord)),
  batch: orNull(uuid),
  reverts: orNull(recordId),
  revertible: { type: "boolean", description: "Whether it can be undone as things stand now" },
});

/** `GET /api/history`: what was changed, newest first (contract §8). */
export const history = routes({
  GET: route({
    path: "/history",
    id: "listChanges",
    tag: "history",
    summary: "List changes, newest first",
    description:
      "Raw values, as records carry them. Without `kind` the changes of all records; for admins those of accounts and reference entries, too.",
    access: ["read", "history"],
    parameters: [
      ...pageParameters("Changes"),
      queryParameter("kind", "The changes of one kind of records, links from either end included.", kind),
      queryParameter("id", "The changes of one record; only with `kind`.", recordId),
      queryParameter("action", "The changes of one sort.", { ...text, enum: [...ACTIONS] }),
      queryParameter("user", "The changes of one account, where the installation allows that.", recordId),
      queryParameter("from", "The first day, in the university's time.", { ...text, format: "date" }),
      queryParameter("to", "The last day.", { ...text, format: "date" }),
      queryParameter("batch", "What was done together.", uuid),
    ],
    answers: {
      success: { description: "One page of changes", schema: pageOf(changeSchema) },
      refusals: ["validation_failed", "forbidden"],
    },
    async handle({ url, context }) {
      const { query: wanted, errors } = parseHistoryQuery(url.searchParams);
      // Before what is wrong with the rest of the query (contract §1).
      refuseHidden(context, wanted, url.searchParams.has("user"));
      if (errors) throw invalid(errors);
      const { rows, total } = await listChanges(context, wanted);
      return toPage(rows, total, wanted, url);
    },
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

/** `POST /api/history/{change_id}/revert`: undoes one change (contract §8). */
export const changeRevert = routes({
  POST: route({
    path: "/history/{change_id}/revert",
    id: "revertChange",
    tag: "history",
    summary: "Undo a change",
    description:
      "By its opposite, which is a change like any other. `force` sets old values even where they have changed since. Changes of reference entries are undone by admins.",
    access: ["write", "history"],
    body: revertBody,
    answers: {
      success: {
        description: "Undone; `skipped` are links that could not come back, because their other end is gone",
        schema: done("reverted", { kind, id: entryIdShape, skipped }),
      },
      refusals,
    },
    async handle({ params, context, body }) {
      return {
        success: true,
        message: "reverted",
        ...(await revertChange(context, pathId(params, "change_id"), body.force)),
      };
    },
  }),
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `POST /api/history/batches/{batch}/revert`: undoes what was done together, or nothing (contract §8). */
export const batchRevert = routes({
  POST: route({
    path: "/history/batches/{batch}/revert",
    id: "revertBatch",
    tag: "history",
    summary: "Undo a batch",
    description: "All of it, newest first, or nothing. What of it was undone already stays so.",
    access: ["write", "history"],
    body: revertBody,
    answers: {
      success: {
        description: "Undone; `changes` says how many",
        schema: done("reverted", { changes: { type: "integer", minimum: 1 }, skipped }),
      },
      refusals,
    },
    async handle({ params, context, body }) {
      const batch = pathText(params, "batch");
      if (!UUID.test(batch)) throw new AppError("data_not_found");
      return { success: true, message: "reverted", ...(await revertBatch(context, batch, body.force)) };
    },
  }),
});

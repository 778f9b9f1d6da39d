import * as z from "zod";
import { BATCH_STORIES, ENTRY_MAX_CHANGES } from "./history-entry";
import { ACTIONS, CHANGE_SOURCES, RECORD_ACTIONS } from "@/lib/model/change";
import {
  count,
  done,
  entryId,
  fieldChange,
  kind,
  moment,
  pageOf,
  recordId,
  anyText,
  uuid,
} from "@/lib/model/answers/shapes";

/** A record as the history identifies it; the label of an erased person is empty (contract §9). */
export const namedRecord = z.object({ kind, id: entryId, label: anyText });
export type NamedRecord = z.output<typeof namedRecord>;

/** A change (contract §8). */
export const change = z.object({
  change_id: recordId,
  at: moment,
  user: z.object({ id: recordId, name: anyText }).nullable(),
  source: z.enum(CHANGE_SOURCES),
  action: z.enum(ACTIONS),
  ...namedRecord.shape,
  fields: z.array(fieldChange),
  related: namedRecord
    .nullable()
    .describe(
      "The record at the other end of a created, changed or removed link, the record of a file, or the round of a confirmation",
    ),
  batch: uuid.nullable(),
  reverts: recordId.nullable().describe("The change that this one reverted"),
  revertible: z.boolean().describe("Whether the change can be reverted in the current state"),
});
export type Change = z.output<typeof change>;

/** `GET /api/history` */
export const changeList = pageOf(change);

const isConfirmation = z.literal(true).optional().describe("Present if the records were only confirmed, not changed");

const batchPart = z.object({
  kind,
  action: z.enum(RECORD_ACTIONS),
  count,
  ofLinks: z.literal(true).optional().describe("Present if the values of links were changed, not records"),
  isConfirmation,
});
/** The number of records of a kind, or of links, that a batch changed in the same way. */
export type BatchPart = z.output<typeof batchPart>;

const batchSummary = z.object({
  story: z.enum(BATCH_STORIES).describe("`record`: of one record, `records`: of several, `links`: of links alone"),
  action: z.enum(RECORD_ACTIONS).describe("What was done to the records; `update` if several things were"),
  isConfirmation,
  kind: kind.nullable(),
  records: count.describe("The number of records; of an import, of its rows"),
  subject: namedRecord.nullable(),
  other: namedRecord
    .nullable()
    .describe("The record that was merged into `subject`; the round, if records were only confirmed in one"),
  parts: z.array(batchPart),
});
/** What a batch did, for a sentence about it. */
export type BatchSummary = z.output<typeof batchSummary>;

const historyEntry = z.object({
  change,
  batch: z
    .object({
      count: count.describe("The number of its changes that the account may see"),
      own: count.describe("The number of those that involve the record of the query, if it has one"),
      changes: z
        .array(change)
        .describe(`The changes that \`own\` counts, newest first; empty if they are more than ${ENTRY_MAX_CHANGES}`),
      revertible: z.boolean().describe("Whether it can probably be reverted"),
      reverted: z.boolean().describe("Whether it was reverted"),
      summary: batchSummary,
      reverts: batchSummary.nullable().describe("The batch that it reverts"),
    })
    .nullable(),
});
/** An entry of the history: a change, or a batch of changes with the change that says most about it (contract §8). */
export type HistoryEntry = z.output<typeof historyEntry>;

/** `GET /api/history/entries` */
export const historyEntryList = z.object({ next_page_url: anyText.nullable(), data: z.array(historyEntry) });

const skipped = z.array(namedRecord);

/** `POST /api/history/{change_id}/revert` */
export const changeReverted = done("reverted", { kind, id: entryId, skipped });
/** `POST /api/history/batches/{batch}/revert` */
export const batchReverted = done("reverted", { changes: z.int().min(1), skipped });

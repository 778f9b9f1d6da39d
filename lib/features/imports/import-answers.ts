import * as z from "zod";
import { MAX_ID } from "@/lib/model/limits";
import { SIMILAR_SHOWN } from "@/lib/model/kinds/duplicate-fields";
import { CHOSEN_ENCODINGS } from "./encodings";
import { similarRecord } from "@/lib/features/duplicates/duplicate-answers";
import {
  count,
  done,
  fieldChange,
  generated,
  moment,
  namedSchema,
  pageOf,
  recordId,
  anyText,
  uuid,
} from "@/lib/model/answers/shapes";
import type { FieldErrors } from "@/lib/model/fields/field";

const texts = z.array(anyText);

/** What an import does with rows; every row has one of these actions once the import is previewed. */
export const IMPORT_ACTIONS = ["create", "update", "same", "refused", "skip"] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

const counts = { create: count, update: count, same: count, refused: count, skip: count };

const column = z.object({ header: anyText, field: anyText.nullable(), samples: texts });
/** A column of an uploaded table. */
export type ImportColumn = z.output<typeof column>;

const errors = generated<FieldErrors>({ anyOf: [namedSchema("FieldErrors"), { type: "object", maxProperties: 0 }] });
const changes = z.array(fieldChange);

const similarOfRow = z.object({
  ...similarRecord.shape,
  changes: changes.describe("What the row would change if it updated this record"),
  errors: errors.describe("Why the row could not update this record"),
});
/** A record of which a new row may be a duplicate, and what the row would change in it. */
export type SimilarOfRow = z.output<typeof similarOfRow>;

const importRow = z.object({
  row: count.describe("The row number in the file, from 1"),
  action: z.enum(IMPORT_ACTIONS).nullable(),
  id: recordId.nullable(),
  label: anyText.optional().describe("Of the record that an `update` changes"),
  errors,
  changes,
  texts: z
    .record(anyText, z.object({ old: anyText, new: anyText }))
    .describe("The changes as people read them: names instead of ids"),
  cells: texts,
  similar: z
    .array(similarOfRow)
    .max(SIMILAR_SHOWN)
    .describe("For a row that would become a new record: its likely duplicates, highest score first"),
  repeats: count.nullable().describe("An earlier row that probably becomes the same new record"),
});
/** A row of the preview, with what the import would do with it. */
export type PreviewRow = z.output<typeof importRow>;

/** `GET /api/imports/{import_id}/rows` */
export const importRows = pageOf(importRow);

const unknownName = z.object({
  header: anyText,
  text: anyText,
  rows: count.describe("The number of rows that refer to it"),
  similar: z.array(z.object({ id: z.int().min(-1), label: anyText })),
});
/** A name in a column that no entry or record has. */
export type UnknownName = z.output<typeof unknownName>;

const headerRow = count.describe("The number of the row with the headers, above the table; 0 for none");

/** How a file was read, and how else it could be read. */
const parseDetails = {
  encoding: z
    .enum([...CHOSEN_ENCODINGS, "utf-16"])
    .nullable()
    .describe("Of a csv file"),
  encodings: z.array(z.enum(CHOSEN_ENCODINGS)).nullable().describe("Those that can be chosen for a csv file"),
  sheet: anyText.nullable().describe("The sheet of a workbook that was read"),
  sheets: z.array(z.object({ name: anyText, hidden: z.boolean(), rows: count })).nullable(),
};

/** The records that would get another label. */
export const renames = {
  renames: count.describe("The number of records that would get another label"),
  pairs: z.array(z.object({ id: recordId, old: anyText, new: anyText })).describe("The first 200 of these"),
};

/** `POST /api/imports` */
export const uploadedImport = z.object({
  id: recordId,
  columns: z.array(column),
  header_row: headerRow,
  rows: count,
  ...parseDetails,
});

/** `PUT /api/imports/{import_id}` */
export const importPreview = z.object({
  ...counts,
  similar: count.describe("The number of new rows that are likely duplicates of existing records"),
  uncompared: count.describe("The number of new rows that were not compared, for lack of time"),
  repeated: count.describe("The number of new rows that repeat an earlier one"),
  ...renames,
  dropped: count.describe("The number of rows without values that their records would not have"),
  no_end: count.describe(
    "The number of rows that leave a finished project without a known end, so that no statistics count it",
  ),
  with_end: count.describe("The number of rows of finished projects that `finished: fixed_term` would make fixed-term"),
  fixed_term: count.describe("The number of rows that become fixed-term because of `finished`"),
  unknown_names: z.array(unknownName),
  rows: z.array(importRow),
});
export type ImportPreview = z.output<typeof importPreview>;

/**
 * What the user has decided about a name that no entry or record has: the entry or record that it
 * means, which may keep it as an alias, a new one, or nothing.
 */
export const decidedName = z.union([
  z.strictObject({
    id: z.int({ error: "type" }).min(-1, { error: "type" }).max(MAX_ID, { error: "type" }),
    alias: z.boolean({ error: "type" }).optional().describe("Whether the record keeps the name as an alias"),
  }),
  z.enum(["create", "leave"]),
]);
export type DecidedName = z.output<typeof decidedName>;
/** Decisions by header and name. */
export type DecidedNames = Record<string, Record<string, DecidedName>>;

/** `GET /api/imports/{import_id}`, and the answer to its start */
export const importState = z.object({
  id: recordId,
  kind: anyText,
  file_name: anyText,
  state: z.enum(["uploaded", "mapped", "running", "done", "failed"]),
  done: count,
  total: count,
  batch: uuid.nullable(),
  result: z.object(counts).nullable(),
  rows: count,
  header_row: headerRow,
  ...parseDetails,
  first_rows: z
    .array(z.object({ row: count, cells: texts }))
    .describe("The rows of the file that may contain the headers"),
  columns: z.array(column),
  match: texts,
  unknown: z.enum(["refuse", "create"]),
  names: generated<DecidedNames>({ type: "object", description: "The decisions about names, by header and name" }),
  create_with: z.record(anyText, anyText),
  not_applicable: z
    .enum(["refuse", "drop"])
    .describe("What happens to rows with values that their records would not have"),
  finished: z
    .enum(["keep", "fixed_term"])
    .describe("What happens to rows of finished projects with an end that their contractual basis does not take"),
  created_at: moment,
});
export type ImportState = z.output<typeof importState>;

/** `DELETE /api/imports/{import_id}` */
export const importDeleted = done("data_deleted");

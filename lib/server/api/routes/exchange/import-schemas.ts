import { DUPLICATE_DIFFERENCES, DUPLICATE_REASONS, SIMILAR_SHOWN } from "@/lib/records/kinds/duplicate-fields";
import { recordId } from "../../field-schemas";
import { exactObject, listOf, ref, type Schema, orNull } from "../../json-schema";
import { ACTIONS } from "@/lib/server/imports/imports-sql";
import { CHOSEN_ENCODINGS } from "@/lib/records/spreadsheets/encodings";

const text: Schema = { type: "string" };
const texts = listOf(text);
const count: Schema = { type: "integer", minimum: 0 };

const columns = listOf(exactObject({ header: text, field: orNull(text), samples: texts }));
const counts = exactObject(Object.fromEntries(ACTIONS.map((action) => [action, count])));

const errors: Schema = { anyOf: [ref("FieldErrors"), { type: "object", maxProperties: 0 }] };
const changes = listOf(exactObject({ name: text, old: {}, new: {} }));

/** A likely duplicate of a new row. */
const similar = exactObject({
  id: recordId,
  label: text,
  detail: text,
  score: { type: "number", minimum: 0, maximum: 1 },
  reasons: listOf({ enum: DUPLICATE_REASONS }),
  differences: { ...listOf({ enum: DUPLICATE_DIFFERENCES }), description: "The values that contradict the match" },
  changes: { ...changes, description: "What the row would change if it updated this record" },
  errors: { ...errors, description: "Why the row could not update this record" },
});

const row = exactObject(
  {
    row: { ...count, description: "The row number in the file, from 1" },
    action: orNull({ ...text, enum: [...ACTIONS] }),
    id: orNull(recordId),
    label: { ...text, description: "Of the record that an `update` changes" },
    errors,
    changes,
    texts: {
      type: "object",
      additionalProperties: exactObject({ old: text, new: text }),
      description: "The changes as people read them: names instead of ids",
    },
    cells: texts,
    similar: {
      ...listOf(similar),
      maxItems: SIMILAR_SHOWN,
      description: "For a row that would become a new record: its likely duplicates, highest score first",
    },
    repeats: orNull({ ...count, description: "An earlier row that probably becomes the same new record" }),
  },
  ["label"],
);

/** A name that rows refer to and that no entry or record has. */
const unknownName = exactObject({
  header: text,
  text,
  rows: { ...count, description: "The number of rows that refer to it" },
  similar: listOf(exactObject({ id: { type: "integer", minimum: -1 }, label: text })),
});
const headerRow = { ...count, description: "The number of the row with the headers, above the table; 0 for none" };

/** How a file was read, and how else it could be read. */
const reading = {
  encoding: { ...orNull({ enum: [...CHOSEN_ENCODINGS, "utf-16"] }), description: "Of a csv file" },
  encodings: { ...orNull(listOf({ enum: CHOSEN_ENCODINGS })), description: "Those that can be chosen for a csv file" },
  sheet: { ...orNull(text), description: "The sheet of a workbook that was read" },
  sheets: orNull(listOf(exactObject({ name: text, hidden: { type: "boolean" }, rows: count }))),
};

/** The records that would get another label. */
const renames = {
  renames: { ...count, description: "The number of records that would get another label" },
  pairs: { ...listOf(exactObject({ id: recordId, old: text, new: text })), description: "The first 200 of these" },
};

/** The response schemas of the import API (contract §10). */
export const importSchemas = {
  row,
  renames,
  uploaded: exactObject({ id: recordId, columns, header_row: headerRow, rows: count, ...reading }),
  preview: exactObject({
    ...Object.fromEntries(ACTIONS.map((action) => [action, count])),
    similar: { ...count, description: "The number of new rows that are likely duplicates of existing records" },
    uncompared: { ...count, description: "The number of new rows that were not compared, for lack of time" },
    repeated: { ...count, description: "The number of new rows that repeat an earlier one" },
    ...renames,
    dropped: { ...count, description: "The number of rows without values that their records would not have" },
    unknown_names: listOf(unknownName),
    rows: listOf(row),
  }),
  one: exactObject({
    id: recordId,
    kind: text,
    file_name: text,
    state: { ...text, enum: ["uploaded", "mapped", "running", "done", "failed"] },
    done: count,
    total: count,
    batch: orNull({ ...text, format: "uuid" }),
    result: orNull(counts),
    rows: count,
    header_row: headerRow,
    ...reading,
    first_rows: {
      ...listOf(exactObject({ row: count, cells: texts })),
      description: "The rows of the file that may contain the headers",
    },
    columns,
    match: texts,
    unknown: { ...text, enum: ["refuse", "create"] },
    names: { type: "object", description: "The decisions about names, by header and name" },
    create_with: { type: "object", additionalProperties: text },
    not_applicable: { ...text, enum: ["refuse", "drop"] },
    created_at: { ...text, format: "date-time" },
  }),
};

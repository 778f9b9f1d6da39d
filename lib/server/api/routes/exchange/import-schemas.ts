import { DUPLICATE_DIFFERENCES, DUPLICATE_REASONS, SIMILAR_SHOWN } from "@/lib/records/kinds/duplicate-fields";
import { recordId } from "../../field-schemas";
import { exactObject, listOf, ref, type Schema, orNull } from "../../json-schema";
import { ACTIONS } from "@/lib/server/imports/imports-sql";

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

const row = exactObject({
  row: { ...count, description: "The row number in the file; the header row is row 1" },
  action: orNull({ ...text, enum: [...ACTIONS] }),
  id: orNull(recordId),
  errors,
  changes,
  cells: texts,
  similar: {
    ...listOf(similar),
    maxItems: SIMILAR_SHOWN,
    description: "For a row that would become a new record: its likely duplicates, highest score first",
  },
});

/** The response schemas of the import API (contract §10). */
export const importSchemas = {
  row,
  uploaded: exactObject({ id: recordId, columns, rows: count }),
  preview: exactObject({
    ...Object.fromEntries(ACTIONS.map((action) => [action, count])),
    similar: { ...count, description: "The number of new rows that are likely duplicates of existing records" },
    uncompared: { ...count, description: "The number of new rows that were not compared, for lack of time" },
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
    columns,
    match: texts,
    unknown: { ...text, enum: ["refuse", "create"] },
    created_at: { ...text, format: "date-time" },
  }),
};

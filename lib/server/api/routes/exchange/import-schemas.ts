import { ALIKE_REASONS, MOST_SHOWN } from "@/lib/records/kinds/alike";
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

/** A record that a new row may be. */
const similar = exactObject({
  id: recordId,
  label: text,
  detail: text,
  score: { type: "number", minimum: 0, maximum: 1 },
  reasons: listOf({ enum: ALIKE_REASONS }),
  changes: { ...changes, description: "What the row would change if it were to update this record" },
  errors: { ...errors, description: "Why it could not" },
});

const row = exactObject({
  row: { ...count, description: "Its number in the file, whose headers are row 1" },
  action: orNull({ ...text, enum: [...ACTIONS] }),
  id: orNull(recordId),
  errors,
  changes,
  cells: texts,
  similar: {
    ...listOf(similar),
    maxItems: MOST_SHOWN,
    description: "Of one that would become a new record: the records that it probably is, the surest first",
  },
});

/** What the calls of imports answer (contract §10). */
export const importSchemas = {
  row,
  uploaded: exactObject({ id: recordId, columns, rows: count }),
  preview: exactObject({
    ...Object.fromEntries(ACTIONS.map((action) => [action, count])),
    similar: { ...count, description: "How many of the new rows are probably records that exist" },
    uncompared: { ...count, description: "Of how many new rows that is not known, because there was no time" },
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

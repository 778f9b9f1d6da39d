import { recordId } from "../openapi/field-schemas";
import { exactObject, listOf, ref, type Schema, orNull } from "../openapi/json-schema";
import { ACTIONS } from "../store/imports";

const text: Schema = { type: "string" };
const texts = listOf(text);
const count: Schema = { type: "integer", minimum: 0 };

const columns = listOf(exactObject({ header: text, field: orNull(text), samples: texts }));
const counts = exactObject(Object.fromEntries(ACTIONS.map((action) => [action, count])));

const row = exactObject({
  row: { ...count, description: "Its number in the file, whose headers are row 1" },
  action: orNull({ ...text, enum: [...ACTIONS] }),
  id: orNull(recordId),
  errors: { anyOf: [ref("FieldErrors"), { type: "object", maxProperties: 0 }] },
  changes: listOf(exactObject({ name: text, old: {}, new: {} })),
  cells: texts,
});

/** What the calls of imports answer (contract §10). */
export const importSchemas = {
  row,
  uploaded: exactObject({ id: recordId, columns, rows: count }),
  preview: exactObject({ ...Object.fromEntries(ACTIONS.map((action) => [action, count])), rows: listOf(row) }),
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

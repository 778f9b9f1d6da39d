import { ALIASES } from "@/lib/records/kinds/aliases";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

/** Modes of a bulk edit: set a field's value, add entries to a list, or remove entries from it. */
export const BULK_MODES = ["set", "add", "remove"] as const;
export type BulkMode = (typeof BULK_MODES)[number];

/** State of one row of a bulk edit; `number` identifies the row. */
export type BulkEdit = { number: number; mode: BulkMode; field: string; value: unknown; picked: readonly Option[] };

export const newEdit = (number: number): BulkEdit => ({ number, mode: "set", field: "", value: null, picked: [] });

type EditedDefinition = Pick<AnyDefinition, "fields" | "form" | "tabs">;

/**
 * Returns the fields that a mode can edit: `set` edits all fields of the form except the aliases,
 * which no two records share; `add` and `remove` edit its list fields and the link lists.
 */
export function editableFields({ fields, form, tabs }: EditedDefinition, mode: BulkMode): string[] {
  const inForm: string[] = form.flatMap((group) => group.fields).filter((name) => name !== ALIASES);
  if (mode === "set") return inForm;
  const lists = inForm.filter((name) => fields[name]?.storage.in === "list");
  return [...lists, ...tabs.map(({ list }) => list)];
}

/** Returns the edit for another field, reset to that field's initial value. */
export const withField = (edit: BulkEdit, { fields }: EditedDefinition, field: string): BulkEdit => ({
  ...edit,
  field,
  value: fields[field]?.initial ?? (fields[field]?.storage.in === "links" ? [] : null),
  picked: [],
});

/** Returns the edit in another mode; keeps the field if that mode supports it. */
export function withMode(edit: BulkEdit, definition: EditedDefinition, mode: BulkMode): BulkEdit {
  const field = editableFields(definition, mode).includes(edit.field) ? edit.field : "";
  return withField({ ...edit, mode }, definition, field);
}

/** True when the edit can be sent; adding or removing needs at least one entry. */
export const isComplete = ({ field, mode, picked }: BulkEdit) => field !== "" && (mode === "set" || picked.length > 0);

/** Builds the request body (contract §10); later edits of a field override earlier ones. */
export function bodyOf(edits: readonly BulkEdit[]) {
  const ofMode = (mode: BulkMode) =>
    Object.fromEntries(
      edits
        .filter((edit) => edit.mode === mode && edit.field !== "")
        .map(({ field, value, picked }) => [field, mode === "set" ? (value ?? null) : picked.map(({ id }) => id)]),
    );
  const body = { set: ofMode("set"), add: ofMode("add"), remove: ofMode("remove") };
  return Object.fromEntries(Object.entries(body).filter(([, part]) => Object.keys(part).length > 0));
}

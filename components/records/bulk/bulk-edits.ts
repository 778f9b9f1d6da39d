import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

/** What can be done to a field of many records: give it a value, or add to its list and take from it. */
export const BULK_MODES = ["set", "add", "remove"] as const;
export type BulkMode = (typeof BULK_MODES)[number];

/** One change while somebody is at it. Its number tells it from the others. */
export type BulkEdit = { number: number; mode: BulkMode; field: string; value: unknown; picked: readonly Option[] };

export const newEdit = (number: number): BulkEdit => ({ number, mode: "set", field: "", value: null, picked: [] });

type EditedDefinition = Pick<AnyDefinition, "fields" | "form" | "tabs">;

/** The fields that a change of a sort can be about: those of the form, or the lists among them and the link lists. */
export function editableFields({ fields, form, tabs }: EditedDefinition, mode: BulkMode): string[] {
  const inForm: string[] = form.flatMap((group) => group.fields);
  if (mode === "set") return inForm;
  const lists = inForm.filter((name) => fields[name]?.storage.in === "list");
  return [...lists, ...tabs.map(({ list }) => list)];
}

/** The same change of another field, which begins as an empty form does. */
export const withField = (edit: BulkEdit, { fields }: EditedDefinition, field: string): BulkEdit => ({
  ...edit,
  field,
  value: fields[field]?.initial ?? (fields[field]?.storage.in === "links" ? [] : null),
  picked: [],
});

/** The same change of another sort, of the same field where it knows that. */
export function withMode(edit: BulkEdit, definition: EditedDefinition, mode: BulkMode): BulkEdit {
  const field = editableFields(definition, mode).includes(edit.field) ? edit.field : "";
  return withField({ ...edit, mode }, definition, field);
}

/** Whether a change says what to do: nothing is added or removed by naming nothing. */
export const isComplete = ({ field, mode, picked }: BulkEdit) => field !== "" && (mode === "set" || picked.length > 0);

/** What is sent of several changes (contract §10); of two about the same the later one counts. */
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

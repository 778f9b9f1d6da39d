import type { BulkResult } from "@/lib/features/records/bulk-answers";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Field } from "@/lib/model/fields/field";
import type { LinkList } from "@/lib/model/kinds/relations";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

/** Modes of a bulk edit: set a field's value, add entries to a list, or remove entries from it. */
export const BULK_MODES = ["set", "add", "remove"] as const;
export type BulkMode = (typeof BULK_MODES)[number];

/**
 * State of one row of a bulk edit; `number` identifies the row. A field of links is written to those
 * with the picked records, or to all current ones unless `appliesToPicked`.
 */
export type BulkEdit = {
  number: number;
  mode: BulkMode;
  field: string;
  value: unknown;
  picked: readonly Option[];
  appliesToPicked: boolean;
};

export const newEdit = (number: number): BulkEdit => ({
  number,
  mode: "set",
  field: "",
  value: null,
  picked: [],
  appliesToPicked: false,
});

type EditedDefinition = Pick<AnyDefinition, "fields" | "form" | "tabs">;

/** A field of the links in a list of records, named `<list>.<field>`. */
export type LinkFieldName = { linkList: LinkList; fieldName: string; field: Field };

/** Returns the field of links with this name; undefined for a field of the records themselves. */
export function linkFieldNamed({ tabs }: Pick<AnyDefinition, "tabs">, name: string): LinkFieldName | undefined {
  const [list, fieldName = ""] = name.split(".");
  const linkList = tabs.find((tab) => tab.list === list);
  const field = linkList?.relation.fields?.[fieldName];
  return linkList && field && { linkList, fieldName, field };
}

const fieldNamed = (definition: EditedDefinition, name: string): Field | undefined =>
  definition.fields[name] ?? linkFieldNamed(definition, name)?.field;

/**
 * Returns the fields that a mode can edit: `set` edits the fields of links and all fields of the form
 * except the aliases, which no two records share; `add` and `remove` edit its list fields and the link
 * lists.
 */
export function editableFields({ fields, form, tabs }: EditedDefinition, mode: BulkMode): string[] {
  const formFields: string[] = form.flatMap((group) => group.fields).filter((name) => name !== ALIASES);
  const linkFieldNames = tabs.flatMap(({ list, relation }) =>
    Object.keys(relation.fields ?? {}).map((name) => `${list}.${name}`),
  );
  if (mode === "set") return [...formFields, ...linkFieldNames];
  const lists = formFields.filter((name) => fields[name]?.storage.in === "list");
  return [...lists, ...tabs.map(({ list }) => list)];
}

/** Returns the edit for another field, reset to that field's initial value. */
export function withField(edit: BulkEdit, definition: EditedDefinition, field: string): BulkEdit {
  const edited = fieldNamed(definition, field);
  const value = edited?.initial ?? (edited?.storage.in === "links" ? [] : null);
  return { ...edit, field, value, picked: [], appliesToPicked: false };
}

/** Returns the edit in another mode; keeps the field if that mode supports it. */
export function withMode(edit: BulkEdit, definition: EditedDefinition, mode: BulkMode): BulkEdit {
  const field = editableFields(definition, mode).includes(edit.field) ? edit.field : "";
  return withField({ ...edit, mode }, definition, field);
}

/**
 * Returns the fields that a change must set as well, because all records lack a required value, such as
 * the end of projects that become fixed-term.
 */
export function fieldsToAdd(
  definition: EditedDefinition,
  edits: readonly BulkEdit[],
  { matched, refused }: Pick<BulkResult, "matched" | "refused">,
): string[] {
  const isSet = (field: string) => edits.some((edit) => edit.mode === "set" && edit.field === field);
  const isLacking = (field: string) => refused.every(({ errors }) => errors?.[field]?.includes("required"));
  if (matched === 0 || refused.length < matched) return [];
  return editableFields(definition, "set").filter((field) => !isSet(field) && isLacking(field));
}

/** True when the edit can be sent: an edit of picked records or entries needs at least one. */
export const isComplete = ({ field, mode, picked, appliesToPicked }: BulkEdit) =>
  field !== "" && ((mode === "set" && !appliesToPicked) || picked.length > 0);

const listOf = ({ field }: BulkEdit) => field.split(".")[0];

/** Returns the first of the edits of the same link list, which says which links all of them concern. */
export const leadingEdit = (edits: readonly BulkEdit[], edit: BulkEdit): BulkEdit =>
  edits.find((one) => one.mode === "set" && one.field.includes(".") && listOf(one) === listOf(edit)) ?? edit;

/** Returns the name under which the server reports errors of an edit. */
export const errorNameOf = ({ mode, field }: BulkEdit): string =>
  mode === "set" && field.includes(".") ? `set_links.${field}` : `${mode}.${field}`;

/** Builds the values to write to links, by list. */
function linkValuesOf(edits: readonly BulkEdit[]) {
  const lists = new Map<string, Record<string, unknown>>();
  for (const edit of edits) {
    const [list = "", fieldName] = edit.field.split(".");
    if (edit.mode !== "set" || fieldName === undefined) continue;
    const { appliesToPicked, picked } = leadingEdit(edits, edit);
    const ids = appliesToPicked ? { ids: picked.map(({ id }) => id) } : {};
    lists.set(list, { ...ids, ...lists.get(list), [fieldName]: edit.value ?? null });
  }
  return Object.fromEntries(lists);
}

/** Builds the request body (contract §10); later edits of a field override earlier ones. */
export function bodyOf(edits: readonly BulkEdit[]) {
  const valuesOfMode = (mode: BulkMode) =>
    Object.fromEntries(
      edits
        .filter((edit) => edit.mode === mode && edit.field !== "" && !edit.field.includes("."))
        .map(({ field, value, picked }) => [field, mode === "set" ? (value ?? null) : picked.map(({ id }) => id)]),
    );
  const body = {
    set: valuesOfMode("set"),
    add: valuesOfMode("add"),
    remove: valuesOfMode("remove"),
    set_links: linkValuesOf(edits),
  };
  return Object.fromEntries(Object.entries(body).filter(([, part]) => Object.keys(part).length > 0));
}

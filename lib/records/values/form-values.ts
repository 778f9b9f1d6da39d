import type { AnyDefinition, AnyRow } from "../kinds/define";
import { isEmptyValue, type EntryNames } from "../fields/field";
import { referenceLists, type EntryOptions } from "../reference-lists/reference-lists";

/** What a record's form starts with: its loaded values, with linked records as their ids. */
export function formValues(definition: AnyDefinition, record: AnyRow | null): Record<string, unknown> {
  const values: Record<string, unknown> = { ...definition.defaults() };
  if (!record) return values;
  for (const [name, field] of Object.entries(definition.fields)) {
    const loaded = record[name];
    if (loaded === undefined) continue;
    const key = field.storage.in === "links" && field.reference ? referenceLists[field.reference].key : null;
    values[name] = key && Array.isArray(loaded) ? loaded.map((entry: AnyRow | number) => idOf(entry, key)) : loaded;
  }
  return values;
}

const idOf = (entry: AnyRow | number, key: string) => (typeof entry === "number" ? entry : Number(entry[key]));

/** Whether two values of a field say the same; the order of a list says nothing. */
export const isSameValue = (a: unknown, b: unknown) =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && new Set([...a, ...b]).size === new Set(a).size
    : a === b;

/**
 * A list that somebody is editing, with what happened to the stored one meanwhile: what was added elsewhere comes in,
 * what was removed elsewhere goes, and his own changes stay.
 */
export function mergeLinks(edited: number[], before: number[], now: number[]): number[] {
  const kept = edited.filter((id) => now.includes(id) || !before.includes(id));
  return [...new Set([...kept, ...now.filter((id) => !before.includes(id))])];
}

/** The fields whose values differ: what a form sends, so that it never reverts a colleague's change (contract §3). */
export function changedFields(before: AnyRow, after: AnyRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSameValue(before[name], value)));
}

/** The values of a record that its form shows. */
function shownValues(definition: AnyDefinition, record: AnyRow): Record<string, unknown> {
  const shown = new Set(definition.form.flatMap((group) => group.fields));
  return Object.fromEntries(Object.entries(formValues(definition, record)).filter(([name]) => shown.has(name)));
}

/** A value of a record in words, empty where there is none. Linked records come as rows, which bring their names along. */
export function valueText({ fields }: AnyDefinition, record: AnyRow, name: string, names: EntryNames): string {
  const field = fields[name];
  const value = record[name];
  if (!field || isEmptyValue(value)) return "";
  const isRows = Array.isArray(value) && value.some((item) => typeof item === "object");
  return isRows ? field.rowText(record, name, names.locale) : field.text(value, names);
}

/** What a copy of a record begins with: inactive entries stay with the records that carry them already (contract §9). */
export function copiedValues(
  definition: AnyDefinition,
  record: AnyRow,
  options: EntryOptions,
): Record<string, unknown> {
  const copied = Object.entries(shownValues(definition, record)).map(([name, value]) => {
    const field = definition.fields[name];
    const inactive = (field?.reference && options[field.reference])?.filter((option) => option.inactive) ?? [];
    const isGone = (id: unknown) => inactive.some((option) => option.id === id);
    if (Array.isArray(value)) return [name, value.filter((id) => !isGone(id))];
    return [name, isGone(value) ? field?.initial : value];
  });
  return Object.fromEntries(copied);
}

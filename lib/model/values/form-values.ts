import { ALIASES } from "../kinds/aliases";
import { writableFields, type AnyDefinition, type AnyRow } from "../kinds/define";
import { isEmptyValue, type EntryNames } from "../fields/field";
import { referenceLists, type EntryOptions } from "../reference-lists/reference-lists";

/**
 * Returns the initial values of the form: those of a loaded record, with linked records as ids, or
 * the defaults for a new record (null).
 */
export function formValues(definition: AnyDefinition, record: AnyRow | null): Record<string, unknown> {
  const initial = writableFields(definition).map(([name, field]) => [name, field.initial]);
  const values: Record<string, unknown> = Object.fromEntries(initial);
  if (!record) return values;
  for (const [name, field] of writableFields(definition)) {
    const loaded = record[name];
    if (loaded === undefined) continue;
    const key = field.storage.in === "links" && field.reference ? referenceLists[field.reference].key : null;
    values[name] = key && Array.isArray(loaded) ? loaded.map((entry: AnyRow | number) => idOf(entry, key)) : loaded;
  }
  return values;
}

const idOf = (entry: AnyRow | number, key: string) => (typeof entry === "number" ? entry : Number(entry[key]));

/** Returns whether two values of a field are equal; the order of lists does not matter. */
export const isSameValue = (a: unknown, b: unknown) =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && new Set([...a, ...b]).size === new Set(a).size
    : a === b;

/**
 * Merges a list of ids that the user is editing with the stored list (three-way merge). Applies the
 * additions and removals that others have saved since, and keeps the user's own.
 */
export function mergeLinks(edited: number[], before: number[], now: number[]): number[] {
  const remaining = edited.filter((id) => now.includes(id) || !before.includes(id));
  return [...new Set([...remaining, ...now.filter((id) => !before.includes(id))])];
}

/**
 * Returns the values in `after` that differ from those in `before`. A form sends only these, so
 * that it never reverts a colleague's change (contract §3).
 */
export function changedFields(before: AnyRow, after: AnyRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSameValue(before[name], value)));
}

/** Returns the values of the fields that a record's form shows. */
function shownValues(definition: AnyDefinition, record: AnyRow): Record<string, unknown> {
  const shown = new Set(definition.form.flatMap((group) => group.fields));
  return Object.fromEntries(Object.entries(formValues(definition, record)).filter(([name]) => shown.has(name)));
}

/**
 * Formats the value of a field; returns an empty text if the value is empty. Accepts linked records
 * as ids or as rows that contain their names.
 */
export function valueText({ fields }: AnyDefinition, record: AnyRow, name: string, names: EntryNames): string {
  const field = fields[name];
  const value = record[name];
  if (!field || isEmptyValue(value)) return "";
  const isRows = Array.isArray(value) && value.some((item) => typeof item === "object");
  return isRows ? field.rowText(record, name, names.locale) : field.text(value, names);
}

/**
 * Returns the initial values of the form for a copy of a record. Inactive reference entries are not
 * copied, because only records that already have them may keep them (contract §9), nor are aliases,
 * which are names of the original alone.
 */
export function copiedValues(
  definition: AnyDefinition,
  record: AnyRow,
  options: EntryOptions,
): Record<string, unknown> {
  const copied = Object.entries(shownValues(definition, record)).map(([name, value]) => {
    const field = definition.fields[name];
    if (name === ALIASES) return [name, field?.initial];
    const inactive = (field?.reference && options[field.reference])?.filter((option) => option.inactive) ?? [];
    const isInactive = (id: unknown) => inactive.some((option) => option.id === id);
    if (Array.isArray(value)) return [name, value.filter((id) => !isInactive(id))];
    return [name, isInactive(value) ? field?.initial : value];
  });
  return Object.fromEntries(copied);
}

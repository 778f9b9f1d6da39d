import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { isEmptyValue } from "@/lib/model/fields/field";
import type { FieldChange } from "@/lib/model/answers/shapes";
import { columnFields, listFields } from "../sql/fragments";

/**
 * Normalizes a value for the history and for comparison: sorts entry ids, whose order has no
 * meaning.
 */
const normalized = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === "number" ? [...(value as number[])].sort((a, b) => a - b) : value;

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(normalized(one)) === JSON.stringify(normalized(other));

/**
 * Returns the changed fields of a record, without links: the history records those separately. Where a
 * managed field changes, contains all of them, so that the history says who confirmed a record again.
 */
export function differences(definition: AnyDefinition, before: AnyRow, after: AnyRow): FieldChange[] {
  const own = [...columnFields(definition), ...listFields(definition)].map(([name, { managed }]) => {
    const [old, now] = [before[name], after[name]];
    const isSame = Array.isArray(old) && Array.isArray(now) ? isSameList(old, now) : old === now;
    return { name, managed, old, now, isSame };
  });
  const isManagedChange = own.some(({ managed, isSame }) => managed && !isSame);
  return own.flatMap(({ name, managed, old, now, isSame }) =>
    isSame && !(managed && isManagedChange) ? [] : [{ name, old: normalized(old), new: normalized(now) }],
  );
}

/** Whether a change of these fields raises the version of a record: managed fields alone do not. */
export const raisesVersion = ({ fields: declared }: AnyDefinition, fields: readonly FieldChange[]): boolean =>
  fields.some(({ name }) => !declared[name]?.managed);

/**
 * Returns all fields of a created or deleted record as changes, without links. The values are null
 * on the side (old or new) where the record does not exist. Fields of separate subresources and managed
 * fields are left out if they are empty.
 */
export function snapshotFields(
  definition: AnyDefinition,
  values: { old: AnyRow | null; new: AnyRow | null },
): FieldChange[] {
  const own = [...columnFields(definition), ...listFields(definition)].filter(
    ([name, { separate, managed }]) => !(separate ?? managed) || !isEmptyValue((values.new ?? values.old)?.[name]),
  );
  return own.map(([name]) => ({
    name,
    old: normalized(values.old?.[name] ?? null),
    new: normalized(values.new?.[name] ?? null),
  }));
}

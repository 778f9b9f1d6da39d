import type { AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields of a change whose values have changed since. */
export const changedSince = (fields: readonly FieldChange[], stored: AnyRow): string[] =>
  fields.filter((field) => !isSame(stored[field.name], field.new)).map(({ name }) => name);

/** Whether saving dropped an old value, because other fields now hide its field. */
export const isHiddenNow = (fields: readonly FieldChange[], after: AnyRow | undefined): boolean =>
  fields.some(({ name, old }) => old !== null && after?.[name] === null);

import type { AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields whose values have changed again since a change. */
export const changedSince = (fields: readonly FieldChange[], stored: AnyRow): string[] =>
  fields.filter((field) => !isSame(stored[field.name], field.new)).map(({ name }) => name);

/**
 * Whether a save dropped an old value that it was to restore, because other values now hide its
 * field.
 */
export const isHiddenNow = (fields: readonly FieldChange[], after: AnyRow | undefined): boolean =>
  fields.some(({ name, old }) => old !== null && after?.[name] === null);

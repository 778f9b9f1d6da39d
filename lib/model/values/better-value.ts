import type { AnyDefinition, AnyRow } from "../kinds/define";
import { isEmptyValue } from "../fields/field";
import { isSameValue } from "./form-values";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { schemaOf } from "./schemas";

/**
 * One of the two records of a merge: `keep` is the one that remains, `drop` the one merged into it.
 */
export type MergeSide = "keep" | "drop";

/** The values of the two records of a merge, and which of them was changed last. */
export type MergePair = { keep: AnyRow; drop: AnyRow; newer: MergeSide };

/** Returns whether a value is blank: empty, or the entry for "not applicable". */
export const isBlank = (value: unknown): boolean => isEmptyValue(value) || value === NOT_APPLICABLE;

const isAllCapitals = (text: string) => text.length > 3 && text === text.toUpperCase() && text !== text.toLowerCase();

/** Returns whether two values are equal or both blank. */
export const isEquivalent = (one: unknown, other: unknown): boolean =>
  isSameValue(one, other) || (isBlank(one) && isBlank(other));

/**
 * Returns the record whose value of a field is preselected for a merge (contract §12). Prefers, in
 * this order, a value that is not blank, a valid value, a text that is not all capitals, the longer
 * text, and the value of the record that was changed last.
 */
export function betterSide({ fields }: AnyDefinition, name: string, { keep, drop, newer }: MergePair): MergeSide {
  const [keptValue, droppedValue] = [keep[name], drop[name]];
  const field = fields[name];
  if (!field || isEquivalent(keptValue, droppedValue)) return "keep";
  const prefer = (isKeptBetter: boolean, isDroppedBetter: boolean): MergeSide | null =>
    isKeptBetter === isDroppedBetter ? null : isKeptBetter ? "keep" : "drop";
  const isValid = (value: unknown) => schemaOf(field).safeParse(value).success;
  const isText = field.storage.in === "column" && field.storage.type === "text";
  const [one, other] = isText ? [String(keptValue), String(droppedValue)] : ["", ""];
  return (
    prefer(!isBlank(keptValue), !isBlank(droppedValue)) ??
    prefer(isValid(keptValue), isValid(droppedValue)) ??
    prefer(!isAllCapitals(one), !isAllCapitals(other)) ??
    prefer(one.length > other.length, other.length > one.length) ??
    newer
  );
}

import type { AnyDefinition, AnyRow } from "../kinds/define";
import { isEmptyValue } from "../fields/field";
import { isSameValue } from "./form-values";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { schemaOf } from "./schemas";

/** Which of two records a value comes from when one is merged into the other. */
export type MergeSide = "keep" | "drop";

/** What tells which of two values is the better one, besides the values. */
export type MergePair = { keep: AnyRow; drop: AnyRow; newer: MergeSide };

/** Whether a value says nothing: it is empty, or the entry that stands for "not applicable". */
export const isSilent = (value: unknown): boolean => isEmptyValue(value) || value === NOT_APPLICABLE;

const isShouted = (text: string) => text.length > 3 && text === text.toUpperCase() && text !== text.toLowerCase();

/** Whether two records say the same in a field, or both nothing. */
export const saysTheSame = (one: unknown, other: unknown): boolean =>
  isSameValue(one, other) || (isSilent(one) && isSilent(other));

/**
 * Which of two values is offered beforehand (contract §12): one that says something, one that its form takes, a name that is
 * not written in capitals, the longer text, else what was changed last.
 */
export function betterSide({ fields }: AnyDefinition, name: string, { keep, drop, newer }: MergePair): MergeSide {
  const [kept, given] = [keep[name], drop[name]];
  const field = fields[name];
  if (!field || saysTheSame(kept, given)) return "keep";
  const prefer = (isKept: boolean, isGiven: boolean): MergeSide | null =>
    isKept === isGiven ? null : isKept ? "keep" : "drop";
  const takes = (value: unknown) => schemaOf(field).safeParse(value).success;
  const isText = field.storage.in === "column" && field.storage.type === "text";
  const [one, other] = isText ? [String(kept), String(given)] : ["", ""];
  return (
    prefer(!isSilent(kept), !isSilent(given)) ??
    prefer(takes(kept), takes(given)) ??
    prefer(!isShouted(one), !isShouted(other)) ??
    prefer(one.length > other.length, other.length > one.length) ??
    newer
  );
}

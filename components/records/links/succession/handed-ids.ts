import { LIST_MAX_IDS } from "@/lib/model/limits";

/**
 * Returns the projects that a hand-over names: undefined for all possible ones if they are too many
 * to name, null if they are too many and not all.
 */
export function handedIds(
  possible: readonly number[],
  ticked: readonly number[],
): readonly number[] | undefined | null {
  if (ticked.length <= LIST_MAX_IDS) return ticked;
  return ticked.length === possible.length ? undefined : null;
}

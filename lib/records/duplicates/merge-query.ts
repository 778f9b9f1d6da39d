import { MAX_ID } from "../../limits";
import type { MergeSide } from "../values/better-value";
import type { AnyDefinition, AnyRow } from "../kinds/define";
import { definitionOfPath } from "../kinds/registry";
import { wholeNumber } from "../fields/whole-number";

/** The page that compares two records before one is merged into the other. */
export const MERGE_PATH = "/pages/merge";

/** The query of that page: two records of a kind, and whether they are one of many pairs. */
export type MergeQuery = { definition: AnyDefinition; keep: number; drop: number; isOfMany: boolean };

/**
 * Returns the page's URL for two records of a kind.
 * @param isOfMany true during a review of duplicates, which continues with the next pair
 */
export const mergeHref = ({ apiPath }: AnyDefinition, keep: number, drop: number, isOfMany = false): string =>
  `${MERGE_PATH}?${new URLSearchParams({ kind: apiPath, keep: String(keep), drop: String(drop), ...(isOfMany && { next: "1" }) })}`;

/** Parses the page's query; null if it is invalid. */
export function parseMergeQuery(parameters: URLSearchParams): MergeQuery | null {
  const definition = definitionOfPath(parameters.get("kind") ?? "");
  const [keep, drop] = ["keep", "drop"].map((name) => wholeNumber(parameters.get(name) ?? "", 1, MAX_ID));
  return definition && keep && drop && keep !== drop
    ? { definition, keep, drop, isOfMany: parameters.has("next") }
    : null;
}

/** One of two compared records: its values including aliases, and the time of its last change. */
export type MergeRecord = { id: number; version: number; values: AnyRow; changed: string | null };

/** Two compared records, which of them was changed last, and how a merge affects their links. */
export type MergeView = {
  keep: MergeRecord;
  drop: MergeRecord;
  newer: MergeSide;
  /**
   * Per link list: the kept record's links after the merge, those of them that are moved, and those
   * that both records have.
   */
  links: { name: string; kind: string; total: number; moved: number; joined: number }[];
};

import { MAX_ID } from "../../limits";
import type { MergeSide } from "../values/better-value";
import type { AnyDefinition, AnyRow } from "../kinds/define";
import { definitionOfPath } from "../kinds/registry";
import { wholeNumber } from "../fields/whole-number";

/** Where two records are laid beside each other before one is merged into the other. */
export const MERGE_PATH = "/pages/merge";

/** What that page is asked for: two records of a kind, and whether the next two wait. */
export type MergeQuery = { definition: AnyDefinition; keep: number; drop: number; isOfMany: boolean };

/**
 * The address of the page for two records of a kind.
 * @param isOfMany whether somebody looks through what may be one, and goes on with the next pair
 */
export const mergeHref = ({ apiPath }: AnyDefinition, keep: number, drop: number, isOfMany = false): string =>
  `${MERGE_PATH}?${new URLSearchParams({ kind: apiPath, keep: String(keep), drop: String(drop), ...(isOfMany && { next: "1" }) })}`;

/** What an address of the page asks for; null where that cannot be read. */
export function parseMergeQuery(parameters: URLSearchParams): MergeQuery | null {
  const definition = definitionOfPath(parameters.get("kind") ?? "");
  const [keep, drop] = ["keep", "drop"].map((name) => wholeNumber(parameters.get(name) ?? "", 1, MAX_ID));
  return definition && keep && drop && keep !== drop
    ? { definition, keep, drop, isOfMany: parameters.has("next") }
    : null;
}

/** One of two records that lie beside each other: its values, further names among them, and when it was changed last. */
export type MergeRecord = { id: number; version: number; values: AnyRow; changed: string | null };

/** Two records beside each other, which of them was changed last, and what would come of their links. */
export type MergeView = {
  keep: MergeRecord;
  drop: MergeRecord;
  newer: MergeSide;
  /** Of each link list how many the kept record would have, how many of these come, and how many both have. */
  links: { name: string; kind: string; total: number; moved: number; joined: number }[];
};

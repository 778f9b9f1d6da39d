import { MAX_ID } from "@/lib/model/limits";
import type { MergeSide } from "@/lib/model/values/better-value";
import type { AnyDefinition, AnyRow, KindName } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { wholeNumber } from "@/lib/model/pure/whole-number";

/** The page that compares two records before one is merged into the other. */
export const MERGE_PATH = "/pages/merge";

/**
 * The query of the merge page: two records of a kind, and whether the user is reviewing many pairs.
 */
export type MergeQuery = { definition: AnyDefinition; keep: number; drop: number; isOfMany: boolean };

/**
 * Returns the URL of the merge page for two records of a kind.
 * @param isOfMany true if the user is reviewing duplicates; after the merge the next pair is shown
 */
export const mergeHref = ({ apiPath }: AnyDefinition, keep: number, drop: number, isOfMany = false): string =>
  `${MERGE_PATH}?${new URLSearchParams({ kind: apiPath, keep: String(keep), drop: String(drop), ...(isOfMany && { next: "1" }) })}`;

/** Parses the query of the merge page; returns null if it is invalid. */
export function parseMergeQuery(parameters: URLSearchParams): MergeQuery | null {
  const definition = definitionOfPath(parameters.get("kind") ?? "");
  const [keep, drop] = ["keep", "drop"].map((name) => wholeNumber(parameters.get(name) ?? "", 1, MAX_ID));
  return definition && keep && drop && keep !== drop
    ? { definition, keep, drop, isOfMany: parameters.has("next") }
    : null;
}

/**
 * One of the two records on the merge page: its values including aliases, and the time of its last
 * change.
 */
export type MergeRecord = { id: number; version: number; values: AnyRow; changed: string | null };

/**
 * The roles of a link after a merge, which moves it to the kept record or joins it with the link that
 * the kept record has. `lost` are the roles that it loses, because another link has them.
 */
export type MergedRoles = { label: string; isJoined: boolean; roles: number[]; lost: number[] };

/**
 * The data of the merge page: the two records, which of them was changed last, and how a merge
 * affects their links.
 */
export type MergeView = {
  keep: MergeRecord;
  drop: MergeRecord;
  newer: MergeSide;
  /**
   * For each link list: the number of links that the kept record has after the merge (`total`), how
   * many of these are moved from the other record, and how many both records had (`joined`); and the
   * roles of these links.
   */
  links: { name: string; kind: KindName; total: number; moved: number; joined: number; roles: MergedRoles[] }[];
  /**
   * The files that the user sees: how many the kept record has, and the names of those of the other record
   * that are moved to it, or whose bytes it has already (`joined`).
   */
  files: { kept: number; moved: string[]; joined: string[] };
};

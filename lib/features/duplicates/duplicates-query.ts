import type { DuplicatePair } from "./duplicate-answers";
import type { AnyDefinition, KindName } from "@/lib/model/kinds/define";
import { allDefinitions, definitionOfPath } from "@/lib/model/kinds/registry";
import { wholeNumber } from "@/lib/model/pure/whole-number";

/** The page for reviewing possible duplicates. */
export const DUPLICATES_PATH = "/pages/duplicates";

/** Number of pairs on one page of the list. */
export const DUPLICATES_PAGE_SIZE = 25;

/** Returns the kinds with duplicate detection. */
export const comparedKinds = (): AnyDefinition[] => allDefinitions.filter(({ duplicateFields }) => duplicateFields);

/** The query of the duplicates page. */
export type DuplicatesQuery = { definition: AnyDefinition; pageNo: number };

/** Returns the URL of the duplicates page for a kind. */
export const duplicatesHref = ({ apiPath }: AnyDefinition, pageNo = 0): string =>
  `${DUPLICATES_PATH}?${new URLSearchParams({ kind: apiPath, ...(pageNo > 0 && { pageNo: String(pageNo) }) })}`;

/**
 * Parses the query of the duplicates page. Invalid parameters are ignored.
 * @param first the kind that is shown by default
 */
export function parseDuplicatesQuery(parameters: URLSearchParams, first: AnyDefinition): DuplicatesQuery {
  const named = definitionOfPath(parameters.get("kind") ?? "");
  const pageNo = wholeNumber(parameters.get("pageNo") ?? "0", 0, 1_000_000) ?? 0;
  return { definition: named?.duplicateFields ? named : first, pageNo };
}

/**
 * The data of the duplicates page: the number of pairs of each kind, and one page of the pairs of
 * the selected kind.
 */
export type DuplicatesView = {
  counts: { kind: KindName; total: number }[];
  pairs: DuplicatePair[];
  /** The number of links of each record in `pairs`, by record id. */
  links: Record<number, number>;
  total: number;
  /** The number of records that have not been compared yet. */
  waiting: number;
  /** The number of pairs that the current user has merged or dismissed today. */
  settled: number;
};

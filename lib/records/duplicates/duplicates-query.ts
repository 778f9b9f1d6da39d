import type { DuplicatePair } from "../kinds/alike";
import type { AnyDefinition } from "../kinds/define";
import { allDefinitions, definitionOfPath } from "../kinds/registry";
import { wholeNumber } from "../fields/whole-number";

/** Where records that may be one are looked through. */
export const DUPLICATES_PATH = "/pages/duplicates";

/** So many pairs are looked through at once. */
export const DUPLICATES_PAGE_SIZE = 25;

/** The kinds whose records are compared. */
export const comparedKinds = (): AnyDefinition[] => allDefinitions.filter(({ alike }) => alike);

/** What that page is asked for. */
export type DuplicatesQuery = { definition: AnyDefinition; pageNo: number };

/** The address of the page for a kind. */
export const duplicatesHref = ({ apiPath }: AnyDefinition, pageNo = 0): string =>
  `${DUPLICATES_PATH}?${new URLSearchParams({ kind: apiPath, ...(pageNo > 0 && { pageNo: String(pageNo) }) })}`;

/** What an address of the page asks for; what cannot be read counts as left out. */
export function parseDuplicatesQuery(parameters: URLSearchParams, first: AnyDefinition): DuplicatesQuery {
  const named = definitionOfPath(parameters.get("kind") ?? "");
  const pageNo = wholeNumber(parameters.get("pageNo") ?? "0", 0, 1_000_000) ?? 0;
  return { definition: named?.alike ? named : first, pageNo };
}

/** What the page shows: the kinds with how many pairs each has, and of one of them a page of pairs. */
export type DuplicatesView = {
  counts: { kind: string; total: number }[];
  pairs: DuplicatePair[];
  /** How many records each of them is linked to, by its id. */
  links: Record<number, number>;
  total: number;
  /** How many records are still to be compared. */
  waiting: number;
  /** How many pairs who asks has settled today. */
  settled: number;
};

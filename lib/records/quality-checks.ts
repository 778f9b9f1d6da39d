import { stateNumber } from "./deadlines/deadline-states";
import { comparedKinds, duplicatesHref } from "./duplicates/duplicates-query";
import { daysLater } from "./fields/day";
import { referenceLists } from "./reference-lists/reference-lists";
import { allDefinitions, definitionOf, type KindName } from "./kinds/registry";

/** The page of what is wrong with the data. */
export const QUALITY_PATH = "/pages/quality";

/** A list on which something can be mended: its total is what a check counts. */
export type QualityList = {
  /** Under which its numbers are kept; it never changes. */
  name: string;
  kind: KindName;
  /** What the list is narrowed by; null for the pairs of records that may be one, which have a page of their own. */
  query: string | null;
  /** The field that it is about, where a check is about several. */
  field?: string;
};

/** Something that is wrong with the data and can be mended; its words are `quality.checks.<name>`. */
export type QualityCheck = { name: string; lists: readonly QualityList[] };

const oneList = (name: string, kind: KindName, query: string): QualityCheck => ({
  name,
  lists: [{ name, kind, query }],
});

/** Every field of every kind that holds addresses. */
const addressLists = (): QualityList[] =>
  allDefinitions.flatMap(({ name: kind, fields }) =>
    Object.entries(fields).flatMap(([field, { plausibility }]) =>
      plausibility
        ? [
            {
              name: `addresses.${kind}.${field}`,
              kind: kind as KindName,
              query: `where[${field}][plausible]=false`,
              field,
            },
          ]
        : [],
    ),
  );

/** The pairs of every kind whose records are compared. */
const pairLists = (): QualityList[] =>
  comparedKinds().map(({ name }) => ({ name: `duplicates.${name}`, kind: name as KindName, query: null }));

/** Every check, in the order of its page. */
export const qualityChecks: readonly QualityCheck[] = [
  { name: "duplicates", lists: pairLists() },
  oneList("members_without_project", "member", "where[kooperationsprojekte][empty]=true"),
  oneList("projects_without_partner", "project", "where[institutionen][empty]=true&where[personen][empty]=true"),
  oneList(
    "projects_without_basis",
    "project",
    `where[vertragsgrundlage][in]=${referenceLists.vertragsgrundlagen.rules.none}`,
  ),
  oneList("projects_over", "project", `where[fristenstand][in]=${stateNumber("over")}&sortBy=projektende`),
  oneList("persons_without_institution", "person", "where[institutionen][empty]=true"),
  { name: "addresses", lists: addressLists() },
];

/** The address of the list on which something can be mended. */
export function qualityHref({ kind, query }: Pick<QualityList, "kind" | "query">): string {
  const definition = definitionOf(kind);
  return query === null ? duplicatesHref(definition) : `${definition.pages.list}?${new URLSearchParams(query)}`;
}

/** So many days are remembered, and shown as a line. */
export const QUALITY_DAYS = 180;

/** The first day that is remembered on a day `YYYY-MM-DD`. */
export const firstQualityDay = (today: string): string => daysLater(today, 1 - QUALITY_DAYS);

/** What was counted on a day. */
export type QualityDay = { day: string; count: number };

/** A check as it stands: its number, which of its lists has how much of it, and how it came to that, the oldest day first. */
export type CheckedQuality = {
  name: string;
  count: number;
  lists: readonly (Pick<QualityList, "kind" | "query" | "field"> & { count: number })[];
  days: readonly QualityDay[];
};

/** Those with most to do, the worst first; what has nothing to do is none of them. */
export const worstOf = (checks: readonly CheckedQuality[], most: number): CheckedQuality[] =>
  checks
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, most);

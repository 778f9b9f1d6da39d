import { UNKNOWN_END } from "@/lib/model/deadlines/unknown-end";
import type { QualityDay } from "./quality-answers";
import type { MessageName } from "@/lib/model/messages/i18n";
import { DEADLINE_STATES, stateNumber } from "@/lib/model/deadlines/deadline-states";
import { comparedKinds, duplicatesHref } from "@/lib/features/duplicates/duplicates-query";
import { daysLater } from "@/lib/model/fields/day";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions, definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { PLACES_PATH } from "@/lib/features/places/place-suggestion";
import { confirmableKinds } from "@/lib/features/rounds/round";

/** The page of data quality checks. */
export const QUALITY_PATH = "/pages/quality";

/**
 * A list of records with a defect to fix. The check's count is the sum of the totals of its lists.
 */
export type QualityList = {
  /** The key under which the list's counts are stored; it must never change. */
  name: string;
  kind: KindName;
  /**
   * The query of the list page that shows the records; null for possible duplicates, which have a
   * separate page.
   */
  query: string | null;
  /** The checked field, if the check covers several fields. */
  field?: string;
  /**
   * A reference field: the query also asks for the entries with these values of flags, which admins can
   * change.
   */
  flagged?: { field: string; flags: Readonly<Record<string, boolean>> };
  /** Set if the query also asks for the records without a confirmation in the last `CONFIRM_MONTHS`. */
  isUnconfirmed?: true;
};

/**
 * A check for a defect in the data that users can fix. Its texts are `quality.checks.<name>` in
 * messages/*.json.
 */
export type QualityCheck = {
  name: MessageName<"quality.checks">;
  lists: readonly QualityList[];
  /**
   * Set if the records have no defect, but it is time to ask about them in a confirmation round
   * (contract §15).
   */
  isForRounds?: true;
  /**
   * Set if the check finds all records of a new installation, and most of them for a long time. It is
   * not among those with the highest counts, where it would hide the others.
   */
  findsAllAtFirst?: true;
  /** The page that suggests how to fix the defect. */
  suggestions?: string;
};

const oneList = (name: QualityCheck["name"], kind: KindName, query: string): QualityCheck => ({
  name,
  lists: [{ name, kind, query }],
});

/** Projects whose status does not say that they are finished, and whose contract has not ended. */
const runningProjects = {
  kind: "project",
  flagged: { field: "status", flags: { beendet: false } },
  query: `where[fristenstand][in]=${DEADLINE_STATES.flatMap(({ id, state }) => (state === "over" ? [] : id)).join()}`,
} as const;

/**
 * Returns a list for each e-mail and web address field of each kind: the records with an
 * implausible address.
 */
const addressLists = (): QualityList[] =>
  allDefinitions.flatMap(({ name: kind, fields }) =>
    Object.entries(fields).flatMap(([field, { plausibility }]) =>
      plausibility
        ? [
            {
              name: `addresses.${kind}.${field}`,
              kind,
              query: `where[${field}][plausible]=false`,
              field,
            },
          ]
        : [],
    ),
  );

/** Returns a list of possible duplicates for each kind with duplicate detection. */
const pairLists = (): QualityList[] =>
  comparedKinds().map(({ name }) => ({ name: `duplicates.${name}`, kind: name, query: null }));

/** Returns a list for each kind whose records can be confirmed. */
const unconfirmedLists = (): QualityList[] =>
  confirmableKinds().map(({ name }) => ({
    ...{ name: `unconfirmed.${name}`, kind: name },
    ...{ query: "", isUnconfirmed: true },
  }));

/** All checks, in the order in which the page shows them. */
export const qualityChecks: readonly QualityCheck[] = [
  { name: "duplicates", lists: pairLists() },
  oneList("members_without_project", "member", "where[kooperationsprojekte][empty]=true"),
  oneList("projects_without_partner", "project", "where[institutionen][empty]=true&where[personen][empty]=true"),
  oneList(
    "projects_without_basis",
    "project",
    `where[vertragsgrundlage][in]=${referenceLists.vertragsgrundlagen.rules.none}`,
  ),
  {
    name: "projects_without_responsible",
    lists: [
      {
        ...runningProjects,
        name: "projects_without_responsible",
        query: `where[zustaendige][empty]=true&${runningProjects.query}`,
      },
    ],
  },
  {
    name: "projects_without_signed_contract",
    lists: [
      {
        ...runningProjects,
        name: "projects_without_signed_contract",
        query: `where[vertrag][in]=0&${runningProjects.query}`,
      },
    ],
    findsAllAtFirst: true,
  },
  oneList("projects_over", "project", `where[fristenstand][in]=${stateNumber("over")}&sortBy=projektende`),
  {
    name: "projects_without_end",
    lists: [
      {
        name: "projects_without_end",
        kind: "project",
        flagged: { field: "status", flags: UNKNOWN_END.flags },
        query: `where[${UNKNOWN_END.field}][empty]=true`,
      },
    ],
  },
  oneList("persons_without_institution", "person", "where[institutionen][empty]=true"),
  {
    ...oneList("institutions_without_country", "institution", `where[land][in]=${referenceLists.laender.rules.none}`),
    suggestions: PLACES_PATH,
  },
  { name: "addresses", lists: addressLists() },
  { name: "unconfirmed", lists: unconfirmedLists(), isForRounds: true, findsAllAtFirst: true },
];

/** Returns the URL of the list on which a defect can be fixed. */
export function qualityHref({ kind, query }: Pick<QualityList, "kind" | "query">): string {
  const definition = definitionOf(kind);
  return query === null ? duplicatesHref(definition) : `${definition.pages.list}?${new URLSearchParams(query)}`;
}

/** Number of days for which daily counts are kept and shown in a chart. */
const QUALITY_DAYS = 180;

/** Returns the oldest day whose count is still kept on `today` (`YYYY-MM-DD`). */
export const firstQualityDay = (today: string): string => daysLater(today, 1 - QUALITY_DAYS);

/**
 * The result of a check: its count, the counts of its lists, and its history with the oldest day
 * first.
 */
export type CheckedQuality = Pick<QualityCheck, "name" | "isForRounds" | "findsAllAtFirst" | "suggestions"> & {
  count: number;
  lists: readonly (Pick<QualityList, "kind" | "query" | "field"> & { count: number })[];
  days: readonly QualityDay[];
};

/**
 * Returns the checks with the highest counts in descending order; omits those without findings, and
 * those that at first find all records.
 */
export const highestCounts = (checks: readonly CheckedQuality[], limit: number): CheckedQuality[] =>
  checks
    .filter(({ count, findsAllAtFirst }) => count > 0 && !findsAllAtFirst)
    .sort((one, other) => other.count - one.count)
    .slice(0, limit);

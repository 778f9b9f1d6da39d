import type { Likeness } from "../duplicate-answers";
import {
  DUPLICATE_DIFFERENCES,
  DUPLICATE_REASONS,
  SURENESS,
  type DuplicateDifference,
  type DuplicateReason,
  type NameKind,
} from "@/lib/model/kinds/duplicate-fields";
import {
  isDifferentAddress,
  isSameAddress,
  normalizePostalAddress,
  normalizeWebAddress,
  type WebAddress,
} from "./addresses";
import { differsInBrackets } from "./brackets";
import { normalizeOrganisation } from "./normalize-organisation";
import type { NormalizedName } from "./normalized-name";
import { isOnlyPlace, normalizeTown, withPlaces } from "./place-words";
import { scoreHost } from "./score-host";
import { MAX_CONTRADICTED, scoreOrganisations } from "./score-organisations";
import { normalizePerson, scorePeople, type NormalizedPerson } from "./score-people";
import { normalizeText, scoreTexts } from "./score-texts";
import { differsInOrder } from "./word-order";
import { maxOf, minOf } from "@/lib/model/pure/long-lists";

/** Minimum score of possible duplicates. */
export const DUPLICATE_THRESHOLD = 0.6;
/** An equal web host is no evidence of a duplicate if more than this number of records have it. */
export const MAX_RECORDS_OF_HOST = 5;
/** Factor on the name score of organisations in different countries, whose names are often equal. */
const OTHER_COUNTRY_FACTOR = 0.55;
/** Factor on the name score of organisations with different websites. */
const OTHER_WEBSITE_FACTOR = 0.93;
/** Minimum name score for the name to be listed as a reason in addition to another one. */
const ADDITIONAL_NAME_SCORE = 0.5;

/**
 * The compared values of a record. It may have several names, each of one or several fields; `town`
 * is its place, and `country` the code of its country if that is known without the address.
 */
export type RawValues = Record<"email" | "website" | "address" | "town", string> & {
  names: readonly (readonly string[])[];
  aliases: readonly string[];
  country?: string;
  /** Returns whether a name is that of a place in the gazetteer. */
  isPlace?: (name: string) => boolean;
};

type AnyName = readonly NormalizedName[] | NormalizedPerson;

/**
 * The normalized values of a record, which the database stores and `scoreRecords` compares. During
 * an upgrade, older instances store them without the optional values.
 */
export type MatchValues = {
  names: readonly AnyName[];
  aliases: readonly AnyName[];
  email: string | null;
  web: WebAddress | null;
  address: readonly string[];
  country: string | null;
  /** The words of the town in the postal address. */
  town?: readonly string[];
};

type NameMatcher = { normalize: (parts: readonly string[]) => AnyName; score: (a: never, b: never) => number };
const nameMatchers: Record<NameKind, NameMatcher> = {
  organisations: { normalize: (parts) => normalizeOrganisation(parts.join(" ")), score: scoreOrganisations },
  people: { normalize: normalizePerson, score: scorePeople },
  texts: {
    normalize: (parts) => [normalizeText(parts.join(" "))],
    score: ([a]: [NormalizedName], [b]: [NormalizedName]) => scoreTexts(a, b),
  },
};

/** Returns a name as nothing but a place, unless a type, such as `Universität`, is in it. */
const asOnlyPlace = (name: NormalizedName): NormalizedName =>
  name.besidesPlaces === undefined ? name : { ...name, besidesPlaces: [] };

/** Normalizes the values of a record for `scoreRecords`. */
export function normalizeValues(
  kind: NameKind,
  { names, aliases, email, website, address, town, country, isPlace = () => false }: RawValues,
): MatchValues {
  const normalize = (parts: readonly string[]): AnyName => {
    const name = nameMatchers[kind].normalize(parts);
    return "first" in name || !isPlace(parts.join(" ")) ? name : name.map(asOnlyPlace);
  };
  const isBlank = (text: string) => text.trim() === "";
  const townWords = kind === "organisations" ? normalizeTown(town) : [];
  return {
    names: names.map((parts) => normalize(parts.every(isBlank) ? parts.map(() => "") : parts)),
    aliases: aliases.filter((alias) => !isBlank(alias)).map((alias) => normalize([alias])),
    email: email.trim().toLowerCase() || null,
    web: normalizeWebAddress(website),
    ...normalizePostalAddress(address),
    ...(country !== undefined && { country }),
    ...(townWords.length > 0 && { town: townWords }),
  };
}

const isEmpty = (name: AnyName) =>
  "first" in name
    ? name.first.length + name.last.length === 0
    : name.every(({ words, ideas, short }) => words.length + ideas.length + short.length === 0);

/** Returns whether a name of two compared records is nothing but a place. */
type PlaceTest = (name: AnyName | undefined) => boolean;

/** Returns a test for the names of two records, which reads their towns only if a name needs it. */
function placeTest(a: MatchValues, b: MatchValues): PlaceTest {
  let towns: string[] | undefined;
  const townsOf = ({ names, aliases, town = [] }: MatchValues) => [
    ...town,
    ...[...names, ...aliases].flatMap((name) => ("first" in name ? [] : (name[0]?.town ?? []))),
  ];
  return (name) => {
    if (name === undefined || "first" in name) return false;
    const [whole] = name;
    // Fast path: most names have a type.
    if (whole?.besidesPlaces === undefined) return false;
    return isOnlyPlace(whole, (towns ??= [...townsOf(a), ...townsOf(b)]));
  };
}

/** Returns the score of two names; 0 if one is empty, or if only one is nothing but a place. */
function scoreName(kind: NameKind, a: AnyName, b: AnyName, isPlace: PlaceTest): number {
  const score = nameMatchers[kind].score as (a: AnyName, b: AnyName) => number;
  return isEmpty(a) || isEmpty(b) || isPlace(a) !== isPlace(b) ? 0 : score(a, b);
}

/** Returns whether a name of both records has other words in brackets. */
function haveOtherBrackets(a: MatchValues, b: MatchValues): boolean {
  return a.names.some((name, at) => {
    const other = b.names[at];
    if (other === undefined || "first" in name || "first" in other) return false;
    const [[one], [another]] = [name, other];
    return one !== undefined && another !== undefined && differsInBrackets(one, another);
  });
}

/** Compares names in several languages: the best score counts for 70 %, the worst for 30 %. */
function scoreNames(kind: NameKind, a: MatchValues, b: MatchValues, isPlace: PlaceTest): number {
  const pairs = a.names.flatMap((name, at) => b.names.slice(at, at + 1).map((other) => [name, other] as const));
  const scores = pairs
    .filter((names) => !names.some(isEmpty))
    .map(([one, other]) => scoreName(kind, one, other, isPlace));
  return scores.length === 0 ? 0 : 0.7 * maxOf(scores, 0) + 0.3 * minOf(scores, 1);
}

/** Compares the aliases of each record with the names of the other, and with each other. */
function scoreAliases(kind: NameKind, a: MatchValues, b: MatchValues, isPlace: PlaceTest): number {
  const scores = [
    ...a.aliases.flatMap((alias) => [...b.names, ...b.aliases].map((name) => scoreName(kind, alias, name, isPlace))),
    ...b.aliases.flatMap((alias) => a.names.map((name) => scoreName(kind, name, alias, isPlace))),
  ];
  return maxOf(scores, 0);
}

const isElsewhere = (a: MatchValues, b: MatchValues) =>
  a.country !== null && b.country !== null && a.country !== b.country;

/** Returns the whole name of an organisation. */
function wholeName({ names: [name] }: MatchValues): NormalizedName | undefined {
  return name === undefined || "first" in name ? undefined : name[0];
}

/** Compares the names of organisations of which one omits the place in its postal address. */
function scorePlacedNames(a: MatchValues, b: MatchValues, isPlace: PlaceTest): number {
  const [name, other] = [wholeName(a), wholeName(b)];
  if (!name || !other || isPlace(a.names[0]) || isPlace(b.names[0])) return 0;
  const [placed, otherPlaced] = [withPlaces(name, other, a), withPlaces(other, name, b)];
  if ((!placed && !otherPlaced) || isOtherWebsite(a, b)) return 0;
  return Math.max(
    placed ? scoreOrganisations([placed], [other]) : 0,
    otherPlaced ? scoreOrganisations([name], [otherPlaced]) : 0,
  );
}

/** Returns the probability that the web host of one organisation means the other, which has none. */
function scoreHosts(a: MatchValues, b: MatchValues, isPlace: PlaceTest): number {
  const [owner, other] = a.web ? [a, b] : [b, a];
  if (!owner.web || other.web || isElsewhere(a, b) || isPlace(other.names[0])) return 0;
  const [name, otherName] = [wholeName(owner), wholeName(other)];
  return name && otherName ? scoreHost(owner.web, name, otherName, other.address) : 0;
}

/** Of people the whole web address must be equal, because colleagues share a host. */
const isSameWebsite = (kind: NameKind, a: MatchValues, b: MatchValues) =>
  a.web !== null && a.web.host === b.web?.host && (kind !== "people" || a.web.page === b.web.page);

/** Returns whether hosts have other owners: `chemie.uni-krummau.at` is part of `uni-krummau.at`. */
const isOtherWebsite = ({ web: a }: MatchValues, { web: b }: MatchValues) =>
  a?.owner !== undefined && b?.owner !== undefined && a.owner !== b.owner;

/** Returns the factor on the name score of organisations in different countries or with other hosts. */
const contradictionFactor = (a: MatchValues, b: MatchValues) =>
  (isElsewhere(a, b) ? OTHER_COUNTRY_FACTOR : 1) * (isOtherWebsite(a, b) ? OTHER_WEBSITE_FACTOR : 1);

/** Returns whether the English word order tells organisations apart: `York University`. */
function isOtherOrder(a: MatchValues, b: MatchValues): boolean {
  const [name, other] = [wholeName(a), wholeName(b)];
  return name !== undefined && other !== undefined && differsInOrder(name, other);
}

/** Returns the values that contradict that two records are duplicates. */
function differencesOf(a: MatchValues, b: MatchValues): DuplicateDifference[] {
  const found: Record<DuplicateDifference, boolean> = {
    address: isElsewhere(a, b) || isDifferentAddress(a.address, b.address),
    website: isOtherWebsite(a, b),
  };
  return DUPLICATE_DIFFERENCES.filter((difference) => found[difference]);
}

/**
 * Scores how likely two records are duplicates (contract §12).
 * @param isShared returns whether so many records have a web host that it is no evidence
 */
export function scoreRecords(
  kind: NameKind,
  a: MatchValues,
  b: MatchValues,
  isShared: (host: string) => boolean = () => false,
): Likeness {
  const isPlace = placeTest(a, b);
  const [name, alias] = [scoreNames(kind, a, b, isPlace), scoreAliases(kind, a, b, isPlace)];
  if (alias < DUPLICATE_THRESHOLD && haveOtherBrackets(a, b)) return { score: 0, reasons: [], differences: [] };
  const areOrganisations = kind === "organisations";
  const placed = areOrganisations ? scorePlacedNames(a, b, isPlace) : 0;
  const best = Math.max(name, alias, placed) * (areOrganisations ? contradictionFactor(a, b) : 1);
  const reasons = new Set<DuplicateReason>();
  let doubt = 1 - best;
  // The probability is that of a duplicate if only this value is equal.
  const addReason = (reason: DuplicateReason, probability: number) => {
    reasons.add(reason);
    doubt *= 1 - probability;
  };
  if (a.email !== null && a.email === b.email) addReason("email", 0.8);
  if (isSameWebsite(kind, a, b) && !isShared(a.web?.host ?? "")) addReason("website", 0.6);
  const host = areOrganisations ? scoreHosts(a, b, isPlace) : 0;
  doubt *= 1 - host;
  if (host > 0 && 1 - doubt >= DUPLICATE_THRESHOLD) reasons.add("website");
  if (best >= (reasons.size > 0 ? ADDITIONAL_NAME_SCORE : DUPLICATE_THRESHOLD)) {
    reasons.add(alias > Math.max(name, placed) ? "alias" : "name");
  }
  if (reasons.size > 0 && isSameAddress(a.address, b.address)) addReason("address", 0.3);
  // Fast path: most compared records do not match.
  const differences = 1 - doubt >= DUPLICATE_THRESHOLD && reasons.size > 0 ? differencesOf(a, b) : [];
  // People who moved are still the same if their e-mail address is; organisations share mailboxes.
  const isContradicted =
    (differences.length > 0 && !(kind === "people" && reasons.has("email"))) ||
    (best >= DUPLICATE_THRESHOLD && best < SURENESS.sure && isOtherOrder(a, b));
  const score = Math.min(Math.round((1 - doubt) * 1_000) / 1_000, isContradicted ? MAX_CONTRADICTED : 1);
  return { score, reasons: DUPLICATE_REASONS.filter((reason) => reasons.has(reason)), differences };
}

import { isSameAddress, mailbox, streetWords, webPlace } from "./addresses";
import { scoreOrganisations } from "./score-organisations";
import { scorePeople } from "./score-people";
import { scoreTexts } from "./score-texts";
import { countryOf } from "./countries";
import { DUPLICATE_REASONS, type DuplicateReason, type NameKind } from "../records/kinds/duplicate-fields";
import { normalizeOrganisation } from "./normalize-organisation";
import { normalizePerson, type NormalizedPerson } from "./normalize-person";
import { normalizeText } from "./normalize-text";
import type { NormalizedName } from "./normalized-name";

/*
 * Scores how likely two records are duplicates (contract §12). Compares their normalized names,
 * e-mail addresses, web addresses and postal addresses.
 */

/** Minimum score of possible duplicates. */
export const DUPLICATE_THRESHOLD = 0.6;
/** An equal web host is no evidence of a duplicate if more than this number of records have it. */
export const MAX_OF_A_HOST = 5;

/**
 * The raw values of a record from which `normalizeRecord` computes the compared ones. A record may
 * have several names, each of which may consist of several fields.
 */
export type Comparable = {
  names: readonly (readonly string[])[];
  aliases: readonly string[];
  email: string;
  website: string;
  address: string;
};

type AnyNormalizedName = readonly NormalizedName[] | NormalizedPerson;

/**
 * The normalized values of a record. The database stores them, and `compareRecords` compares them.
 */
export type Known = {
  names: readonly AnyNormalizedName[];
  aliases: readonly AnyNormalizedName[];
  email: string | null;
  web: { host: string; page: string } | null;
  address: readonly string[];
  country: string | null;
};

/** The similarity of two records from 0 to 1, and the reasons for it. */
export type Likeness = { score: number; reasons: DuplicateReason[] };

const ways: Record<
  NameKind,
  { read: (parts: readonly string[]) => AnyNormalizedName; compare: (a: never, b: never) => number }
> = {
  organisations: { read: (parts) => normalizeOrganisation(parts.join(" ")), compare: scoreOrganisations },
  people: { read: normalizePerson, compare: scorePeople },
  texts: {
    read: (parts) => [normalizeText(parts.join(" "))],
    compare: (a: readonly NormalizedName[], b: readonly NormalizedName[]) =>
      scoreTexts(a[0] as NormalizedName, b[0] as NormalizedName),
  },
};

const isGiven = (parts: readonly string[]) => parts.some((part) => part.trim() !== "");

/** Normalizes the values of a record for `compareRecords`. */
export function normalizeRecord(as: NameKind, { names, aliases, email, website, address }: Comparable): Known {
  const { read } = ways[as];
  const { country, rest } = countryOf(address);
  return {
    names: names.map((parts) => read(isGiven(parts) ? parts : parts.map(() => ""))),
    aliases: aliases.filter((alias) => alias.trim() !== "").map((alias) => read([alias])),
    email: mailbox(email),
    web: webPlace(website),
    address: streetWords(rest),
    country,
  };
}

/**
 * Compares the names of two records, such as a German and an English one. Weights the best score
 * with 70 % and the worst with 30 %.
 */
function byNames(as: NameKind, a: Known, b: Known): number {
  const compare = ways[as].compare as (a: AnyNormalizedName, b: AnyNormalizedName) => number;
  const scores = a.names.flatMap((name, at) => {
    const other = b.names[at];
    return other && !isEmpty(name) && !isEmpty(other) ? [compare(name, other)] : [];
  });
  if (scores.length === 0) return 0;
  return 0.7 * Math.max(...scores) + 0.3 * Math.min(...scores);
}

const isEmpty = (name: AnyNormalizedName) =>
  "first" in name
    ? name.first.length + name.last.length === 0
    : name.every(({ words, ideas, short }) => words.length + ideas.length + short.length === 0);

function byAliases(as: NameKind, a: Known, b: Known): number {
  const compare = ways[as].compare as (a: AnyNormalizedName, b: AnyNormalizedName) => number;
  const all = [...b.names, ...b.aliases].filter((name) => !isEmpty(name));
  const scores = [
    ...a.aliases.flatMap((alias) => all.map((name) => compare(alias, name))),
    ...b.aliases.flatMap((alias) => a.names.filter((name) => !isEmpty(name)).map((name) => compare(name, alias))),
  ];
  return Math.max(0, ...scores);
}

/**
 * The probability of a duplicate that an equal e-mail address, web host or postal address implies
 * by itself.
 */
const [SAME_MAILBOX, SAME_HOST, SAME_ADDRESS] = [0.8, 0.6, 0.3];
/**
 * Factor on the name score of organisations in different countries, which often have the same name
 * without being duplicates.
 */
const OTHER_COUNTRY = 0.55;
/** Minimum name score for the name to be listed as a reason in addition to another one. */
const NAME_BESIDE = 0.5;

/**
 * Returns whether two web addresses are equal. Of people the whole page must be equal, because
 * colleagues share the host of their organisation.
 */
const isSameWeb = (as: NameKind, a: Known, b: Known) =>
  a.web !== null && a.web.host === b.web?.host && (as !== "people" || a.web.page === b.web.page);

/**
 * Scores how likely two records are duplicates.
 * @param isShared returns whether so many records have a web host that having it in common is no
 * evidence of a duplicate
 */
export function compareRecords(
  as: NameKind,
  a: Known,
  b: Known,
  isShared: (host: string) => boolean = () => false,
): Likeness {
  const name = byNames(as, a, b);
  const alias = byAliases(as, a, b);
  const reasons = new Set<DuplicateReason>();
  const areApart = as === "organisations" && Boolean(a.country && b.country) && a.country !== b.country;
  const best = Math.max(name, alias) * (areApart ? OTHER_COUNTRY : 1);
  let doubt = 1 - best;
  if (a.email !== null && a.email === b.email) {
    reasons.add("email");
    doubt *= 1 - SAME_MAILBOX;
  }
  if (isSameWeb(as, a, b) && !isShared(a.web?.host ?? "")) {
    reasons.add("website");
    doubt *= 1 - SAME_HOST;
  }
  if (best >= (reasons.size > 0 ? NAME_BESIDE : DUPLICATE_THRESHOLD)) reasons.add(alias > name ? "alias" : "name");
  if (reasons.size > 0 && isSameAddress(a.address, b.address)) {
    reasons.add("address");
    doubt *= 1 - SAME_ADDRESS;
  }
  const score = Math.round((1 - doubt) * 1_000) / 1_000;
  return { score, reasons: DUPLICATE_REASONS.filter((reason) => reasons.has(reason)) };
}

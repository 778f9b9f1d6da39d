import { ALIASES } from "./aliases";

/**
 * How duplicate detection compares the names of a kind: as names of organisations, as names of
 * people, or as texts (`lib/features/duplicates/record-matching`).
 */
export type NameKind = "organisations" | "people" | "texts";

/** The reasons for which two records are possible duplicates (contract §12). */
export const DUPLICATE_REASONS = ["name", "email", "website", "address", "alias"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** The values that contradict a pair of possible duplicates (contract §12). */
export const DUPLICATE_DIFFERENCES = ["address", "website"] as const;
export type DuplicateDifference = (typeof DUPLICATE_DIFFERENCES)[number];

/** Minimum scores of the labels "sehr wahrscheinlich" and "wahrscheinlich"; lower ones are possible. */
export const SURENESS = { sure: 0.9, likely: 0.75 } as const;
/** Returns the label of a score: a message of `duplicates`. */
export const surenessOf = (score: number): keyof typeof SURENESS | "possible" =>
  score >= SURENESS.sure ? "sure" : score >= SURENESS.likely ? "likely" : "possible";

/**
 * The fields used for duplicate detection. A record may have several names, each of which may
 * consist of several fields.
 */
export type DuplicateFields<Name extends string = string> = {
  nameKind: NameKind;
  names: readonly (readonly Name[])[];
  email?: Name;
  website?: Name;
  address?: Name;
  /** The field with a country, an entry of `laender`; without a value, the address names it. */
  country?: Name;
  /** The field with a place; without a value, the address names it. */
  place?: Name;
  /** The link list whose length is shown beside a similar record, such as its projects. */
  countedList?: string;
};

/**
 * Returns the parameter names of `GET /api/<kind>/similar`: all compared fields except the aliases.
 */
export const duplicateParameters = ({ names, email, website, address, country, place }: DuplicateFields): string[] =>
  [...names.flat(), email, website, address, country, place].filter((name) => name !== undefined);

/** Returns all columns that duplicate detection depends on. */
export const duplicateColumns = (duplicateFields: DuplicateFields): string[] => [
  ...duplicateParameters(duplicateFields),
  ALIASES,
];

/** Maximum number of similar records shown for a new record, in its form or in an import. */
export const SIMILAR_SHOWN = 3;

/** Maximum number of likely duplicates found for one set of values. */
export const MAX_SIMILAR = 5;

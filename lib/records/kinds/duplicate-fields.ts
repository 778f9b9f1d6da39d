import { ALIASES } from "./aliases";

/**
 * How a kind's names are compared: as names of organisations, of people, or as texts (`lib/alike`).
 */
export type NameKind = "organisations" | "people" | "texts";

/** The reasons for a duplicate suspicion (contract §12). */
export const DUPLICATE_REASONS = ["name", "email", "website", "address", "alias"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/**
 * The fields used for duplicate detection. A name may consist of several fields, and a record may
 * have several names.
 */
export type DuplicateFields<Name extends string = string> = {
  reads: NameKind;
  names: readonly (readonly Name[])[];
  email?: Name;
  website?: Name;
  address?: Name;
  /** The link list whose size is shown beside a similar record, e.g. its projects. */
  countedList?: string;
};

/**
 * Returns the parameters of a query for similar records: all compared fields except the aliases.
 */
export const duplicateParameters = ({ names, email, website, address }: DuplicateFields): string[] =>
  [...names.flat(), email, website, address].filter((name) => name !== undefined);

/** Returns all columns that duplicate detection depends on. */
export const duplicateColumns = (duplicateFields: DuplicateFields): string[] => [
  ...duplicateParameters(duplicateFields),
  ALIASES,
];

/** Maximum number of similar records shown when one or many records are created. */
export const SIMILAR_SHOWN = 3;

/** A similar record, its score and the reasons. */
export type Similarity = { id: number; score: number; reasons: DuplicateReason[] };

/** A similar record with its label and its second line. */
export type SimilarRecord = Similarity & { label: string; detail: string };

/** Two possible duplicates. */
export type DuplicatePair = Record<"a" | "b", { id: number; label: string; detail: string }> & {
  score: number;
  reasons: DuplicateReason[];
};

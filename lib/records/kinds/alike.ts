import { ALIASES } from "./aliases";

/** How a kind's names are read: as those of houses, of people, or as texts (`lib/alike`). */
export type ReadAs = "houses" | "people" | "texts";

/** Why two records are alike (contract §12). */
export const ALIKE_REASONS = ["name", "email", "website", "address", "alias"] as const;
export type AlikeReason = (typeof ALIKE_REASONS)[number];

/** By which fields a kind's records are told to be one. A name may be made of several fields, and there may be several names. */
export type AlikeFields<Name extends string = string> = {
  reads: ReadAs;
  names: readonly (readonly Name[])[];
  email?: Name;
  website?: Name;
  address?: Name;
  /** The link list whose size is shown beside a similar record, e.g. its projects. */
  countedList?: string;
};

/** The fields that a record is compared by, as they may be asked about: without its further names. */
export const alikeParameters = ({ names, email, website, address }: AlikeFields): string[] =>
  [...names.flat(), email, website, address].filter((name) => name !== undefined);

/** All columns from which it is worked out which records are alike. */
export const alikeColumns = (alike: AlikeFields): string[] => [...alikeParameters(alike), ALIASES];

/** So many are shown to who makes a record, or many. */
export const MOST_SHOWN = 3;

/** That a record is alike another one, how surely and why. */
export type Similarity = { id: number; score: number; reasons: AlikeReason[] };

/** An alike record with what people know it by. */
export type SimilarRecord = Similarity & { label: string; detail: string };

/** Two records that may be one. */
export type DuplicatePair = Record<"a" | "b", { id: number; label: string; detail: string }> & {
  score: number;
  reasons: AlikeReason[];
};

import type { RecipientSource } from "@/lib/features/rounds/round";

/** The data about a kind that a round's form needs, with names in the page's language. */
export type RoundKind = {
  /** First segment of the kind's API path. */
  apiPath: string;
  /** The kinds of recipients that the round can have. */
  recipientKinds: readonly RecipientSource[];
  /** The fields that recipients may see, in the groups of the kind's form. */
  groups: readonly { label: string; fields: readonly { name: string; label: string }[] }[];
  /** The names of the records that the round asks about, such as "Partnerpersonen". */
  many: string;
};

/** The records that a round asks about, in words. */
export type RoundScope = {
  /** The number of records, such as "214 Partnerpersonen". */
  count: string;
  total: number;
  /** The list's filters in words. */
  filters: readonly string[];
  /** URL of the list; null for the records of a round that has begun. */
  href: string | null;
};

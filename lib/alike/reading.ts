/** A name as it was read: what can be kept of it, and compared again without the text. */
export type Reading = {
  /** Words that name, canonical, in their order. */
  words: readonly string[];
  /** Those of them after whom or what it is called besides its place: others leave them out. */
  called?: readonly string[];
  /** Whether it is of the form "University of …", without a seam: what comes later in it only says more of the same. */
  leads?: true;
  /** What its words say besides, each idea once; numbers are among them, as `2`. */
  ideas: readonly string[];
  /** Abbreviations in it, such as `lmu`. */
  short: readonly string[];
  /** The one that it begins with, as if that were its name: `USU Software`. */
  front?: string;
  /** The first letters of its words, once with and once without those that join. */
  initials: readonly string[];
};

export const EMPTY_READING: Reading = { words: [], ideas: [], short: [], initials: [] };

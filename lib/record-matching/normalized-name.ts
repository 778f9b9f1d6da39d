/** A normalized name, which can be stored and compared without its text. */
export type NormalizedName = {
  /** The distinguishing words in canonical form, in their order. */
  words: readonly string[];
  /**
   * Those of the words that are the name of a patron, which other names of the same organisation
   * omit.
   */
  called?: readonly string[];
  /** Whether it has the form "University of …" without a separator: later words only add detail. */
  leads?: true;
  /** The concepts of its other words, each once; numbers are among them, as `2`. */
  ideas: readonly string[];
  /** Abbreviations in it, such as `lmu`. */
  short: readonly string[];
  /** The abbreviation that it starts with as if it were the name: `USU Software`. */
  front?: string;
  /** The initials of its words, once with and once without joining words. */
  initials: readonly string[];
};

export const EMPTY_NAME: NormalizedName = { words: [], ideas: [], short: [], initials: [] };

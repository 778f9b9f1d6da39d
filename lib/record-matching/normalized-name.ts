/** A normalized name. It can be stored, and compared without the original text. */
export type NormalizedName = {
  /** The distinguishing words in canonical form, in their original order. */
  words: readonly string[];
  /**
   * The subset of `words` that is the name of a patron, which other names of the same organisation
   * omit.
   */
  called?: readonly string[];
  /**
   * Set if the name has the form "University of …" without a separator; later words then only add
   * detail.
   */
  leads?: true;
  /**
   * The concepts that the other words mean, without duplicates. They include numbers, such as `2`.
   */
  ideas: readonly string[];
  /** The abbreviations in the name, such as `lmu`. */
  short: readonly string[];
  /**
   * The abbreviation that is the first word of the name, without a separator after it: `USU
   * Software`.
   */
  front?: string;
  /** The initials of the name's words: once without and once with joining words such as "of". */
  initials: readonly string[];
};

export const EMPTY_NAME: NormalizedName = { words: [], ideas: [], short: [], initials: [] };

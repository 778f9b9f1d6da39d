/** The order of a type and a name in English: `University of York`, or `York University`. */
export type WordOrder = "typeFirst" | "typeLast";

/** The normalized name of an organisation or a text, which the database stores. */
export type NormalizedName = {
  /** The distinguishing words in canonical form, in their original order. */
  words: readonly string[];
  /** The words that are the name of a patron, which other names of the organisation omit. */
  called?: readonly string[];
  /** Set for "University of …" without a separator, where later words only add detail. */
  leads?: true;
  /** The concepts that the other words mean, and numbers such as `2`, without duplicates. */
  ideas: readonly string[];
  /** The abbreviations in the name, such as `lmu`. */
  short: readonly string[];
  /** The abbreviation that is the first word, without a separator after it: `USU Software`. */
  front?: string;
  /** The words in brackets, if there are any. */
  brackets?: readonly string[];
  /** The words as they are written, folded and in their order. */
  spelling?: readonly string[];
  /** Whether the type is in front of the name or behind it in English: `University of York`. */
  order?: WordOrder;
  /** The words that the name says are a town: `Krummau` of `Universität Krummau`. */
  town?: readonly string[];
  /**
   * The words that are no known place, if the name may be nothing but a place: none of `Köln`; the
   * name is only a place if all of them are words of a town. Absent if the name has a type.
   */
  besidesPlaces?: readonly string[];
  /** The initials of the name's words: once without and once with joining words such as "of". */
  initials: readonly string[];
};

/** Scripts in which a joiner changes how the letter before it is written, such as in Persian or Malayalam. */
const JOINING_SCRIPTS = [
  ...["Arabic", "Syriac", "Nko", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil"],
  ...["Telugu", "Kannada", "Malayalam", "Sinhala", "Tibetan", "Myanmar", "Khmer"],
];
/** A sign of these scripts; the vowel separator is one of them. */
const JOINED_LETTER = String.raw`(?!\u180e)[${JOINING_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join("")}]`;
/** The zero-width joiner between two emoji; a variation selector or a skin tone may follow the first one. */
const EMOJI_JOINER = String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`;
/** Zero-width joiner and non-joiner, and the Mongolian vowel separator. */
const JOINER = String.raw`[\u180e\u200c\u200d]`;
/** Soft hyphen, zero-width space, marks of direction, word joiner and the like, byte order mark. */
const UNSEEN = String.raw`[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]`;
const INVISIBLE = new RegExp(`${UNSEEN}|(?<!${JOINED_LETTER})(?!${EMOJI_JOINER})${JOINER}`, "gu");

/**
 * Removes invisible characters, which web pages, office programs and phones add to copied texts, before
 * a text is stored or searched (contract §10). Joiners stay inside emoji and behind letters of scripts
 * that are written with them.
 */
export const cleanText = (text: string): string => text.replace(INVISIBLE, "");

/** Removes invisible characters and surrounding blanks. */
export const cleanTrimmed = (text: string): string => cleanText(text).trim();

/** How much longer than its limit a text may be so that it is cleaned: a CRLF becomes one character. */
const [SHRINKS_TO, SLACK] = [2, 100];

/**
 * Cleans a text that may have at most `max` characters. A text that is far too long is only trimmed,
 * so that no expression runs on a text of any length; its length is then refused (contract §1).
 * @param clean cleans a text of bounded length
 */
export function cleanUpTo(text: string, max: number, clean: (text: string) => string = cleanTrimmed): string {
  const trimmed = text.trim();
  return trimmed.length > SHRINKS_TO * max + SLACK ? trimmed : clean(trimmed);
}

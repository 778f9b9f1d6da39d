import { countryCodeOf } from "./country-names";

/**
 * Words for streets in several languages. A part of an address that contains one of them is not a
 * place.
 */
const STREET =
  /stra(?:ß|ss)e|str\.|\b(?:street|road|avenue|boulevard|lane|drive|parkway|way|square|rue|calle|via|viale|piazza|plaza|carrer|avenida|rua|ulica|ul\.?)\b|(?:weg|gasse|platz|allee|ring|ufer|damm|graben|chaussee)\b/iu;

// The expressions expect texts with single spaces.
/** A postcode before its place: `52066`, `D-52066`, `114 28`, `00-927`, `1649-004`, `1012 WX`. */
const POSTCODE = String.raw`(?:\p{Lu}{1,3}-)?(?:\d{4}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|\d{4,6})(?: ?\p{Lu}{2}(?=\s))?`;
const AFTER_POSTCODE = new RegExp(String.raw`(?:^| )${POSTCODE} (\p{Lu}\D*)$`, "u");
/** A postcode after its place: `London WC1E 6BT`, `Milano 20122`. */
const BEFORE_POSTCODE = /^(\p{Lu}\D*?) (?:\p{Lu}{1,2}\d[\p{Lu}\d]? ?\d\p{Lu}{2}|\d{4,7})$/u;
const CEDEX = / cedex(?: \d+)?$/iu;
/** A US state, as in `MA 02139`; the place is in the preceding part of the address. */
const STATE = /^\p{Lu}{2}$/u;

/** Maximum length of a place name; a longer text is not a place. */
const MAX_LENGTH = 50;

function placeIn(part: string): string | null {
  const text = part.replace(CEDEX, "");
  const place = (AFTER_POSTCODE.exec(text) ?? BEFORE_POSTCODE.exec(text))?.[1]?.trim();
  if (place) return STATE.test(place) || STREET.test(place) ? null : place;
  return /\d/.test(text) || STREET.test(text) ? null : text;
}

/** An address in free text: its parts before the country, the country as written, and its alpha-2 code. */
type ReadAddress = { parts: readonly string[]; country: { text: string; code: string } | null };

/**
 * Reads the country from the last part of an address.
 * @param codeOf returns the alpha-2 code of the country with a name
 */
export function readAddress(address: string, codeOf: (name: string) => string | null = countryCodeOf): ReadAddress {
  const parts = address
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/\s+/g, " "))
    .filter(Boolean);
  const text = parts.at(-1) ?? "";
  const code = codeOf(text);
  return code === null ? { parts, country: null } : { parts: parts.slice(0, -1), country: { text, code } };
}

/** Returns the place that the parts of an address name; an empty text if they name none. */
export function placeInParts(parts: readonly string[]): string {
  for (const part of parts.toReversed()) {
    const place = placeIn(part);
    if (place) return place.length > MAX_LENGTH ? "" : place;
  }
  return "";
}

/**
 * Extracts the place from an address in free text: `Aachen` from `Musterstr. 1, 52066 Aachen,
 * Deutschland`.
 * @returns the country as written if the address contains no place but a country; otherwise an empty text
 */
export function placeOf(address: string): string {
  const { parts, country } = readAddress(address);
  return placeInParts(parts) || (country?.text ?? "");
}

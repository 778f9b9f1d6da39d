import type { Locale } from "@/lib/model/messages/i18n";

/** Returns whether the font of a document has a glyph for a code point. */
export type HasGlyph = (codePoint: number) => boolean;

/**
 * Scripts that pdfmake lays out correctly: letter by letter, from left to right. Others need shaping,
 * which it lacks, so that a glyph alone does not make them legible.
 */
const SIMPLE_SCRIPTS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Scripts that have a name for the reader, by their codes in ISO 15924. */
const NAMED_SCRIPTS = [
  ...["Hani", "Hira", "Kana", "Hang", "Bopo", "Arab", "Hebr", "Syrc", "Thaa", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"],
  ...["Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Ethi", "Geor", "Armn", "Mong"],
].map((code) => ({ code, beginning: new RegExp(`^\\p{Script_Extensions=${code}}`, "u") }));
/** Scripts that are written together with others, by the codes of their parts. */
const WHOLE_SCRIPTS: Readonly<Record<string, string>> = { Hira: "Jpan", Kana: "Jpan", Hang: "Kore" };
const HAN = "Hani";
const EMOJI = "Zsye";
/** Symbols, and single letters of the scripts that the font has. */
export const SPECIAL_CHARACTERS = "special";

const LINE_END_OR_TAB = /^[\t-\r\u0085\u2028\u2029]+$/;
const LINE_ENDS_AND_TABS = /[\t-\r\u0085\u2028\u2029]+/g;
/** Characters that are never visible, such as joiners and marks of direction. */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** Letters, digits and blanks, which remain what they are in another style (`𝒳`, `４`). */
const STYLED = /^[\p{L}\p{Nd}\s]$/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** Maximum length of graphemes that are normalized, which takes quadratic time in their length. */
const MAX_NORMALIZED = 32;
/** Stands for a single character that the font cannot draw. */
const REPLACEMENT = "\ufffd";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function hasGlyphs(text: string, hasGlyph: HasGlyph): boolean {
  for (const character of text) if (!hasGlyph(character.codePointAt(0) ?? 0)) return false;
  return SIMPLE_SCRIPTS.test(text);
}

/** Returns the form of a grapheme that the font can draw; undefined if there is none. */
function drawableForm(grapheme: string, hasGlyph: HasGlyph): string | undefined {
  if (LINE_END_OR_TAB.test(grapheme)) return grapheme;
  const visible = grapheme.replace(INVISIBLE, "");
  if (visible.length > MAX_NORMALIZED) return hasGlyphs(visible, hasGlyph) ? visible : undefined;
  const forms = [visible.normalize("NFC"), visible.normalize("NFD")];
  if (STYLED.test(visible)) forms.push(visible.normalize("NFKC"));
  return forms.find((form) => hasGlyphs(form, hasGlyph));
}

/** Returns the code of the script that a grapheme begins with. */
function scriptOf(grapheme: string): string {
  const script = NAMED_SCRIPTS.find(({ beginning }) => beginning.test(grapheme))?.code;
  if (script !== undefined) return WHOLE_SCRIPTS[script] ?? script;
  return PICTURE.test(grapheme) ? EMOJI : SPECIAL_CHARACTERS;
}

/** Returns the name of a script, such as “Arabic”, in a language. */
export function scriptName(script: string, locale: Locale): string {
  // English calls the script “Han”, which few readers know.
  const [code, type] = script === HAN ? ["zh", "language" as const] : [script, "script" as const];
  return new Intl.DisplayNames(locale, { type }).of(code) ?? script;
}

/**
 * Replaces what a font cannot draw, for which a PDF would show empty boxes: a text in another script
 * by the script's name in square brackets, a single character by `�`. Characters that it can draw
 * only composed, decomposed or in another style are drawn so.
 * @param missing receives the codes of the scripts that were replaced, or `SPECIAL_CHARACTERS`
 */
export function drawableText(text: string, locale: Locale, hasGlyph: HasGlyph, missing: Set<string>): string {
  const letters = text.replace(LINE_ENDS_AND_TABS, "");
  if (hasGlyphs(letters, hasGlyph) && letters.search(INVISIBLE) < 0 && !/\p{M}/u.test(letters)) return text;
  const parts: string[] = [];
  /** The scripts of the text that is being replaced, and the blanks after it. */
  let [replaced, blanks] = [new Set<string>(), ""];
  function endReplaced() {
    if (replaced.size === 0) return;
    if (replaced.has("Jpan") || replaced.has("Kore")) replaced.delete(HAN);
    for (const script of replaced) missing.add(script);
    parts.push(`[${[...replaced].map((script) => scriptName(script, locale)).join(", ")}]${blanks}`);
    [replaced, blanks] = [new Set(), ""];
  }
  for (const { segment } of graphemes.segment(text)) {
    const form = drawableForm(segment, hasGlyph);
    const script = form === undefined ? scriptOf(segment) : undefined;
    if (script !== undefined && script !== EMOJI && script !== SPECIAL_CHARACTERS) {
      replaced.add(script);
      blanks = "";
    } else if (replaced.size > 0 && form?.trim() === "" && !LINE_END_OR_TAB.test(segment)) {
      blanks += form;
    } else {
      endReplaced();
      if (script !== undefined) missing.add(script);
      parts.push(form ?? REPLACEMENT);
    }
  }
  endReplaced();
  return parts.join("");
}

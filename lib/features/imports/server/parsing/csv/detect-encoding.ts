import { BYTE_ENCODINGS, decodeBytes, type ByteEncoding } from "./decode-bytes";
import { pushAll } from "@/lib/model/pure/long-lists";

/** The number of bytes from 0x80 on that are examined, each with its neighbours on both sides. */
const MAX_SIGNS = 5_000;
const NEIGHBOURS = 2;
const BLANK = 0x20;

const LETTERS = "A-Za-zÀ-ÖØ-öø-ž";
const [letter, noLetter, sign] = [`[${LETTERS}]`, `[^${LETTERS}]`, "[À-ÖØ-öø-ž]"];
/** The vowels and consonants beyond ASCII; `ĺ` and `ŕ` are syllables, and `y` is either. */
const [VOWELS, CONSONANTS] = ["à-æè-ïò-öø-ýÿœăąęěőűůŕĺ", "çðñþßćčďđłľńňřśšşťţźžż"];
const [vowel, consonant] = [`[aeiouy${VOWELS}]`, `[b-df-hj-np-tv-z${CONSONANTS}]`];

type Rule = { points: number; pattern: RegExp };

/** Creates a rule that gives points to each sign beyond ASCII that stands between such neighbours. */
const rule = (points: number, before: string, signs: string, after: string, flags = "i"): Rule => ({
  points,
  pattern: new RegExp(`${before && `(?<=${before})`}${signs}${after && `(?=${after})`}`, `${flags}gu`),
});
/** Creates rules for capitals, which need the case of letters. */
const caseRule = (points: number, before: string, signs: string, after: string) =>
  rule(points, before, `(?=${signs})${sign}`, after, "");

const RULES: Rule[] = [
  // Letters follow letters, vowels follow consonants, and the other way round.
  rule(1, letter, sign, ""),
  rule(1, consonant, `[${VOWELS}]`, ""),
  rule(1, "", `[${VOWELS}]`, consonant),
  rule(1, vowel, `[${CONSONANTS}]`, ""),
  rule(1, "", `[${CONSONANTS}]`, vowel),
  rule(-1, vowel, `[${VOWELS}]`, vowel),
  // Such vowels follow `i` and `u` in Spanish and Italian, and some letters are words of their own.
  rule(1, "[iu]", "[áéóàèò]", ""),
  rule(-3, "", sign, "\\d"),
  rule(-2, noLetter, `(?![àèéíóöåú])${sign}`, noLetter),

  // Capitals begin words or fill them.
  caseRule(1, noLetter, "[ČŠŽ]", "\\p{Ll}"),
  caseRule(-3, "\\p{Ll}", "\\p{Lu}", ""),
  caseRule(-3, "", "\\p{Ll}", "\\p{Lu}"),
  caseRule(-2, "\\p{Lu}{2}", "\\p{Ll}", ""),
  caseRule(-2, "\\p{Lu}", "\\p{Lu}", "\\p{Ll}"),
  caseRule(-2, "", "\\p{Lu}", "\\p{Lu}\\p{Ll}"),

  // Letters in places where the languages that have them do not put them.
  caseRule(-1, noLetter, "[âèêîìôòûùëïÿÈÌÒÙÛËÏ]", letter),
  rule(-1, "", "[ìòù]", letter),
  rule(-1, consonant, "[ëï]", ""),
  rule(1, "[aou]", "ï", ""),
  rule(-1, vowel, "[âà]", letter),
  rule(-1, "", "ñ", `(?!${vowel})`),
  rule(-1, "", "[ńśź]", "[aeouáéó]"),
  rule(-1, "", "œ", "[^u]"),
  rule(-1, "", "ã", `u|${consonant}`),
  rule(-1, "", "ă", "[eo]"),
  rule(-1, letter, "þ", `[ie]|${noLetter}`),
  rule(-1, "", "è", "[kzwjaiouáéíó]"),
  rule(-1, "[šž]", "[èæð]", ""),
  rule(-1, "", "ð", "e"),
  rule(-1, "[dhkptv]", "ø", "[eí]"),
  // Letters that are rare, or occur in few of the languages.
  rule(-0.5, "", "[îïû]", ""),
  rule(-0.5, "", "õ", "[^e]"),
  rule(-1, "", "õ", noLetter),
  rule(-1, "[yz]", "[õû]", ""),

  // Signs that are no letters.
  rule(-10, "", "[\\x80-\\x9f\\udc80-\\udcff]", ""),
  rule(-3, letter, `[^${LETTERS}\\0-\\x7f’‘´·\\xad\\xa0–]`, letter),
  rule(-1, "", "[¤¦¨¬¯´¸ˆ˜˘˙˚˝˛ˇ¢¥ƒ∂∑∏π∫Ω√≈∆≠∞±≤≥◊⁄‡†ﬁﬂ\\u2500-\\u259f■‗]", ""),
  rule(3, letter, "’", `[st]${noLetter}`),
  rule(2, "s", "’", "\\s"),
  rule(2, "[mn\\d.]", "[ºª°]", noLetter),
  rule(2, letter, "™", noLetter),
  rule(1, letter, "[¹²³]", noLetter),
  rule(2, "\\d ?", "µ", letter),
  rule(2, "\\d", "\\xa0", "\\S"),
  rule(2, "\\S", "\\xa0", "[–—:!?%€»]"),
  rule(1, "[\\s\\d]", "[–—]", "[\\s\\d]"),
];
/** Quotes at the edges of words. They count only in pairs, because single ones may be misread letters. */
const OPENING = new RegExp(`(?<=${noLetter})[“„‘’‚«‹»›](?=${letter})`, "gu");
const CLOSING = new RegExp(`(?<=\\S)[“”‘’«»‹›](?=${noLetter})`, "gu");

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Scores how plausible a text is in the languages of Europe. */
function scoreText(text: string, encoding: ByteEncoding): number {
  const score = RULES.reduce((sum, { points, pattern }) => sum + points * count(text, pattern), 0);
  const quotes = Math.min(count(text, OPENING), count(text, CLOSING));
  // Hungarian texts have ő and ű beside á and í; in texts without these, õ and û are as likely.
  const isHungarian = /[őű]/i.test(text);
  const implausible = /[áí]/i.test(text) ? 0 : count(text, /[őű]/gi);
  // Windows-1252 has š and ž, too, but its languages rarely use them.
  const slavic = encoding === "windows-1250" && !isHungarian ? count(text, /[šž]/gi) : 0;
  return score + 4 * quotes + 0.5 * slavic - 0.5 * implausible;
}

/** Returns the bytes from 0x80 on with their neighbours; blanks separate those that are not adjacent. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = [BLANK];
  let [signs, end] = [0, 0];
  for (let at = 0; at < bytes.length && signs < MAX_SIGNS; at += 1) {
    if (Number(bytes[at]) < 0x80) continue;
    signs += 1;
    if (at - NEIGHBOURS > end) sample.push(BLANK);
    pushAll(sample, bytes.subarray(Math.max(end, at - NEIGHBOURS), at + NEIGHBOURS + 1));
    end = at + NEIGHBOURS + 1;
  }
  return Uint8Array.from([...sample, BLANK]);
}

/**
 * Detects the encoding of a text with one byte per character: the one in which letters stand beside
 * letters as they do in the languages of Europe.
 * @returns the first of `BYTE_ENCODINGS` in which the text is the most plausible
 */
export function detectEncoding(bytes: Uint8Array): ByteEncoding {
  const sample = sampleOf(bytes);
  const scores = BYTE_ENCODINGS.map((encoding) => ({
    encoding,
    score: scoreText(decodeBytes(sample, encoding), encoding),
  }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).encoding;
}

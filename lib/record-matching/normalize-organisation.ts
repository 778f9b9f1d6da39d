import { abbreviationsIn } from "./abbreviations";
import { ideaOf, SORTS } from "./organisation-words";
import { placeOf } from "./places";
import type { NormalizedName } from "./normalized-name";
import { foldedText, isJoining, isLegalForm, isNumber, sayingWords, firstLetters } from "./words";

/**
 * Replacements in folded names: phrases of one meaning become a single word, and abbreviations are
 * spelled out.
 */
const TOGETHER: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/\buniversit(?:y|ies) of applied (?:arts and )?sciences?(?: and arts)?\b/g, " hochschule "],
  [/\bapplied sciences? university\b/g, " hochschule "],
  [/\bhochschul(?:e|en) fur angewandte wissenschaft(?:en)?\b/g, " hochschule "],
  [/\bhautes? ecoles?(?: specialise)?\b/g, " hochschule "],
  [/\btekniska hogskol\w*/g, " technical university "],
  [/\b(escola|escue?la|instituto?|ecole|institut) superior\b/g, "$1"],
  // Joins the two words of a place name, which would otherwise count as two words.
  [
    /\b(costa|puerto|hong|notre|san|south|north|new|los|las|baja|el|sri|tel|rio|ho chi|sao|buenos|bunos|nova|west) (rica|rico|kong|dame|francisco|carolina|dakota|york|mexico|jersey|zealand|england|hampshire|angeles|palmas|california|salvador|lanka|aviv|minh|paulo|aires|scotia|virginia|wales|grande|de janeiro)\b/g,
    (both) => both.replaceAll(" ", ""),
  ],
  [/\bsyddansk\b/g, " south danmark "],
  [/\bvysoke uceni\b/g, " university "],
  [/\balma mater studiorum\b/g, " "],
  [/\bscuola universitaria professionale\b/g, " hochschule "],
  [/\buniversity colleges?\b/g, " hochschule "],
  [/\buniversit(?:y|ats?) ?(?:hospitals?|klinikum|klinik|klinika|kliniken|spital|medizin)\b/g, " hospital university "],
  [/\bmedical cent(?:er|re)\b/g, " hospital "],
  [/\b(?:per )?gli studi\b|\bdegli studi\b/g, " "],
  [/\bnatural resources and (?:applied )?life sciences\b/g, " bodenkultur "],
  [/\b(?:truong )?dai hoc\b/g, " university "],
  [/\bhoc vien\b/g, " academy "],
  [/\bkinh te\b/g, " economic "],
  [/\bbach khoa\b/g, " technical "],
  [/\bquoc gia\b/g, " national "],
  [/\bsu pham\b/g, " pedagogical "],
  [/\bthanh pho\b/g, " city "],
  [/\bsekolah tinggi\b|\bvisoka skola\b|\bvis[jo]a sola\b/g, " academy "],
  [/\bwychowania fizycznego\b/g, " sport "],
  [/\bkauppakorkeakoulu\b/g, " economic school "],
  [/\bmaaulikool\b/g, " agricultural university "],
  [/\b(?:vysoka skola|vyssa skola|szkola (?:glowna|wyzsza)|wyzsza szkola)\b/g, " academy "],
  [
    /\bfederal state (?:budgetary |autonomous )?educational institution (?:of|for) higher (?:professional )?education\b/g,
    " ",
  ],
  [
    /\bhigher education\b|\bnot for profit\b|\boffentlichen rechts\b|\b(?:the )?trustees of\b|\bresearch committee of\b/g,
    " ",
  ],
  [/\b(?:saint|sankt|sainte|santa|santo|san|st)\b/g, " st "],
  [/\bfrankfurt (?:am|a) ?(?:main|m)\b/g, " frankfurt "],
  [/\bfrankfurt oder\b/g, " frankfurtoder "],
  [/\bdhbw\b/g, " duale hochschule baden wurttemberg "],
  [/\bth\b/g, " technisch hochschule "],
  [/\btu\b/g, " technisch universitat "],
  [/\bfu\b/g, " frei universitat "],
  [/\bwu\b/g, " wirtschaft universitat "],
  [/\bph\b/g, " padagogisch hochschule "],
  [/\bhtw\b/g, " hochschule technik wirtschaft "],
  [/\beth\b/g, " bundes technisch hochschule "],
];

/**
 * Words in capitals that do not abbreviate the name: general terms such as `TU` or `FH`, which are
 * read as words, and Roman numerals.
 */
const READ_AS_WORDS = new Set([
  "tu",
  "th",
  "fu",
  "wu",
  "ph",
  "fh",
  "hs",
  "htw",
  "haw",
  "eth",
  "dhbw",
  "uni",
  "univ",
  "uas",
  "it",
  "vii",
  "viii",
  "xii",
  "xiii",
]);
/** The name of the university that a college appends to its own name. */
const MOTHERS = /(?<=\S)\s*[-,]?\s+(?:university of london|national university of ireland(?:,? \p{L}+)?)\s*$/iu;
/** Camel case: `ScienceMarketing` is two words. */
const HUMPS = /(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{2})/gu;

/** Words in names that do not distinguish organisations, folded. */
const SILENT = new Set(
  (
    "superieure superieur superiore superiores sup higher studi studies etudes estudios estudos anerkannt anerkannte staatlich staatliche staatlicher " +
    "korperschaft kirchliche viesoji istaiga board trustees graduate avanzati advanced imienia kai provost fellows members statutory chancellor masters scholars"
  ).split(" "),
);
const KEPT_BY_FOUNDATIONS = new Set<string>(["university", "hochschule", "academy", "school", "college"]);
/** Separators before the name of a campus, or of a member of a university system. */
const SET_APART = /[-–—,:;/(*|]|\bat\b|\bcampus\b/iu;

const SET_APART_AT_FRONT = /^\s*\S+\s*[-–—:,(/|]/u;

/** Numbers in words, folded. */
const NUMBER_WORDS = new Map([
  ["second", "2"],
  ["seconda", "2"],
  ["third", "3"],
  ["terza", "3"],
  ["tre", "3"],
]);

/** German compounds that end with a type of organisation. */
const GROWN =
  /^(\p{L}{3,}?)(?:s|en)?(universitat|universiteit|universitet|universitetet|hogskola|hogskolan|hogskole|hoyskole|hoyskolen|hojskole|hochschule|hochschulen|akademie|institut|zentrum|klinikum|kliniken|klinik|schule|stiftung|gesellschaft|bibliothek)$/u;
const AT_FRONT = /^(fachhochschule|hochschule|universitat|universitats|stiftung)(\p{L}{5,})$/u;

/**
 * The first parts of German compounds such as `Wissenschaftsladen` or `Sozialforschung`. A
 * following ending excludes a match, as in `wissenschaftlich` or `naturales`.
 */
const BEGINS =
  /^(wissenschafts|forschungs|sozial|gesundheits|wirtschafts|bildungs|kultur|umwelt|technologie|energie|solar|kunst|musik|natur|informations|verkehrs|innovations)(?!lich|isch|wissen|al|el|ist)(\p{L}{4,})$/u;

function takenApart(word: string): string[] {
  const [, beginning, more] = BEGINS.exec(word) ?? [];
  if (beginning && more) return [beginning.replace(/s$/, ""), ...takenApart(more)];
  if (ideaOf(word) !== null && !/^.+(?:universitat|hochschule|stiftung)$/u.test(word)) return [word];
  const [, front, back] = GROWN.exec(word) ?? [];
  if (front && back && !["fach", "hoch", "fachhoch", "gesamt"].includes(front)) return [front, back];
  if (ideaOf(word) === "university" && !/^universitats?\p{L}{5,}$/u.test(word)) return [word];
  const [, first, rest] = AT_FRONT.exec(word) ?? [];
  return first && rest ? [first, rest] : [word];
}

const lettersOf = (words: readonly string[]) => words.map((word) => firstLetters(word, 1)).join("");

/**
 * Returns the words of the name of an organisation's patron. In German they precede `Universität`
 * and a place; in Polish they follow `im.`. Other names of the same organisation omit them.
 */
function calledAfter(folded: string): Set<string> {
  const [, inGerman = ""] = /^(.+?) universitat (?!fur |der )(?:zu |in )?\p{L}{3,}/u.exec(folded) ?? [];
  const [, inPolish = ""] = / im (.+?)(?: we? |$)/u.exec(folded) ?? [];
  return new Set([...inGerman.split(" "), ...inPolish.split(" ")].map(placeOf));
}

function readPart(name: string): NormalizedName {
  const short = abbreviationsIn(name).filter(
    (word) => !READ_AS_WORDS.has(word) && !isLegalForm(word) && !isJoining(word),
  );
  const plain = foldedText(name.replace(MOTHERS, "").replaceAll(HUMPS, " "));
  const spaced = plain.split(" ").flatMap(takenApart);
  const initials = [
    ...new Set([
      lettersOf(spaced.filter((word) => !isJoining(word) && !isLegalForm(word))),
      lettersOf(spaced.filter((word) => !isLegalForm(word))),
    ]),
  ].filter((text) => text.length >= 3);
  const folded = TOGETHER.reduce(
    (text, [pattern, by]) => (typeof by === "string" ? text.replace(pattern, by) : text.replace(pattern, by)),
    plain,
  );
  const words: string[] = [];
  const ideas = new Set<string>();
  const called = calledAfter(folded);
  for (const word of sayingWords(folded).flatMap(takenApart)) {
    if ((isJoining(word) && word.length > 1) || SILENT.has(word)) continue;
    if (initials.some((letters) => letters.startsWith(word) && letters.length > word.length && word.length >= 3)) {
      if (!short.includes(word)) short.push(word);
      continue;
    }
    const idea = ideaOf(word);
    const number = NUMBER_WORDS.get(word);
    if (isNumber(word) || number) ideas.add(number ?? word);
    else if (idea) ideas.add(idea);
    else if (!words.includes(placeOf(word))) words.push(placeOf(word));
  }
  const sorts = [...ideas].filter((idea) => SORTS.has(idea));
  // A foundation that runs a university is treated as that university.
  if (sorts.some((sort) => KEPT_BY_FOUNDATIONS.has(sort))) ideas.delete("foundation");
  const [front] = /^[\p{L}\p{N}]+(?=\s+[\p{L}\p{N}])/u.exec(plain) ?? [];
  const isOnlyShort = words.length === 1 && short.includes(words[0] ?? "") && ideas.size === 0;
  return {
    words: isOnlyShort ? [] : words.filter((word) => !short.includes(word) || words.length === 1),
    ideas: [...ideas].sort(),
    called: words.filter((word) => called.has(word)),
    ...(/^(?:the )?uni\S+ (?:of|de|d|del|della|do|da|di|degli|for|von|van|v|i|at)?\b/u.test(plain) &&
      !SET_APART.test(name) && { leads: true as const }),
    short,
    ...(front !== undefined && short.includes(front) && !SET_APART_AT_FRONT.test(name) && { front }),
    initials,
  };
}

/**
 * Separators after which the organisation's name may follow in another language, or another name of
 * it.
 */
const SEAMS = /\s+[-–—/|]\s*|\s*[*|;]\s*|\s+\/\s+|-(?=UNIVERSITY)|,\s+|\s*[()]\s*/u;
const WHOLE_SORTS: readonly string[] = ["university", "hochschule"];

const isWhole = ({ words, ideas }: NormalizedName) =>
  words.length > 0 && WHOLE_SORTS.some((sort) => ideas.includes(sort));

/**
 * Normalizes the name of an organisation: extracts its distinguishing words, its type and its place
 * (contract §12).
 * @returns the normalized whole name and, if each of its parts is the name of a university, such as
 * in two languages, also the parts
 */
export function normalizeOrganisation(name: string): NormalizedName[] {
  const parts = name.split(SEAMS).filter((part) => part.trim() !== "");
  const read = parts.length > 1 && parts.length <= 4 ? parts.map(readPart) : [];
  return [readPart(name), ...(read.every(isWhole) ? read : [])];
}

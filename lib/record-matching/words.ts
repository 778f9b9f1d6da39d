import { foldCollapsed } from "../fold";

/** Words that say nothing of what they stand with: articles, prepositions and what else joins names, folded. */
const JOINING = new Set(
  (
    "a an and am an at au aux auf bei by d da das de degli dei del dell della delle den der des dem di die do dos du e ed el en et etc for fur " +
    "gli het i il im in into is l la le les lo na nad no o of on os pour per pri s sul te the to u und v vo van ve von vor w y z " +
    "ta zu zum zur och og ja es si y the din din cu sus ob auf im imeni named after nazwa ze za forderung promotion rijk rijks"
  ).split(" "),
);

/** Legal forms that are words besides, or syllables of names: they are taken for one only at the end. */
const AT_THE_END = new Set("spa asa as sa se sl co ab oy aps sas sc inc ag bv nv".split(" "));

/** How firms and clubs are held, folded; their dots are gone. */
const LEGAL_FORMS = new Set(
  (
    "gmbh ggmbh mbh kgaa kg gbr ohg ug ev eg ehf hf ltd limited plc llc llp incorporated corp corporation company cokg " +
    "vzw asbl sarl sasu srl slu slp scarl scrl oyj kft zrt nyrt doo dd haftungsbeschrankt lda lbg sprl gemeinnutzige sro spol spzoo zoo aktiengesellschaft aisbl"
  ).split(" "),
);

/** Legal forms that are written with dots and blanks, and what founders and trustees put before a name. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\be\. ?v\./g, " "],
  [/\bs\. ?p\. ?a\./g, " "],
  [/\bs\. ?r\. ?l\./g, " "],
  [/\bs\. ?a\./g, " "],
  [/\bb\. ?v\./g, " "],
  [/\bsp\. ?z ?o\. ?o\./g, " "],
  [/\bd\. ?o\. ?o\./g, " "],
  [/\bs\. ?r\. ?o\./g, " "],
  [/\bgmbh ?& ?co\.? ?kg\b/g, " "],
  [/&/g, " and "],
];

const ROMAN = new Map(
  Object.entries({
    ii: "2",
    iii: "3",
    iv: "4",
    vi: "6",
    vii: "7",
    viii: "8",
    ix: "9",
    xi: "11",
    xii: "12",
    xiii: "13",
    xiv: "14",
  }),
);

/**
 * Normalizes a text for comparison: folds it (contract §2), removes legal forms with dots, and
 * replaces everything but letters and digits with spaces.
 */
export const foldedText = (text: string) =>
  PHRASES.reduce((folded, [pattern, by]) => folded.replace(pattern, by), foldCollapsed(text))
    // d'Aosta, dell'Aquila, Queen's: removes the article before an apostrophe and the s after it.
    .replace(/\b(d|l|dell|all|nell|sull|de l)[’'`´]/g, " ")
    .replace(/[’'`´]s\b/g, " ")
    .replace(/[’'`´*]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Removes legal forms at the end; some of them are ordinary words elsewhere. */
function withoutEnd(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  return words.length > 1 && last !== undefined && (AT_THE_END.has(last) || LEGAL_FORMS.has(last))
    ? withoutEnd(words.slice(0, -1))
    : words;
}

/** Returns the significant words of a folded text, with numbers in digits. */
export const sayingWords = (folded: string): string[] =>
  withoutEnd(folded.split(" "))
    .filter((word, at, words) => {
      if (word === "" || LEGAL_FORMS.has(word)) return false;
      // A single letter at the end is significant: Haus A is not Haus E.
      return !JOINING.has(word) || (word.length === 1 && at === words.length - 1 && at > 0);
    })
    .map((word) => ROMAN.get(word) ?? word);

export const isJoining = (word: string) => JOINING.has(word);
export const isLegalForm = (word: string) => LEGAL_FORMS.has(word) || AT_THE_END.has(word);
export const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/**
 * Returns the first characters of a word without splitting a surrogate pair, which could not be
 * stored.
 */
export const firstLetters = (word: string, count: number): string => [...word].slice(0, count).join("");

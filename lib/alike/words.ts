import { foldCollapsed } from "../fold";

/** Words that say nothing of what they stand with: articles, prepositions and what else joins names, folded. */
const JOINING = new Set(
  (
    "a an and am an at au aux auf bei by d da das de degli dei del dell della delle den der des dem di die do dos du e ed el en et etc for fur " +
    "gli het i il im in into is l la le les lo na nad no o of on os pour per pri s sul te the to u und v vo van ve von vor w y z " +
    "zu zum zur och og ja es si y the din din cu sur sus ob auf im imeni named after nazwa ze za forderung promotion rijk rijks"
  ).split(" "),
);

/** How firms and clubs are held, folded; their dots are gone. */
const LEGAL_FORMS = new Set(
  (
    "gmbh ggmbh mbh ag kgaa kg gbr ohg ug se ev eg ehf hf ltd limited plc llc llp inc incorporated corp corporation co company cokg bv nv " +
    "vzw asbl sa sas sarl sasu srl spa sl slu slp sc scarl scrl ab oy oyj as asa aps kft zrt nyrt doo dd haftungsbeschrankt lda lbg sprl gemeinnutzige sro spol spzoo zoo aktiengesellschaft aisbl"
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

/** A text in the one form in which texts are compared: folded (contract §2), signs made blanks but those that words are made of. */
export const foldedText = (text: string) =>
  PHRASES.reduce((folded, [pattern, by]) => folded.replace(pattern, by), foldCollapsed(text))
    // d'Aosta, dell'Aquila, Queen's: the first part says nothing, nor does the last.
    .replace(/\b(d|l|dell|all|nell|sull|de l)[’'`´]/g, " ")
    .replace(/[’'`´]s\b/g, " ")
    .replace(/[’'`´*]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The words of a folded text that say something, numbers in digits. */
export const sayingWords = (folded: string): string[] =>
  folded
    .split(" ")
    .filter((word, at, words) => {
      if (word === "" || LEGAL_FORMS.has(word)) return false;
      // A letter at the end is a name: house A is not house E.
      return !JOINING.has(word) || (word.length === 1 && at === words.length - 1 && at > 0);
    })
    .map((word) => ROMAN.get(word) ?? word);

export const isJoining = (word: string) => JOINING.has(word);
export const isLegalForm = (word: string) => LEGAL_FORMS.has(word);
export const isNumber = (word: string) => /^\p{N}+$/u.test(word);

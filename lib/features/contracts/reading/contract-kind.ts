import type { ContractText, ContractSentence } from "./contract-sentences";
import { plainText } from "./sentence-outline";

/**
 * What a file is, as far as it changes how it is read: an amendment has no begin of its own, a
 * termination no basis, and reports, minutes and annexes agree on nothing.
 */
export type ContractKind = "agreement" | "amendment" | "termination" | "other";

const TITLE_LINES = 10;
const MAX_TITLE = 100;

const OTHER =
  /^(?:anlage|anhang|annex|appendix|schedule|attachment|beilage) ?(?:[a-z\d]{1,4}\b|zu[mr]?\b|to\b|:|$)|^(?:auszug aus|protokoll|niederschrift|ergebnisprotokoll|beschluss|beschlussvorlage|beschlussauszug|sitzungsvorlage|minutes|extract from the minutes|resolution|agenda(?! \d)|tagesordnung)\b|^(?:\p{L}+[ -]){0,3}(?:progress|final|annual|interim|activity|evaluation) report\b|^report\b|^(?:sach|abschluss|zwischen|jahres|taetigkeits|projekt|evaluations|erfahrungs)?bericht\b|^(?:\p{L}+ ){0,2}(?:sach|abschluss|zwischen|jahres|taetigkeits|projekt|evaluations|erfahrungs)bericht\b|^(?:press release|pressemitteilung|pressemeldung|checkliste|checklist|vermerk|aktenvermerk)\b/u;
const AMENDMENT =
  /(?:^|[ .(-])(?:nachtrag|nachtragsvereinbarung|aenderungsvereinbarung|aenderungsvertrag|ergaenzungsvereinbarung|zusatzvereinbarung|verlaengerungsvereinbarung|aenderung (?:der|des)|verlaengerung (?:der|des) (?:\p{L}+)?(?:vereinbarung|vertrag)\p{L}*|amendment|addendum|supplementary agreement|extension agreement|agreement to (?:extend|amend)|deed of variation|variation agreement|variation of)(?![\p{L}])/u;

const SALUTATION = /^(?:sehr geehrte|liebe|dear|to whom it may concern)/;
const TERMINATES =
  /\bkuendig(?:en|t|e)\b[^;]{0,40}\b(?:wir|ich|hiermit|hierdurch)\b|\b(?:hiermit|hierdurch|wir|ich)\b[^;]{0,160}\bkuendig(?:en|e|t)\b|\bkuendigung aus(?:sprechen|gesprochen)|\bsprech\p{L}+[^;]{0,60}\bkuendigung\b[^;]{0,160}\baus\b|\berklaer\p{L}+[^;]{0,80}\bkuendigung\b|\b(?:hereby|herewith|formally)\b[^;]{0,80}\b(?:terminat|withdraw|cancel|notice|notify)\p{L}*|\b(?:we|i) (?:are writing to |write to )?(?:give|giving|serve) (?:you )?[^;]{0,40}\bnotice\b|\b(?:constitutes|serves as|is|shall serve as)\b[^;]{0,30}\bnotice\b|\b(?:as|is|be) (?:(?:our|my|the|this|a|due|formal|official|written) ){0,3}notice\b|\bnotice of (?:termination|withdrawal|non-renewal)\b|\b(?:hiermit|hierdurch|von uns)\b[^;]{0,160}\bgekuendigt\b|\b(?:erklaer\p{L}+|teil\p{L}+)\b[^;]{0,80}\baustritt\b|\b(?:we|i|the \p{L}+|our \p{L}+) (?:will|shall|(?:have|has) decided to|wish(?:es)? to|hereby) (?:therefore |accordingly |formally )?(?:leave|withdraw|terminate|discontinue|not (?:renew|continue))\b/u;

const titlesOf = ({ lines }: ContractText) =>
  lines.slice(0, TITLE_LINES).map(({ text }) => plainText(text.slice(0, MAX_TITLE + 1)));

const HEAD_LINES = 5;
const MAX_HEAD = 70;
const FIRST_CLAUSE = /^(?:§|\d{1,2}[.) ]|art\.|artikel|article|clause|ziffer|präambel|preamble)/i;

/** Returns the title of a file, in plain words. */
export function titleOf({ lines }: ContractText): string {
  const head = lines.slice(0, HEAD_LINES);
  const clause = head.findIndex(({ text }) => FIRST_CLAUSE.test(text));
  return head
    .slice(0, clause === -1 ? HEAD_LINES : clause)
    .filter(({ text }) => text.length <= MAX_HEAD)
    .map(({ text }) => plainText(text))
    .join(" ");
}

const SPEAKING_SENTENCES = 60;

function isTermination(contract: ContractText, titles: readonly string[]): boolean {
  const plain = contract.sentences.slice(0, SPEAKING_SENTENCES).map(({ text }) => plainText(text));
  const isLetter = plain.some((text) => SALUTATION.test(text));
  const named = titles.some((title) => /^(?:kuendigung|notice of termination|termination of)\b/.test(title));
  return (isLetter || named) && plain.some((text) => TERMINATES.test(text));
}

/** Returns what a file is. */
export function kindOf(contract: ContractText): ContractKind {
  const titles = titlesOf(contract).filter((title) => title.length <= MAX_TITLE);
  if (titles.some((title) => OTHER.test(title))) return "other";
  if (isTermination(contract, titles)) return "termination";
  const isLetter = contract.sentences.some(({ text }) => SALUTATION.test(plainText(text.slice(0, 30))));
  return !isLetter && titles.some((title) => AMENDMENT.test(title)) ? "amendment" : "agreement";
}

const ANNEX =
  /^(?:anlage|anhang|annex|appendix|schedule|attachment|exhibit|beilage)(?: (?:nr\.? ?)?(?:\d{1,2}|[a-z]|[ivx]{1,4}))?\b/;
const EXPLANATION =
  /^(?:begruendung|erlaeuterung|kommentar|anmerkung|hinweis|comment|note to|explanatory note|rationale)\b/;
const SIGNED = /(?:^|\b)(?:den|am|date:|datum:|gez\.|unterschrift|signed|signature|for and on behalf)\b|_{5,}/;
/** How many lines before an annex may hold the signatures. */
const SIGNATURE_LINES = 40;

/** Returns the sentences of a file without its annexes and explanations, which agree on nothing. */
export function agreedSentences(contract: ContractText): readonly ContractSentence[] {
  const { sentences, lines } = contract;
  const firstOnPage = (line: number) => line === 0 || lines[line - 1]?.page !== lines[line]?.page;
  const annex = sentences.findIndex(({ text, isFirst, line }) => {
    if (!isFirst || line === 0 || text.length > 160 || !ANNEX.test(plainText(text.slice(0, 40)))) return false;
    const before = lines
      .slice(Math.max(0, line - SIGNATURE_LINES), line)
      .map((one) => plainText(one.text.slice(0, 200)));
    return line > lines.length * 0.3 && (firstOnPage(line) || before.some((text) => SIGNED.test(text)));
  });
  const body = annex === -1 ? sentences : sentences.slice(0, annex);
  let isExplanation = false;
  return body.filter(({ text, isFirst, isHeading }) => {
    if (isFirst || isHeading) isExplanation = EXPLANATION.test(plainText(text.slice(0, 40)));
    return !isExplanation;
  });
}

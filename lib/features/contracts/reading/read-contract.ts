import { after as dayAfter } from "@/lib/model/deadlines/days";
import { isSamePeriod, type Period } from "@/lib/model/deadlines/periods";
import type { Point } from "@/lib/model/deadlines/points";
import { daysLater } from "@/lib/model/fields/day";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { agreedSentences, kindOf, titleOf, type ContractKind } from "./contract-kind";
import { namesContract, startsWithPronoun } from "./contract-subject";
import { isOfTwoColumns, isReadLanguage, sentenceLanguage } from "./contract-language";
import { quoteOf } from "./contract-quote";
import { sentencesOf, type ContractText, type ContractSentence } from "./contract-sentences";
import { noticePhrase } from "./notice-phrase";
import { readNotice, type FoundNotice, type NoticeFacts } from "./notice-rules";
import { limitPages } from "./page-lines";
import { outlineOf, plainText, type Outline } from "./sentence-outline";
import { lastSignatureDay } from "./signature-days";
import { noFacts, readTerm, type Found, type TermFacts } from "./term-rules";

export type ContractField = "projektbeginn" | "projektende" | "kuendigungsfrist" | "vertragsgrundlage";
/** What a field was read as, and from where. `page` counts from 1. `zitat` is the sentence, literally but for white space. */
type ContractReading = { value: string | number; page: number; zitat: string };
export type ContractReadings = Partial<Record<ContractField, ContractReading>>;

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

/** A sentence without one of these says nothing of what is read. */
const RELEVANT =
  /\d|_{2}|kraft|wirksam|kuendig|frist|dauer|laufzeit|befrist|unbestimmt|verlaenger|beginn|\bend|gilt|gueltig|unterzeichn|unterschrift|effect|force|terminat|notice|expir|renew|term\b|indefinite|valid|duration|period|year|jahr|monat|month|week|woche|leave|withdraw|begin|start|commence|run|remain|limit|begrenz|beschraenk|weiteres|widerruf|unspecified|perpetual|sign|nimmt|continue|open-ended|date|zweitausend|jederzeit/;

/** A heading that says only the number of a section, which can go on with the one before. */
const BARE = /^(?:§ ?\d{1,3}|(?:artikel|article|clause|ziffer|punkt) [\divx]{1,5}|[\d.]{1,6}|\p{L}{2,10}tens)[.:)]?$/iu;
/** Sections on what was before the contract. */
const PREAMBLE = /^[\W\d]*(?:präambel|preamble|recitals?|whereas|background|hintergrund|vorbemerkung|ausgangslage)/i;

/** A wording of a draft that is not chosen yet. */
const ALTERNATIVE = /^\s*\[/;

/** Further sentences that could say something are not read; a contract of 500 pages has fewer. */
const MAX_OUTLINES = 5_000;

type Facts = { term: TermFacts; notice: NoticeFacts };

/** Reads all sentences of a contract. */
function factsOf(contract: ContractText, sentences: readonly ContractSentence[], kind: ContractKind): Facts {
  const facts: Facts = { term: noFacts(), notice: { notices: [], renewals: [], isDoubtful: false } };
  const title = titleOf(contract);
  let before: Outline | null = null;
  let isOldWording = false;
  let outlines = 0;
  for (const sentence of sentences) {
    if (PREAMBLE.test(sentence.text) || (kind !== "amendment" && PREAMBLE.test(sentence.heading))) continue;
    if (ALTERNATIVE.test(sentence.text)) continue;
    if (sentence.isHeading) {
      if (!BARE.test(sentence.heading)) before = null;
      continue;
    }
    const plain = plainText(sentence.text);
    if (isOfTwoColumns(plain)) continue;
    if (kind === "amendment") isOldWording = isOld(plain, isOldWording);
    if (!RELEVANT.test(plain)) {
      before = { sentence, text: plain, days: [], periods: [], points: [] };
      continue;
    }
    outlines += 1;
    if (outlines > MAX_OUTLINES) break;
    const outline = outlineOf(sentence);
    const surroundings = { before, title };
    if (!isOldWording || !/^["„“»«]/.test(plain)) {
      readTerm(outline, surroundings, facts.term, kind === "amendment");
      readNotice(outline, surroundings, facts.notice);
    }
    if (!surroundings.before || !startsWithPronoun(outline)) before = outline;
  }
  return facts;
}

const OLD_WORDING = /\b(?:bisher|bislang|derzeit|currently reads?|previously|existing wording|alte fassung)\b/;
const NEW_WORDING =
  /ersetzt|folgende[nr]? (?:fassung|wortlaut)|neu gefasst|lautet (?:kuenftig|nunmehr|wie folgt)|replaced|to read|shall read|reads as follows/;

/** Returns whether the next quoted sentences of an amendment are its old wording. */
function isOld(plain: string, isOldWording: boolean): boolean {
  if (NEW_WORDING.test(plain)) return false;
  return OLD_WORDING.test(plain) || isOldWording;
}

type Value<Result> = { value: Result; from: Found<unknown> };

/** Returns the value that all findings agree on; null if there is none, or more than one. */
function agreed<Item, Result>(
  found: readonly Found<Item>[],
  valueOf: (item: Item) => Result | null,
  isSame: (one: Result, other: Result) => boolean = Object.is,
): Value<Result> | null {
  const [first] = found;
  const value = first ? valueOf(first.value) : null;
  if (!first || value === null) return null;
  const agrees = found.every((one) => {
    const other = valueOf(one.value);
    return other !== null && isSame(value, other);
  });
  return agrees ? { value, from: first } : null;
}

/** Returns the first day of a contract, and whether sentences contradict each other about it. */
function beginOf(term: TermFacts, contract: ContractText, lines: number): Value<string> | null {
  const [signature] = term.signatures;
  const [above] = term.datedAbove;
  if (term.begins.some(({ value }) => !value.isRival)) {
    const day = agreed(term.begins, (one) => one.day);
    const signedLater = day && signature && term.durations.length === 0 && signedOn(contract, lines, day.value);
    return signedLater ? null : day;
  }
  if (term.begins.length > 0) return null;
  if (signature) {
    const day = lastSignatureDay(contract, lines);
    return day === null ? null : { value: day, from: signature };
  }
  const day = above ? dayAbove(contract) : null;
  return above && day !== null ? { value: day, from: above } : null;
}

/** How many sentences at the begin of a contract may name its day. */
const HEAD_SENTENCES = 15;
const MADE_ON = /\b(?:made|entered into|dated|concluded|signed|geschlossen)\b[^;{}]{0,60}\{d(\d+)\}/;

/** Returns the day that the begin of a contract names as its own. */
function dayAbove({ sentences }: ContractText): string | null {
  const days = sentences.slice(0, HEAD_SENTENCES).flatMap((sentence) => {
    const outline = outlineOf(sentence);
    const [, made] = MADE_ON.exec(outline.text) ?? [];
    return made === undefined ? [] : [outline.days[Number(made)]?.day ?? null];
  });
  const [day = null, ...others] = days;
  return others.every((other) => other === day) ? day : null;
}

/** Returns whether the last signature is after a day, on which the contract can then not have begun by signature. */
function signedOn(contract: ContractText, lines: number, day: string): boolean {
  const signed = lastSignatureDay(contract, lines);
  return signed !== null && signed > day;
}

const lastDayOf = (begin: string, duration: Period) => daysLater(dayAfter(begin, duration), -1);
/** By how much school and academic years may differ from years. */
const MAX_DAYS_OF_STUDIES = 80;
const DAY_MS = 86_400_000;
const daysApart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;

/** Returns the last day of a contract. */
function endOf(term: TermFacts, begin: Value<string> | null): Value<string> | null {
  const extensions = term.ends.filter(({ value }) => value.isExtension);
  const newest = agreed(extensions, (one) => one.day);
  const earlier = term.ends.filter(({ value }) => !value.isExtension);
  const isExtended = newest !== null && earlier.every(({ value }) => value.day !== null && value.day <= newest.value);
  const named = isExtended ? newest : agreed(term.ends, (one) => one.day);
  const duration = agreed(term.durations, (one) => one, isSamePeriod);
  if (term.ends.length === 0)
    return begin && duration ? { value: lastDayOf(begin.value, duration.value), from: duration.from } : null;
  if (!named || (begin && named.value <= begin.value)) return null;
  const isContradicted =
    !isExtended &&
    begin &&
    duration &&
    daysApart(lastDayOf(begin.value, duration.value), named.value) >
      (duration.value.isOfStudies ? MAX_DAYS_OF_STUDIES : 1);
  return isContradicted ? null : named;
}

function basisOf(term: TermFacts): Value<number> | null {
  const [open] = term.openEnded;
  const [end] = [...term.ends, ...term.durations, ...term.fixed];
  if (open && end) return null;
  if (open) return { value: openEnded, from: open };
  return end ? { value: fixedTerm, from: end } : null;
}

/** A notice at any time is not one before the end, which only prevents a renewal. */
const isSamePoint = (one: Point | null, other: Point | null) =>
  one === other || ((!one || !other) && one !== "contract_end" && other !== "contract_end");

const isSameNotice = (one: FoundNotice, other: FoundNotice) =>
  one.period === null || other.period === null
    ? one.period === other.period
    : isSamePeriod(one.period, other.period) && isSamePoint(one.point, other.point);

function noticeOf(notice: NoticeFacts, durations: TermFacts["durations"]): Value<string> | null {
  if (notice.isDoubtful) return null;
  const timed = notice.notices.filter(({ value }) => value.period !== null);
  const notices = timed.length > 0 ? timed : notice.notices;
  const duration = agreed(durations, (one) => one, isSamePeriod)?.value ?? null;
  const renewal = agreed(notice.renewals, (one) => (one === "same" ? duration : one), isSamePeriod);
  if (!renewal && notice.renewals.length > 0) return null;
  const found = agreed(notices, (one) => one, isSameNotice);
  if (!found && notices.length > 0) return null;
  const from = found?.from ?? renewal?.from;
  if (!from) return null;
  const withPoint = notices.find(({ value }) => value.point !== null) ?? null;
  const phrase = noticePhrase(
    {
      period: found?.value.period ?? null,
      isAnyTime: found !== null && found.value.period === null,
      point: withPoint?.value.point ?? null,
      renews: renewal?.value ?? null,
    },
    sentenceLanguage(from.outline.text),
  );
  return phrase === null ? null : { value: phrase, from: withPoint ?? from };
}

/** The day on which something ends, after a word of ending or before it. */
const ENDS_ON =
  /(?<!\b(?:bis|signed|dated|concluded|made|agreed|into|geschlossen|vereinbart) )\b(?:zum|mit wirkung (?:zum|vom)|mit (?:dem )?(?:ablauf )?(?:des|dem)?|per|auf den|am|on|with effect (?:from|as of|on)|effective(?: on| as of| from)?|as of|as from|as at|from|at the (?:end|close) of|at midnight on|is|will be|shall be)(?: the)? \{d(\d+)\}/gu;
const ENDING =
  /\b(?:ge|auf)?(?:kuendig|terminat|withdraw|cancel|leave|discontinu|ends?\b|endet|enden|beende|auslaeuft|expir|close|cease|last day|notice)/u;
const NOT_ENDING = /\b(?:bestaetig\p{L}*|acknowledg\p{L}*|confirm\p{L}*|resolved|beschlossen|since|seit)\b/u;

const TERMINATES_IT = /kuendig|terminat|withdraw|cancel|\bnotice/;
/** A letter of termination names the contract's notice period as a rule, or the notice that it gives. */
const IS_RULE = /\b(?:kann|koennen|may|can|either|jede[rs]?|beide)\b/;

/** Returns the day on which a contract ends by a letter of termination. */
function terminationEnd(sentences: readonly ContractSentence[]): Value<string> | null {
  const found: Found<string | null>[] = [];
  for (const sentence of sentences.slice(0, MAX_OUTLINES)) {
    const outline = outlineOf(sentence);
    const match = [...outline.text.matchAll(ENDS_ON)].findLast(
      ({ index }) => !NOT_ENDING.test(outline.text.slice(0, index)),
    );
    const day = outline.days[Number(match?.[1])];
    if (day && ENDING.test(outline.text) && (namesContract(outline.text) || TERMINATES_IT.test(outline.text)))
      found.push({ value: day.day, outline, at: day.start });
  }
  return agreed(found, (day) => day);
}

/**
 * Reads when a contract begins and ends, its notice period and its basis, in German and English.
 * What is doubtful is left out: several candidates, what is planned, days of laws and of earlier
 * agreements.
 * @param pages the text of the file by page; 500 pages and 2 MB are read at most
 */
export function readContract(pages: readonly string[]): ContractReadings {
  const read = limitPages(pages);
  const contract = sentencesOf(read);
  const kind = kindOf(contract);
  const sentences = agreedSentences(contract);
  if (kind === "other" || !isReadLanguage(sentences.map(({ text }) => text).join(" "))) return {};
  const readings: ContractReadings = {};
  const propose = (field: ContractField, value: Value<string | number> | null) => {
    if (!value) return;
    const { outline, at } = value.from;
    const { page, zitat } = quoteOf(contract, outline.sentence, at);
    if (zitat !== "") readings[field] = { value: value.value, page, zitat };
  };
  const { notice, term } = factsOf(contract, sentences, kind);
  const lines = (sentences.at(-1)?.line ?? -1) + 1;
  const last = contract.sentences[sentences.length]?.line ?? contract.lines.length;
  if (kind === "termination") {
    propose("projektende", terminationEnd(sentences));
    const notices = notice.notices.filter(({ outline }) => IS_RULE.test(outline.text));
    propose("kuendigungsfrist", noticeOf({ ...notice, notices }, []));
    return readings;
  }
  const begin = kind === "amendment" ? null : beginOf(term, contract, Math.max(lines, last));
  const isOpen = term.openEnded.length > 0;
  propose("projektbeginn", begin);
  if (!isOpen) propose("projektende", endOf(term, begin));
  propose("kuendigungsfrist", noticeOf(notice, term.durations));
  propose("vertragsgrundlage", basisOf(term));
  return readings;
}

import type { Period } from "@/lib/model/deadlines/periods";
import { endsOnOther, isOnContract, isPlanned, namesOtherThing, type Surroundings } from "./contract-subject";
import type { Outline } from "./sentence-outline";
import { termCuesOf, withPlainDays } from "./term-cues";

/** Where a value was read: the outline and the place in the sentence's text. */
export type Found<Value> = { value: Value; outline: Outline; at: number };

/** What a sentence says about the term of a contract. */
export type TermFacts = {
  /** `rival` says since when the parties do together what the contract is on, in other words. */
  begins: Found<{ day: string | null; isRival: boolean }>[];
  ends: Found<{ day: string | null; isExtension: boolean }>[];
  /** `isOfStudies`: school and academic years, which are not exactly as long as years. */
  durations: Found<(Period & { isOfStudies: boolean }) | null>[];
  /** The contract begins with the last signature. */
  signatures: Found<true>[];
  /** The contract begins on the day that its first page names. */
  datedAbove: Found<true>[];
  openEnded: Found<true>[];
  /** The contract has an end of which no day is known. */
  fixed: Found<true>[];
  /** The first day is to be filled in. */
  isBlank: boolean;
};

export const noFacts = (): TermFacts => ({
  begins: [],
  ends: [],
  durations: [],
  signatures: [],
  datedAbove: [],
  openEnded: [],
  fixed: [],
  isBlank: false,
});

/** What takes effect apart from the contract. */
const OTHER_EFFECT =
  /\b(?:termination|decision|discontinu\p{L}*|withdrawal|notice|(?:die|eine|der|jede) kuendigung|beschluss|aenderung(?:en)?|amendments?|changes?|nachtrag|annex|anlage|resolution)\b/u;
const EXTENDS =
  /\b(?:verlaenger\p{L}*|fortgesetzt|fortgefuehrt|fortsetzung|fortfuehrung|weiterfuehrung|continuation|extend\p{L}*|renew\p{L}*|prolong\p{L}*)\b/u;
/** What only says by when the parties decide on something. */
const DECIDES =
  /\b(?:entscheide[nt]|verhandel[nt]|verstaendig(?:en|t)|beraten|beschliess(?:en|t)|decides?|negotiate|discuss)\b/;
/** What is only prolonged began earlier. */
const PROLONGS = /verlaenger|\b(?:extended|prolong)/;
const MAY_EXTEND =
  /\b(?:kann|koennen|may|can|could|koennte|moeglich)\b[^;{}]{0,90}\b(?:verlaenger|extend|renew|prolong)|\b(?:verlaenger\p{L}*|extension|renewal)\b[^;{}]{0,60}\b(?:kann|koennen|may|can|moeglich|possible|bedarf|requires)\b/u;

const SIGNING =
  "(?:unterzeichn(?:ung|et|en|enden?|er)|unterschrift(?:en|sleistung)?|unterschrieben|unterschreib(?:t|en)|signatures?|signed|signing|signs?|signatory)";
const TAKES_EFFECT =
  "(?:tritt|treten|wird|gilt|(?:vertrags)?beginn|beginnt|entered into|laeuft|wirksam|in kraft|gueltig|bindet|bindend|into (?:force|effect|operation)|takes? effect|effective|valid|commences?|begins?|in force|in effect|binding|binds?|starts?|operative|runs?)";
const UPON =
  "(?:mit|nach|ab|bei|durch|vom|von|seit|am|an dem|zum|sobald|sowie|nachdem|wenn|upon|on|from|as of|as from|at|by|when|once|as soon as|with|after|der tag|the day|the date)";
const BY_SIGNATURE = [
  new RegExp(`\\b${TAKES_EFFECT}\\b[^;{}]{0,120}\\b${UPON}\\b[^;{}]{0,80}\\b${SIGNING}\\b`),
  new RegExp(`\\b${UPON}\\b[^;{}]{0,80}\\b${SIGNING}\\b(?:[^;{}]|\\{p\\d+\\}){0,100}\\b${TAKES_EFFECT}\\b`),
  new RegExp(
    `\\{p\\d+\\},? (?:gerechnet |counted |calculated |with effect |beginnend )?(?:ab|nach|seit|vom|von|mit|from|as of|after|starting|beginning|commencing)\\b[^;{}]{0,60}\\b${SIGNING}\\b`,
  ),
];
/** Other things that signatures are needed for. */
const OTHER_SIGNED =
  /\b(?:originals?|copies|counterparts?|ausfertigung\p{L}*|exemplar\p{L}*|aenderung\p{L}*|amendments?|modifications?|electronic\p{L}*|elektronisch\p{L}*|scan\p{L}*)\b/u;
const NOT_BY_SIGNATURE =
  /unabhaengig|irrespective|regardless|\b(?:tage?s?|monate?s?|semesters|werktage?|day|days|month|months|semester|week|year)[^;{}]{0,30}\b(?:nach|after|following|der auf|das auf|folgt|folgenden|next)\b|\{p\d+\} (?:nach|after|following)|folgetag|folgemonat|folgenden|\bfirst day of the|genehmig|zustimmung|approv|ratif|eingang|receipt|zugang/;
/** Without a begin by signature: what is said of the duration counts from there. */
const COUNTS_FROM_SIGNATURE =
  /\{p\d+\} (?:ab|nach|from|after|following)\b[^;{}]{0,60}\b(?:unterzeichnung|unterschrift|signature|signing)\b/;

const AFTER = /\{p\d+\} (?:nach|after|following)/;
const ENDS_AFTER = /\b(?:expires?|ends?|endet|terminates?|erlischt)\b[^;{}]{0,30}\{p\d+\}/;

const DATED_ABOVE =
  /\b(?:date (?:first )?(?:above written|written above|stated above|set out above|mentioned above|hereof)|date first (?:above )?(?:written|mentioned|stated)|oben genannten (?:datum|tag)|eingangs genannten (?:datum|tag))\b/;

const OPEN_ENDED =
  /\b(?:ende|endtermin|enddatum|endzeitpunkt|befristung|begrenzung|laufzeitende|ablaufdatum)(?: der laufzeit| der geltung| des vertrages)? (?:ist|wird|besteht|wurde) nicht (?:vorgesehen|bestimmt|vereinbart|festgelegt)|\bno end (?:is|has been)|unbestimmte (?:zeit|dauer)|\bunbefristet|auf dauer (?:angelegt|geschlossen|abgeschlossen)|ohne (?:zeitliche )?(?:befristung|begrenzung)|zeitlich (?:nicht (?:begrenzt|befristet|beschraenkt)|unbegrenzt|unbeschraenkt)|nicht befristet|kein(?:en)? (?:endzeitpunkt|endtermin|enddatum|ablaufdatum|feste[sn]? ende)|ohne (?:end(?:termin|datum|zeitpunkt)|feste laufzeit)|auf unbegrenzte (?:zeit|dauer)|dauer [^;{}]{0,40}nicht (?:begrenzt|befristet|beschraenkt)|bis auf weiteres|bis auf widerruf|\bindefinite|\bunlimited (?:period|duration|term|time)|not limited in time|unlimited in time|without (?:any )?(?:limit|limitation) (?:of|in|as to) (?:time|duration)|\bno (?:fixed |set |specified )?(?:expiry date|expiration date|end date|fixed term|fixed end|time limit|fixed duration)|open-ended|is ongoing|\bunbegrenzt gueltig|unspecified (?:period|duration)|undetermined (?:period|duration)|of unlimited (?:duration|validity)|perpetual(?:ly)? in force|without (?:a )?fixed (?:term|end)/;
const UNTIL_TERMINATED =
  /\b(?:in force|in effect|continues?|valid|effective|applies|apply|runs?|remain)\b[^;{}]{0,60}\b(?:until|unless and until|so long as|as long as)\b[^;{}]{0,60}\b(?:terminated|cancelled|canceled|terminates|ended by|brought to an end|given up|withdraws|gives notice|serves notice)\b|\b(?:gilt|laeuft|besteht|bleibt)\b[^;{}]{0,40}\bbis[^;]{0,140}\b(?:gekuendigt|kuendigt|kuendigung|aufgekuendigt|beendet)\b|solange[^;]{0,60}\bnicht\b[^;]{0,100}\b(?:gekuendigt|kuendigt)/;
const NOT_OPEN = /\bearlier|\bsooner|vorher|vorzeitig|\{d\d+\}|\{p\d+\} (?:or|oder)|nicht unbefristet|not indefinite/;

const YEARS = String.raw`\d{4}(?:\/\d{2,4}|[–-]\d{2,4})?`;
const FIXED = [
  /\bbefristet\b|\bjahre \d{4} bis \d{4}\b/,
  new RegExp(
    `\\b(?:academic|school|study|calendar) years? ${YEARS}[^;{}]{0,30}?(?:to|until|through|till|–|-|and)(?: and including| including| the end of| the)*(?: (?:academic|school) year)? ${YEARS}`,
  ),
  new RegExp(
    `\\b(?:studienjahre?|schuljahre?|akademischen? jahre?|wintersemester|sommersemester)n? ${YEARS}[^;{}]{0,30}?(?:bis|–|-)[^;{}]{0,60}?${YEARS}`,
  ),
  new RegExp(
    `\\b(?:bis|until|through|till)\\b[^;{}]{0,50}\\b(?:semesters?|studienjahre?s?|schuljahre?s?|akademischen? jahre?s?|academic year|school year|term) ${YEARS}`,
  ),
  /\b(?:expires?|ends?|endet) (?:at|with|mit|zum|on) (?:its|the|dem|deren|dessen) (?:end|ablauf|completion|abschluss)\b/,
  /\b(?:danach|sodann|then|thereafter|whereupon|woraufhin)\b[^;{}]{0,20}\b(?:erlischt|endet|expires?|ends?|lapses?|ceases?)\b/,
  new RegExp(
    `(?<!\\b(?:first|erstmals|beginning|starting|commencing) )\\b(?:for|during|covers?|fuer|waehrend|umfasst|erfasst)(?: (?:the|all|entire|das|die|des|den|full|whole)){0,3} (?:${YEARS} (?:school|academic|study|calendar) year|(?:school|academic|study|calendar) years? ${YEARS}|(?:schul|studien|kalender)jahre?[sn]? ${YEARS})`,
  ),
  /\bmeans\b[^;{}]{0,10}\bperiod of\b/,
];
/** `unbefristet` contains `befristet`. */
const NOT_FIXED = /\b(?:nicht|un)\s?befristet|befristet beschaeftigt|minimum|mindest/;

const JOINTLY =
  /^["„“ ]{0,2}(?:ab|seit|from|since|as of|as from)(?: dem| the)? \{d(\d+)\},? [^;{}]{0,40}\b(?:betreiben|arbeiten|fuehren|kooperieren|wirken|unterhalten|bieten|operate|cooperate|collaborate|run|offer)\b[^;{}]{0,60}\b(?:partner|vertragspartner|parteien|hochschulen|universitaeten|einrichtungen|seiten|parties|universities|institutions|partners)\b/;

const PAST =
  /\b(?:haben|hat|(?<!deemed to )have|has)\b[^,;{}]{0,40} (?:am|on)[^,{}]{0,20}\{d\d+\}$|\b(?:wurde|wurden|war|waren|worden|hatte|hatten|bisher\p{L}*|bislang|vormals|trat|was|were|had|previous(?:ly)?|formerly|hitherto|(?:have |has )?signed (?:an?|the)|schlossen|unterzeichneten|galt|lief|endete|which (?:has )?(?:expired|ended))\b|\b(?:haben|hat)\b[^;]{0,120}\b(?:geschlossen|unterzeichnet|abgeschlossen|vereinbart)\b/u;
/** From here on, a sentence speaks of the contract again, after what it replaces. */
const NEXT_VERB =
  /\b(?:and|und) (?:is|shall|will|takes?|enters?|comes?|becomes?|applies|remains?|gilt|tritt|ist|wird|laeuft|beginnt|endet)\b/;
const PAST_AFTER =
  /^[^,;{}]{0,40}\b(?:galt|lief|endete|gegolten|gelaufen|war|was|were|expired|(?<!be )ended|getreten)\b|^, (?:which|die|der|das) [^;{}]{0,30}\b(?:expired|ended|endete|auslief|lief)\b/;
/** An agreement that is named with its day, and is therefore an earlier one. */
const OF_A_DAY =
  /(?:vereinbarung|vertrag|vertrage?s|abkommen|memorandum|agreement|contract|mou) (?![^;{}]{0,90}\b(?:gilt|gelten|laeuft|dauert|besteht|ist|wird|hat|tritt|is|are|shall|has|will|takes|runs)\b[^{}]{0,90}\{)[^,;{}]{0,90}(?:vom|of|dated) \{d\d+\}/;
const THIS_ONE = /\b(?:dies\p{L}*|vorliegend\p{L}*|this|the present)\b/u;
/** A clause on what a contract replaces. */
const EARLIER =
  /\b(?:ersetzt|ersetzen|supersedes?|superseding|replaces?|replacing|takes the place|abgeloest|loest|frueheren?|vorherigen?|vorangegangen\p{L}*|earlier (?!terminat|end)|existing|preceding)\b/u;

const AMENDS =
  /\b(?:ersetzt|ersetzen|replaced?|substituted|anstelle|an die stelle|statt|geaendert|changed|amended|deleted)\b/;
const NO_TERM =
  /\b(?:anlage|anhang|annex|appendix|schedule|arbeitsplan|meilenstein|milestone|work|bericht|report|nomin)/;

const CONCLUDED =
  /\b(?:haben|have|has been|zuletzt|geschlossen|concluded|signed|of|vom) (?:am |on )?\{d0\}|zuletzt|\blast amended/;

const LONGEST = 1_200;

/** Adds what a sentence says about the term of the contract to `facts`. */
export function readTerm(outline: Outline, surroundings: Surroundings, facts: TermFacts, isAmendment: boolean): void {
  for (const clause of outline.text.split(/;(?: |$)/))
    readClause(withPlainDays(clause.slice(0, LONGEST)), outline, surroundings, facts, isAmendment);
  if (isAmendment) readReplacedDay(outline, facts);
  else readSameDay(outline, surroundings, facts);
}

const SAME_DAY =
  /\b(?:zu|ab|von|an|mit) (?:diesem|demselben|eben diesem) (?:tage?|zeitpunkt|datum)\b[^{}]{0,80}\b(?:wirksam|in kraft|beginnt|gilt)\b|\b(?:on|from) (?:that|the same|this) (?:date|day)\b[^{}]{0,80}\b(?:effect|force|effective|commences?|begins?|operation)\b/;

/** Reads `ab dem 1. August 2026 …; zu diesem Tag wird die Vereinbarung wirksam`. */
function readSameDay(outline: Outline, surroundings: Surroundings, facts: TermFacts): void {
  const match = SAME_DAY.exec(outline.text);
  const days = outline.days.filter((_day, index) => outline.text.indexOf(`{d${index}}`) < (match?.index ?? 0));
  const [day, ...others] = days;
  if (!match || !day || others.length > 0 || facts.begins.some((one) => one.outline === outline)) return;
  if (isPlanned(outline.text) || !isOnContract(outline, match[0], surroundings)) return;
  facts.begins.push({ value: { day: day.day, isRival: false }, outline, at: day.start });
}

function readClause(
  clause: string,
  outline: Outline,
  surroundings: Surroundings,
  facts: TermFacts,
  isAmendment: boolean,
): void {
  const mayExtendAt = MAY_EXTEND.exec(clause)?.index ?? Infinity;
  const isOn = (end: number) => isOnContract(outline, clause.slice(0, end), surroundings);
  /** Whether what is said up to a place is on the contract, of now, and certain. */
  const holds = (upTo: string, isBegin = false) => {
    const start = Math.max(0, upTo.slice(0, -1).search(NEXT_VERB));
    const said = upTo.slice(start);
    if (PAST.test(said) || PAST_AFTER.test(clause.slice(upTo.length)) || (EARLIER.test(said) && !isAmendment))
      return false;
    if (!isAmendment && OF_A_DAY.test(upTo) && !THIS_ONE.test(upTo) && (isBegin || !EXTENDS.test(clause))) return false;
    return (
      upTo.length < mayExtendAt &&
      !isPlanned(clause.slice(start)) &&
      !endsOnOther(upTo, surroundings.title) &&
      (isOn(upTo.length) || isOn(clause.length))
    );
  };
  const isNamed = !namesOtherThing(clause, surroundings.title) && !PAST.test(clause) && !isPlanned(clause);
  for (const { role, index, before, after, isLabelled } of termCuesOf(clause)) {
    const name = role === "duration" ? `{p${index}}` : `{d${index}}`;
    if (!(isLabelled && isNamed) && !holds(before + name, role === "begin")) continue;
    const day = outline.days.at(index);
    const period = outline.periods.at(index);
    if (role === "begin" && day && !OTHER_EFFECT.test(before) && !PROLONGS.test(before))
      facts.begins.push({ value: { day: day.day, isRival: false }, outline, at: day.start });
    const isExtension = EXTENDS.test(before) || /^ [^,;{}]{0,20}verlaenger/.test(after);
    if (role === "end" && day && day.isSpan) facts.fixed.push({ value: true, outline, at: day.start });
    else if (role === "end" && day && !DECIDES.test(clause))
      facts.ends.push({ value: { day: day.day, isExtension }, outline, at: day.start });
    if (role === "duration" && period && !period.isFurther)
      facts.durations.push({
        value: period.period && { ...period.period, isOfStudies: period.isOfStudies },
        outline,
        at: period.start,
      });
  }

  const [, joint] = JOINTLY.exec(clause) ?? [];
  const jointDay = outline.days.at(Number(joint));
  if (joint !== undefined && jointDay)
    facts.begins.push({ value: { day: jointDay.day, isRival: true }, outline, at: jointDay.start });

  const at = outline.sentence.text.search(/\p{L}/u);
  const said = { value: true as const, outline, at: Math.max(at, 0) };
  const hasBegin = facts.begins.some((one) => one.outline === outline);
  if (!hasBegin && !isPlanned(clause)) {
    const match = BY_SIGNATURE.map((pattern) => pattern.exec(clause)).find((one) => one !== null);
    const counts = COUNTS_FROM_SIGNATURE.test(clause) && (!AFTER.test(clause) || ENDS_AFTER.test(clause));
    if (
      match &&
      (counts || !NOT_BY_SIGNATURE.test(clause.slice(match.index, match.index + match[0].length + 30))) &&
      !OTHER_SIGNED.test(clause) &&
      holds(clause.slice(0, match.index + match[0].length))
    )
      facts.signatures.push(said);
  }
  if (DATED_ABOVE.test(clause)) {
    const match = /\b(?:effect|effective|force|commences?|begins?|kraft|beginnt|wirksam)\b/.exec(clause);
    if (match && isOn(clause.length)) facts.datedAbove.push(said);
  }
  const open = OPEN_ENDED.exec(clause);
  const until = UNTIL_TERMINATED.exec(clause);
  if (
    (open && isOn(clause.length)) ||
    (until &&
      !NOT_OPEN.test(clause.slice(until.index)) &&
      !/\{p\d+\}/.test(clause.slice(0, until.index)) &&
      isOn(clause.length))
  )
    facts.openEnded.push(said);
  else if (
    FIXED.some((pattern) => pattern.test(clause)) &&
    !NOT_FIXED.test(clause) &&
    isOn(clause.length) &&
    mayExtendAt === Infinity
  )
    facts.fixed.push(said);
  if (/\{blank\}/.test(clause) && isOn(clause.length)) facts.isBlank = true;
}

/** Reads `the words "30 June 2027" are replaced by "30 June 2030"` of an amendment. */
function readReplacedDay(outline: Outline, facts: TermFacts): void {
  const [old, now, ...more] = outline.days;
  if (
    !AMENDS.test(outline.text) ||
    CONCLUDED.test(outline.text) ||
    NO_TERM.test(outline.text) ||
    more.length > 0 ||
    facts.ends.some((one) => one.outline === outline)
  )
    return;
  if (
    !old?.day ||
    !now?.day ||
    now.day <= old.day ||
    !/(?:durch|by|with|der|die|to|auf|and|und|:)[^{}]{0,40}\{d1\}/.test(outline.text)
  )
    return;
  facts.ends.push({ value: { day: now.day, isExtension: true }, outline, at: now.start });
}

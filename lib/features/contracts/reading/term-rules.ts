import type { Period } from "@/lib/model/deadlines/periods";
import { isOnContract, isPlanned, namesOtherThing, type Surroundings } from "./contract-subject";
import type { Outline } from "./sentence-outline";
import { termCuesOf } from "./term-cues";

/** Where a value was read: the outline and the place in the sentence's text. */
export type Found<Value> = { value: Value; outline: Outline; at: number };

/** What a sentence says about the term of a contract. */
export type TermFacts = {
  /** `rival` says since when the parties do together what the contract is on, in other words. */
  begins: Found<{ day: string | null; isRival: boolean }>[];
  ends: Found<{ day: string | null; isExtension: boolean }>[];
  durations: Found<Period | null>[];
  /** The contract begins with the last signature. */
  signatures: Found<true>[];
  /** The contract begins on the day that its first page names. */
  datedAbove: Found<true>[];
  openEnded: Found<true>[];
  /** The contract has an end of which no day is known. */
  fixed: Found<true>[];
  /** What single words make the term, for contracts of which the patterns of sentences find nothing. */
  cued: { begins: Found<string | null>[]; ends: Found<string | null>[]; durations: Found<Period | null>[] };
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
  cued: { begins: [], ends: [], durations: [] },
  isBlank: false,
});

const DAY = String.raw`\{d(\d+)\}`;
const PERIOD = String.raw`\{p(\d+)\}`;
/** Words up to the next day or period. */
const gap = (length: number) => `[^;{}]{0,${length}}?`;
const WEEKDAY =
  "(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|monday|tuesday|wednesday|thursday|friday|saturday|sunday),? (?:den |dem |the )?)?";
/** `the first day of the academic year 2026/27, being 7 September 2026`. */
const NAMED = String.raw`(?:[^;{}]{0,80}?,? (?:being|i\. ?e\.,?|that is|namely|also|das heisst|d\. ?h\.,?|das ist|naemlich)(?: (?:on|am|ab|dem|den|zum|from|bis|until|to)){0,3} |[^;{}]{0,60}?\((?:also |d\. ?h\. ?|i\. ?e\.,? ?)?)?`;
const FROM_DE = "(?:mit wirkung )?(?:am|zum|ab|vom|von|mit|per|beginnend am)(?: dem| den| tage?)?";
const SINCE_DE =
  "(?:mit wirkung (?:vom|zum|ab)|rueckwirkend (?:zum|ab|vom)|ab|vom|von|ueber den zeitraum vom)(?: dem| den)?";
const FROM_EN =
  "(?:on and from|with effect from|with effect as of|with effect on|on or from|on|from|as of|as from|as at|effective|starting on|beginning on)(?: and including)?(?: the)?";
const UNTIL_DE =
  "bis(?: einschliesslich| einschl\\.| laengstens| spaetestens| vorerst| zunaechst| mindestens| zu[mr]?| den| dem| ablauf| ende| des| vom| tag(?:es)?){0,5}";
const UNTIL_EN =
  "(?:until|till|through|thru|up to|to)(?: and including| including| the end of| midnight on| on| and){0,2}(?: the)?";

const each = (...patterns: string[]) =>
  patterns.map((pattern) => new RegExp(pattern.replaceAll("<d>", `${NAMED}${WEEKDAY}${DAY}`), "gu"));

const BEGINS = each(
  `\\b(?:tritt|treten)\\b${gap(140)}\\b${FROM_DE} <d>${gap(70)}\\bin kraft`,
  `\\bin kraft,? ${FROM_DE} <d>`,
  `\\b(?:beginnt|beginnen|startet|starten|beginnend)\\b${gap(90)}\\b${FROM_DE} <d>`,
  `\\b(?:gilt|gelten|laeuft|dauert|besteht|gueltig|erstreckt sich|wirksam|geschlossen|vereinbart|gueltigkeit|geltung)\\b${gap(90)}\\b${SINCE_DE} <d>`,
  `\\bwird\\b${gap(60)}\\b(?:am|zum|per|mit) <d>${gap(40)}\\b(?:wirksam|gueltig)`,
  `\\b(?:wirksam|wirksamkeit|gueltig) (?:am|zum|per|mit) <d>`,
  `\\b${SINCE_DE} <d>${gap(60)}\\b(?:wirksam|gueltig|geschlossen|abgeschlossen|in kraft|vereinbart)`,
  `\\b(?:enters?|comes?|entering|entry|coming|put|brought) into (?:force|effect|operation)\\b${gap(50)}\\b${FROM_EN} <d>`,
  `\\b(?:takes?|taking|has|have|have its|of|with) effect\\b${gap(40)}\\b${FROM_EN} <d>`,
  `\\b(?:effective|valid|in force|in effect|force and effect|apply|applies|runs?|operate|binding|commences?|commencing|begins?|beginning|starts?|starting|running|operative)\\b${gap(40)}\\b${FROM_EN} <d>`,
  `\\{p\\d+\\},? (?:gerechnet |beginnend |jeweils )?(?:ab|vom|seit|mit)(?: dem)? <d>`,
  `\\{p\\d+\\},? (?:with effect from|as from|as of|from|(?:starting|beginning|commencing)(?: on| from| as of)?)(?: the)? <d>`,
  `\\b(?:gerechnet|gezaehlt|gemessen|counted|reckoned|calculated)(?: ab| vom| from| as of)(?: dem| the)? <d>`,
  `\\b${SINCE_DE} <d> (?:gilt|gelten|besteht|laeuft)\\b`,
  `\\b${FROM_DE} <d>,? (?:tritt|treten)\\b${gap(80)}\\bin kraft`,
  `\\b${FROM_DE} <d>,? (?:beginnt|startet)\\b`,
  `\\bon <d>,? ${gap(60)}\\b(?:enters?|comes?) into (?:force|effect)|\\bon <d>,? ${gap(60)}\\b(?:takes effect|commences|becomes effective)`,
  `\\b(?:fangen|faengt)\\b${gap(60)}\\bam <d> an\\b`,
  `\\bnimmt\\b${gap(60)}\\bam <d> auf\\b`,
  `\\b(?:effective|commencing|beginning|starting),? <d>`,
  `\\bdeemed to have (?:commenced|begun|started|come into (?:force|effect)|taken effect|been effective|been in force) ${FROM_EN} <d>`,
);

/** What takes effect apart from the contract. */
const OTHER_EFFECT =
  /\b(?:termination|decision|discontinu\p{L}*|withdrawal|notice|(?:die|eine|der|jede) kuendigung|beschluss|aenderung(?:en)?|amendments?|changes?|nachtrag|annex|anlage|resolution)\b/u;
/** Words between a begin and a day that make it the day of an end. */
const ENDING = /\b(?:ending|ends?|expir\p{L}*|until|bis|endet|endend)\b/u;
/** Names of the first day, which need no subject. */
const BEGIN_NAMES = each(
  `\\{d(\\d+)\\},? ?\\(?(?:hereinafter |herein )?(?:referred to as |called |defined as )?(?:the )?["“”„']{0,2}(?:the )?(?:effective|commencement|start) date`,
  `^(?:start|beginn|begin|commencement) ?: ?<d>`,
  `\\b(?:vertragsbeginn|laufzeitbeginn|kooperationsbeginn|projektbeginn|praktikumsbeginn|beginn der (?:laufzeit|zusammenarbeit|vereinbarung|kooperation|partnerschaft|vertragslaufzeit)|beginn des (?:vertrage?s|praktikums|vertragsverhaeltnisses|aufenthalts?|austauschs|programms)|inkrafttreten|tag des inkrafttretens|zeitpunkt des inkrafttretens)(?: ?:| ist(?: der| am)?)? (?:der |am )?<d>`,
  `\\b(?:effective|commencement|start|starting|begin)(?:ing)? (?:date|day)["”’']{0,2}(?: of (?:this|the) \\w+)?(?: ?[:–-]| is| means| shall (?:be|mean)| being)? (?:the )?<d>`,
  `\\b(?:date of (?:commencement|entry into force)|commencement)(?: of (?:this|the) \\w+)?(?: ?[:–-]| is| means| shall be) (?:the )?<d>`,
);

const ENDS = each(
  `\\b(?:endet|enden|endend|erlischt|ausser kraft)\\b${gap(90)}\\b(?:am|zum|per|mit ablauf des|mit ablauf vom|mit dem|mit)(?: dem| den| tage?s?)? <d>`,
  `\\b(?:laeuft|laufen|tritt)\\b${gap(90)}\\b(?:am|zum|mit ablauf des|mit)(?: dem)? <d>${gap(30)}\\b(?:aus|ab|ausser kraft)\\b`,
  `\\b(?:hoeren|hoert)\\b${gap(60)}\\b(?:am|mit dem|zum) <d> auf\\b`,
  `\\bmit (?:dem )?(?:ablauf|ende) des (?:tages )?<d>${gap(40)}\\b(?:endet|enden|laeuft|tritt|erlischt|auslaeuft)`,
  `\\b(?:am|zum) <d>${gap(30)}\\b(?:endet|endende|endenden|auslaufende)`,
  `\\b(?:expires?|expiring|ends?|ending|terminates?|concludes?|concluding|lapses?|ceases?|comes? to an end|come to an end|end date)\\b${gap(110)}\\b(?:on|no later than|not later than|at the latest on|at the end of|at midnight on|at midnight of|after|with effect from|as of|as from|by)(?: the)? <d>`,
);

/** Names of the last day, which need no subject. */
const END_NAMES = each(
  `^(?:ende|end|expiry|ablauf) ?: ?<d>`,
  `\\b(?:vertragsende|laufzeitende|kooperationsende|projektende|praktikumsende|ende der (?:laufzeit|zusammenarbeit|vereinbarung|kooperation|vertragslaufzeit)|ende des (?:vertrage?s|praktikums|aufenthalts?|austauschs|programms))(?: ?:| ist(?: der| am)?)? (?:der |am )?<d>`,
  `\\b(?:end|ending|expiry|expiration|termination) date["”’']{0,2}(?: of (?:this|the) \\w+)?(?: ?[:–-]| is| means| shall (?:be|mean)) (?:the )?<d>`,
  `\\bdate of expiry(?: ?[:–-]| is| means| shall be) (?:the )?<d>`,
);

const UNTIL = [
  new RegExp(`\\b${UNTIL_DE} ${NAMED}${WEEKDAY}${DAY}`, "gu"),
  new RegExp(`\\b${UNTIL_EN} ${NAMED}${WEEKDAY}${DAY}`, "gu"),
];
/** What a day after `until` ends, if it is in the same clause. */
const LASTS =
  /\b(?:gilt|gelten|gueltig|gueltigkeit|laeuft|laufen|lauf|dauert|dauern|befristet|geschlossen|abgeschlossen|schliessen|vereinbart|besteht|bestehen|in kraft|wirksam|laufzeit|vertragslaufzeit|vertragsdauer|geltungsdauer|geltung|dauer|verlaenger\p{L}*|fortgesetzt|fortgefuehrt|fortsetzung|fortfuehrung|weiterfuehrung|fortbestand|beginnt|wirkung|in force|in effect|into force|takes? effect|full force|valid|validity|runs?|continues?|lasts?|concluded|extend(?:s|ed)?|renew(?:s|ed)?|remains?|appl(?:y|ies)|commences?|begins?|starts?|effective|initial term|term of|period of)\b/u;
const EXTENDS =
  /\b(?:verlaenger\p{L}*|fortgesetzt|fortgefuehrt|fortsetzung|fortfuehrung|weiterfuehrung|continuation|extend\p{L}*|renew\p{L}*|prolong\p{L}*)\b/u;
const MAY_EXTEND =
  /\b(?:kann|koennen|may|can|could|koennte|moeglich)\b[^;{}]{0,90}\b(?:verlaenger|extend|renew|prolong)|\b(?:verlaenger\p{L}*|extension|renewal)\b[^;{}]{0,60}\b(?:kann|koennen|may|can|moeglich|possible|bedarf|requires)\b/u;

const RANGE = new RegExp(
  `(?:\\b(?:vom|von|ab|from|between|beginning on|commencing on|starting on|period|zeitraum|laufzeit|dauer|term|duration|validity|gueltigkeit|praktikumszeit)(?: dem| the)? ?:? ?)${WEEKDAY}${DAY},?(?: (?:bis|to|until|till|through|thru|and ending on|and ends on|ending on|und endet am)(?: zum| einschliesslich| einschl\\.| including| and including| and| inklusive| the){0,3} | ?[–—-] ?)${WEEKDAY}${DAY}`,
  "u",
);
/** The verbs and nouns that make a range of days the term of a contract. */
const HAS_TERM =
  /\b(?:gilt|gelten|laeuft|dauert|dauer|besteht|geschlossen|vereinbart|vereinbaren|abgeschlossen|laufzeit|vertragslaufzeit|vertragsdauer|geltungsdauer|vertragszeitraum|praktikumszeitraum|praktikumsdauer|praktikumszeit|absolvier\p{L}*|praktikum|praktikant\p{L}*|fuer die zeit|in der zeit|fuer den zeitraum|im zeitraum|gueltig|gueltigkeit|befristet|erstreckt|runs?|valid|validity|in force|in effect|effective|term|duration|lasts?|concluded|covers?|continues?|appl(?:y|ies)|commences?|take place|takes place|period of (?:validity|agreement|this|the)|internship|placement)\b/u;

const DURATIONS = [
  `\\b(?:fuer|auf|ueber)(?: zunaechst)? (?:die dauer|eine dauer|einen zeitraum|den zeitraum|eine laufzeit|eine feste laufzeit|eine vertragsdauer|eine erste laufzeit|eine anfaengliche laufzeit|eine geltungsdauer)(?: von)?(?: zunaechst| vorerst| insgesamt)? (?:von )?${PERIOD}`,
  `\\b(?:(?:fest|gesamt|grund)?laufzeit|vertragslaufzeit|vertragsdauer|geltungsdauer|gueltigkeitsdauer|gueltigkeit|dauer)(?: (?:der|des|dieser|dieses) [\\p{L}-]+)?(?: betraegt| von| ist|:)(?: zunaechst| vorerst| insgesamt| auf| jeweils)* ${PERIOD}`,
  `\\b(?:gilt|laeuft|dauert|besteht)\\b(?: [\\p{L}]+){0,4}? (?:zunaechst |vorerst )?(?:fuer )?(?:zunaechst |vorerst |insgesamt )?${PERIOD}`,
  `\\b(?:fuer|auf)(?: zunaechst| vorerst| die naechsten)? ${PERIOD}${gap(60)}\\b(?:geschlossen|abgeschlossen|vereinbart|befristet|angelegt|eingegangen|gueltig|in kraft)`,
  `\\b(?:befristet|geschlossen|abgeschlossen|gueltig|angelegt)(?: ist)?(?: zunaechst| vorerst)? (?:auf|fuer)(?: zunaechst| vorerst)? ${PERIOD}`,
  `\\b(?:tritt|beginnt|in kraft|gilt|laeuft)\\b${gap(80)}(?:\\{d\\d+\\})?${gap(60)}\\bfuer(?: zunaechst)? ${PERIOD}`,
  `\\b(?:for|covers?|has|have|with)(?: a| an| the)? (?:\\p{L}+ ){0,2}(?:period|term|duration|validity)(?: of validity)? of(?: initially| at first)? ${PERIOD}`,
  `\\b(?:initial |fixed )?(?:term|duration|period of validity|validity)(?: of (?:this|the) (?:\\p{L}+ )?[\\p{L}-]+)?(?: of| is| shall be|:| will be)(?: initially| at first)? ${PERIOD}`,
  `\\b(?:valid|in force|in effect|force and effect|effective|concluded|runs?|lasts?|continues?|binding|operative|applies|apply|remain)(?: initially| in force| in effect)?(?: for)?(?: an initial| a total of| initially)? ${PERIOD}`,
  `\\bfor(?: an initial| a fixed| initially)? ${PERIOD} (?:from|after|starting|beginning|commencing|as of|following)`,
  `\\bmeans (?:the|a) period of ${PERIOD}`,
  `\\b(?:terminates?|expires?|ends?)(?: automatically)? ${PERIOD} (?:after|from|following) (?:the |its )?(?:effective date|commencement|start|beginning|entry|signature|signing|date)`,
  `\\b(?:endet|erlischt)(?: automatisch)? ${PERIOD} (?:nach|ab) (?:dem |der |ihrem |seinem |ihrer |seiner )?(?:inkrafttreten|unterzeichnung|beginn|vertragsbeginn|unterschrift|letzten)`,
  `\\b(?:scheduled|designed|set up|established|agreed|entered into|made) for(?: a period of| an initial)? ${PERIOD}`,
  `\\b(?:laufzeit|vertragslaufzeit|vertragsdauer|dauer)\\b${gap(80)}(?:\\{d\\d+\\})?${gap(30)}\\bbetraegt(?: insgesamt| zunaechst)? ${PERIOD}`,
  `\\bendet(?: automatisch)? nach(?: ablauf von)? ${PERIOD}`,
  `\\bbleibt (?:fuer )?(?:zunaechst )?${PERIOD} (?:in kraft|gueltig|wirksam)`,
  `\\bwith an? ${PERIOD} (?:term|period|duration)`,
].map((pattern) => new RegExp(pattern, "u"));
const OF_A_PART = /notice|frist(?!et)|probation|trial|confidential/;
/** Durations that are not the whole term. */
const NOT_WHOLE =
  /\b(?:jeweils|mindest\p{L}*|minimum|at least|nach ablauf von|after|hoechst\p{L}*|maximal\p{L}*|maximum|up to|bis zu|alle|every|weitere\p{L}*|further|additional|renew\p{L}*|verlaenger\p{L}*|extend\p{L}*|successive|nachwirk\p{L}*|ueber die laufzeit hinaus)\b[^;{}]{0,40}$/u;

const SIGNING =
  "(?:unterzeichn(?:ung|et|en|enden?|er)|unterschrift(?:en|sleistung)?|unterschrieben|unterschreib(?:t|en)|signatures?|signed|signing|signs?|signatory)";
const TAKES_EFFECT =
  "(?:tritt|treten|wird|gilt|beginnt|laeuft|wirksam|in kraft|gueltig|bindet|bindend|into (?:force|effect|operation)|takes? effect|effective|valid|commences?|begins?|in force|in effect|binding|binds?|starts?|operative|runs?)";
const UPON =
  "(?:mit|ab|bei|durch|von|seit|am|an dem|zum|sobald|sowie|nachdem|wenn|upon|on|from|as of|as from|at|by|when|once|as soon as|with|after|the day|the date)";
const BY_SIGNATURE = [
  new RegExp(`\\b${TAKES_EFFECT}\\b[^;{}]{0,120}\\b${UPON}\\b[^;{}]{0,80}\\b${SIGNING}\\b`),
  new RegExp(`\\b${UPON}\\b[^;{}]{0,80}\\b${SIGNING}\\b(?:[^;{}]|\\{p\\d+\\}){0,100}\\b${TAKES_EFFECT}\\b`),
  new RegExp(
    `\\{p\\d+\\} (?:ab|nach|seit|von|from|as of|after|starting|beginning|commencing)\\b[^;{}]{0,60}\\b${SIGNING}\\b`,
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
  /\b(?:ende|endtermin|enddatum|endzeitpunkt|befristung|begrenzung|laufzeitende|ablaufdatum)(?: der laufzeit| der geltung| des vertrages)? (?:ist|wird|besteht|wurde) nicht (?:vorgesehen|bestimmt|vereinbart|festgelegt)|\bno end (?:is|has been)|unbestimmte (?:zeit|dauer)|\bunbefristet|auf dauer (?:angelegt|geschlossen|abgeschlossen)|ohne (?:zeitliche )?(?:befristung|begrenzung)|zeitlich (?:nicht (?:begrenzt|befristet|beschraenkt)|unbegrenzt|unbeschraenkt)|nicht befristet|kein(?:en)? (?:endzeitpunkt|endtermin|enddatum|ablaufdatum|feste[sn]? ende)|ohne (?:end(?:termin|datum|zeitpunkt)|feste laufzeit)|auf unbegrenzte (?:zeit|dauer)|bis auf weiteres|bis auf widerruf|\bindefinite|\bunlimited (?:period|duration|term|time)|not limited in time|unlimited in time|without (?:any )?(?:limit|limitation) (?:of|in|as to) (?:time|duration)|\bno (?:fixed |set |specified )?(?:expiry date|expiration date|end date|fixed term|fixed end|time limit|fixed duration)|open-ended|\bunbegrenzt gueltig|unspecified (?:period|duration)|undetermined (?:period|duration)|of unlimited (?:duration|validity)|perpetual(?:ly)? in force|without (?:a )?fixed (?:term|end)/;
const UNTIL_TERMINATED =
  /\b(?:in force|in effect|continues?|valid|effective|applies|apply|runs?|remain)\b[^;{}]{0,60}\b(?:until|unless and until|so long as|as long as)\b[^;{}]{0,60}\b(?:terminated|cancelled|canceled|terminates|ended by|brought to an end|given up|withdraws|gives notice|serves notice)\b|\b(?:gilt|laeuft|besteht|bleibt)\b[^;{}]{0,40}\bbis[^;]{0,140}\b(?:gekuendigt|kuendigt|kuendigung|aufgekuendigt|beendet)\b|solange[^;{}]{0,60}\bnicht (?:gekuendigt|kuendigt)/;
const NOT_OPEN = /\bearlier|\bsooner|vorher|vorzeitig|\{d\d+\}|\{p\d+\} (?:or|oder)|nicht unbefristet|not indefinite/;

const YEARS = String.raw`\d{4}(?:\/\d{2,4}|[–-]\d{2,4})?`;
const FIXED = [
  /\bbefristet\b/,
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
  /\b(?:wurde|wurden|war|waren|worden|hatte|hatten|bisher\p{L}*|bislang|vormals|trat|was|were|had|previous(?:ly)?|formerly|hitherto|(?:have |has )?signed (?:an?|the)|schlossen|unterzeichneten|galt|lief|endete)\b|\b(?:haben|hat)\b[^;]{0,120}\b(?:geschlossen|unterzeichnet|abgeschlossen|vereinbart)\b/u;
/** From here on, a sentence speaks of the contract again, after what it replaces. */
const NEXT_VERB =
  /\b(?:and|und) (?:is|shall|will|takes?|enters?|comes?|becomes?|applies|remains?|gilt|tritt|ist|wird|laeuft|beginnt|endet)\b/;
const PAST_AFTER = /^[^,;{}]{0,40}\b(?:galt|lief|endete|gegolten|gelaufen|war|was|were|expired|ended)\b/;
/** An agreement that is named with its day, and is therefore an earlier one. */
const OF_A_DAY =
  /(?:vereinbarung|vertrag|vertrage?s|abkommen|memorandum|agreement|contract|mou) (?:vom|of|dated) \{d\d+\}/;
const THIS_ONE = /\b(?:dies\p{L}*|vorliegend\p{L}*|this|the present)\b/u;
/** A clause on what a contract replaces. */
const EARLIER =
  /\b(?:ersetzt|ersetzen|supersedes?|superseding|replaces?|replacing|takes the place|abgeloest|loest|frueheren?|vorherigen?|vorangegangen\p{L}*|earlier|existing|preceding)\b/u;

const AMENDS =
  /\b(?:ersetzt|ersetzen|replaced?|substituted|anstelle|an die stelle|statt|geaendert|changed|amended|deleted)\b/;
const NO_TERM =
  /\b(?:anlage|anhang|annex|appendix|schedule|arbeitsplan|meilenstein|milestone|work|bericht|report|nomin)/;

const CONCLUDED =
  /\b(?:haben|have|has been|zuletzt|geschlossen|concluded|signed|of|vom) (?:am |on )?\{d0\}|zuletzt|\blast amended/;

const LONGEST = 400;

const matchesOf = (patterns: readonly RegExp[], clause: string) =>
  patterns.flatMap((pattern) => [...clause.matchAll(pattern)]);

function addDay(list: (day: string | null, at: number) => void, outline: Outline, index: string | undefined) {
  const day = outline.days[Number(index)];
  if (day) list(day.day, day.start);
}

/** Reads what a sentence says about the term of the contract. */
export function termFactsOf(outline: Outline, surroundings: Surroundings, isAmendment: boolean): TermFacts {
  const facts = noFacts();
  const used = new Set<string>();
  for (const clause of outline.text.split(/;(?: |$)/)) {
    readClause(clause.slice(0, LONGEST * 3), outline, surroundings, facts, used, isAmendment);
  }
  if (isAmendment) readReplacedDay(outline, facts, used);
  else {
    readSameDay(outline, surroundings, facts);
    readCalendarYear(outline, surroundings, facts);
  }
  return facts;
}

const CALENDAR_YEAR = /\b(?:fuer|for)(?: das| the)? (?:kalenderjahr|calendar year) (20\d{2})(?![\d/–-])/;

/** Reads the end of a contract `für das Kalenderjahr 2027`. */
function readCalendarYear(outline: Outline, surroundings: Surroundings, facts: TermFacts): void {
  const match = CALENDAR_YEAR.exec(outline.text);
  if (!match || !LASTS.test(outline.text) || isPlanned(outline.text)) return;
  if (!isOnContract(outline, outline.text, surroundings)) return;
  const day = `${match[1] ?? ""}-12-31`;
  facts.cued.ends.push({ value: day, outline, at: Math.max(outline.sentence.text.search(/20\d{2}(?![\d/.-])/), 0) });
}

const SAME_DAY =
  /\b(?:zu|ab|von|an|mit) (?:diesem|demselben|eben diesem) (?:tage?|zeitpunkt|datum)\b[^{}]{0,80}\b(?:wirksam|in kraft|beginnt|gilt)\b|\b(?:on|from) (?:that|the same|this) (?:date|day)\b[^{}]{0,80}\b(?:effect|force|effective|commences?|begins?|operation)\b/;

/** Reads `ab dem 1. August 2026 …; zu diesem Tag wird die Vereinbarung wirksam`. */
function readSameDay(outline: Outline, surroundings: Surroundings, facts: TermFacts): void {
  const match = SAME_DAY.exec(outline.text);
  const days = outline.days.filter((_day, index) => outline.text.indexOf(`{d${index}}`) < (match?.index ?? 0));
  const [day, ...others] = days;
  if (!match || !day || others.length > 0 || facts.begins.length > 0) return;
  if (isPlanned(outline.text) || !isOnContract(outline, match[0], surroundings)) return;
  facts.cued.begins = [{ value: day.day, outline, at: day.start }];
}

/** Reads the days and periods that no pattern has read by the words around them. */
function readCues(clause: string, outline: Outline, surroundings: Surroundings, facts: TermFacts, used: Set<string>) {
  if (OF_A_DAY.test(clause) && !THIS_ONE.test(clause)) return;
  const cues = termCuesOf(clause, outline, surroundings);
  const isNew = (index: number) => !used.has(String(index));
  const daysAt = (indices: readonly number[]) =>
    indices.filter(isNew).flatMap((index) => {
      const day = outline.days.at(index);
      return day ? [{ value: day.day, outline, at: day.start }] : [];
    });
  facts.cued.begins = [...facts.cued.begins, ...daysAt(cues.begins)];
  facts.cued.ends = [...facts.cued.ends, ...daysAt(cues.ends)];
  for (const index of cues.durations) {
    const period = outline.periods.at(index);
    if (period) facts.cued.durations.push({ value: period.period, outline, at: period.start });
  }
}

function readClause(
  clause: string,
  outline: Outline,
  surroundings: Surroundings,
  facts: TermFacts,
  used: Set<string>,
  isAmendment: boolean,
): void {
  const mayExtendAt = MAY_EXTEND.exec(clause)?.index ?? Infinity;
  const isOn = (end: number) => isOnContract(outline, clause.slice(0, end), surroundings);
  /** Whether a match is on the contract, of now, and certain. */
  const holds = (match: RegExpExecArray) => {
    const end = match.index + match[0].length;
    const upTo = clause.slice(0, end);
    const said = upTo.slice(Math.max(0, upTo.slice(0, -1).search(NEXT_VERB)));
    if (PAST.test(said) || PAST_AFTER.test(clause.slice(end)) || (EARLIER.test(said) && !isAmendment)) return false;
    if (!isAmendment && OF_A_DAY.test(upTo) && !THIS_ONE.test(upTo) && !EXTENDS.test(clause)) return false;
    return match.index < mayExtendAt && !isPlanned(clause) && (isOn(end) || isOn(clause.length));
  };
  const begin = (index: string | undefined, isRival = false) => {
    if (index === undefined || used.has(index)) return;
    used.add(index);
    addDay((day, at) => facts.begins.push({ value: { day, isRival }, outline, at }), outline, index);
  };
  const end = (index: string | undefined, upTo: string) => {
    if (index === undefined || used.has(index)) return;
    used.add(index);
    const isExtension = EXTENDS.test(upTo);
    addDay((day, at) => facts.ends.push({ value: { day, isExtension }, outline, at }), outline, index);
  };
  const isNamed = !namesOtherThing(clause, surroundings.title) && !PAST.test(clause) && !isPlanned(clause);
  for (const match of matchesOf(BEGIN_NAMES, clause)) if (isNamed) begin(match[1]);
  for (const match of matchesOf(END_NAMES, clause)) if (isNamed) end(match[1], "");
  const range = RANGE.exec(clause);
  if (range && holds(range) && HAS_TERM.test(clause)) {
    begin(range[1]);
    end(range[2], clause.slice(0, range.index));
  }
  for (const match of matchesOf(BEGINS, clause)) {
    const upTo = clause.slice(0, match.index + match[0].length);
    if (!ENDING.test(match[0]) && !OTHER_EFFECT.test(upTo) && holds(match)) begin(match[1]);
  }
  for (const match of matchesOf(ENDS, clause)) if (holds(match)) end(match[1], clause.slice(0, match.index));
  for (const pattern of UNTIL)
    for (const match of clause.matchAll(pattern)) {
      const upTo = clause.slice(0, match.index);
      const after = clause.slice(match.index + match[0].length);
      const lasts =
        LASTS.test(upTo) ||
        /^[^,;{}]{0,40}\b(?:befristet|geschlossen|abgeschlossen|verlaenger\p{L}*|fortgefuehrt|fortgesetzt|weitergefuehrt|gueltig|vereinbart)/u.test(
          after,
        );
      if (lasts && holds(match))
        end(match[1], upTo + (/^ [^,;{}]{0,20}(?:verlaenger|zu verlaenger)/.test(after) ? " verlaengert" : ""));
    }
  for (const pattern of DURATIONS) {
    const match = pattern.exec(clause);
    const isRenewal =
      match && /^ (?:(?:weiter|fort)\b|[^;{}]{0,20}verlaenger)/.test(clause.slice(match.index + match[0].length));
    if (
      !match ||
      isRenewal ||
      OF_A_PART.test(match[0]) ||
      NOT_WHOLE.test(clause.slice(0, match.index + match[0].lastIndexOf("{p"))) ||
      !holds(match)
    )
      continue;
    const period = outline.periods[Number(match[1])];
    if (period) {
      facts.durations.push({ value: period.period, outline, at: period.start });
      break;
    }
  }
  const joint = JOINTLY.exec(clause);
  if (joint) begin(joint[1], true);

  const at = outline.sentence.text.search(/\p{L}/u);
  const said = { value: true as const, outline, at: Math.max(at, 0) };
  const hasBegin = facts.begins.some((one) => one.outline === outline);
  if (!hasBegin && !isPlanned(clause)) {
    const match = BY_SIGNATURE.map((pattern) => pattern.exec(clause)).find((one) => one !== null);
    const counts = COUNTS_FROM_SIGNATURE.test(clause) && (!AFTER.test(clause) || ENDS_AFTER.test(clause));
    if (match && (counts || !NOT_BY_SIGNATURE.test(match[0])) && !OTHER_SIGNED.test(clause) && holds(match))
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
  readCues(clause, outline, surroundings, facts, used);
}

/** Reads `the words "30 June 2027" are replaced by "30 June 2030"` of an amendment. */
function readReplacedDay(outline: Outline, facts: TermFacts, used: ReadonlySet<string>): void {
  const [old, now, ...more] = outline.days;
  if (
    !AMENDS.test(outline.text) ||
    CONCLUDED.test(outline.text) ||
    NO_TERM.test(outline.text) ||
    more.length > 0 ||
    used.size > 0
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

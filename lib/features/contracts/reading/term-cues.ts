/** What a day or a period of a clause is, by the words around it. */
export type TermCue = {
  role: "begin" | "end" | "duration";
  /** The index of the day or period in the outline. */
  index: number;
  /** The clause up to the day or period, and what follows up to the next one. */
  before: string;
  after: string;
  /** Whether a name such as `start date` says so, without a verb. */
  isLabelled: boolean;
};

const BEGIN_VERB =
  /\b(?:(?:tritt|treten)(?![^;{}]{0,40}(?:\{d\d+\} )?ausser)|in kraft|wirksam\p{L}*|inkrafttreten|\p{L}*beginn\p{L}*|start\p{L}*|aufgenommen|aufnahme|nimmt|faengt|fangen|anlaufen|laeuft an|eingegangen|gueltig|gilt|gelten|bindet|wirkung|rechtsverbindlich|come?s?|into (?:force|effect|operation|being)|effective|operative|takes? effect|(?:in|has|have) effect|commenc\p{L}*|begins?|beginning|starts?|applies|apply|binding|binds?|runs?|valid|launch\p{L}*|opens?)\b/u;
const END_VERB =
  /\b(?:end(?:et|en|end|s|ing|ed)?|finish\p{L}*|beendet|beendigung|erlischt|ausser kraft|auslaufen|ausgelaufen|schliesst|laeuft[^;{}]{0,60}\b(?:aus|ab)|befristet|(?:vertrags|laufzeit|kooperations|projekt|praktikums)ende|ablauf|expir\p{L}*|terminat\p{L}*|ceas\p{L}*|conclud\p{L}*|laps\p{L}*|close|closes|over|to an end|last day|letzter tag)\b/u;
const LASTING =
  /\b(?:gilt|gelten|gueltig\p{L}*|geltung\p{L}*|laeuft|laufen|lauf|\p{L}*dauer\p{L}*|dauert|besteht|bestehen|bindet|binden|gebunden|in kraft|wirk\p{L}*|bleibt|\p{L}*laufzeit|\p{L}*zeitraum|praktikumszeit|(?:die|der) zeit|getroffen|erfolgt|scheduled|designed|geschlossen|abgeschlossen|schliessen|eingegangen|angelegt|vereinbar(?:t|en)|befristet|begrenzt|beschraenkt|vorgesehen|verlaenger\p{L}*|fort\p{L}*|weiter\p{L}*|erstreckt|absolvier\p{L}*|umfasst|betreu\p{L}*|arbeiten|force|effect|effective|valid\p{L}*|runs?|lasts?|continu\p{L}*|remains?|binds?|binding|bound|appl(?:y|ies)|term|duration|period|cover\p{L}*|stands?|operat\p{L}*|agreed|concluded|entered into|set up|made|endur\p{L}*|cooperat\p{L}*|extend\p{L}*|renew\p{L}*|take place|takes place)\b/u;

const ARTICLES =
  "(?:,? (?:and including|including|inclusive|the|dem|den|der|tage?s?|de[sr]|einschliesslich|einschl\\.|inklusive|zum|und mit|on|beginn des|start of|close of|midnight|date of|end of|ende|ablauf|vorerst|zunaechst|mindestens|vom)){0,4}";
const FROM = new RegExp(
  `\\b(?:ab|(?<!(?:(?<!geltung|wirkung)ung|vertrage?s?|abkommen|memorandum|mou|fassung|schreiben|gesetz|gesetzes|vorschlag|brief|bescheid|beschluss|antrag|protokoll|plan) )vom|von|mit wirkung (?:vom|zum|ab)|(?:beginnend|anfangend) (?:am|mit|ab)|from|between|as of|as from|as at|with effect (?:from|on)|effective|starting|beginning|commencing)${ARTICLES}:? $`,
);
const UNTIL = new RegExp(
  `(?:\\b(?:(?<!spaetestens (?:jedoch |aber )?)bis(?! spaetestens)|(?:ende|ablauf)(?: de[sr])?(?: monats| (?:kalender)?jahres)?|end of(?: the)?(?: month of| (?:calendar )?year)?|fuer das kalenderjahr|for(?: the)? calendar year|laengstens|(?:mit|nach|zum) (?:dem )?(?:ablauf|ende)|until|till|through|thru|up to|to|no later than|not beyond|at the latest|(?:and )?end(?:ing|s)|(?:und )?endet|endend)(?: (?:bis|am|zum|by))?|^ ?[–—-])${ARTICLES} $`,
);
const ON = new RegExp(
  `(?:\\b(?:am|zum|per|mit|auf den|on|at|by|with|ist|is|being|als|the|means|date|day|shall be)|:)["”’' ]{0,2}${ARTICLES} $`,
);

const LENGTH_BEFORE =
  /(?:\b(?:fuer|auf|ueber|waehrend|throughout|during|von|betraegt|dauert|gilt|laeuft|besteht|bindet|nach|after|of|for|is|be|lasts?|runs?|spans?|covers?|an|bleibt|with|term|duration|laufzeit|dauer)|:)(?: (?:zunaechst|vorerst|insgesamt|weitere|genau|ganze|initially|at first|a|an|the|initial|fixed|total|full|first|period|term|of|die|den|eine[nr]?|feste[nr]?|dauer|laufzeit|zeitraum|von|kommenden|naechsten|next|dann|then|thereafter|in total|inkrafttreten|unterzeichnung)){0,6} $/;
const LENGTH_AFTER =
  /^,? ?(?:lang\b|hindurch|long\b|ab\b|von da an|gerechnet|from\b|counted|reckoned|starting|beginning|commencing|befristet|in kraft|gueltig|nach (?:inkrafttreten|beginn|unterzeichnung)|after (?:its |the )?(?:effective|commencement|signature|entry|date)|in total|insgesamt|thereafter|term\b|period\b|duration\b)/;
/** Lengths of something else than the first term. */
const OTHER_LENGTH =
  /\b(?:jeweils|je|mindest\p{L}*|minimum|at least|(?!befrist)\p{L}*frist\p{L}*|notice|(?<!\bend(?:et|en)[^;{}]{0,30})nach ablauf|within|binnen|innerhalb|hoechst\p{L}*|maxim\p{L}*|up to|bis zu|alle|every|each|weitere\p{L}*|further|additional|renew\p{L}*|verlaenger\p{L}*|exten\p{L}*|successive|spaetestens|laengstens|probation|trial)\b[^;{}]{0,40}$|\b(?:\p{L}*kuendig\p{L}*|cancel\p{L}*|withdraw\p{L}*|(?:may|can|to) (?:\p{L}+ ){0,3}terminate|terminated|terminating|rolls?)\b[^,;{}]{0,80}$/u;
const OTHER_AFTER =
  /^(?:['’]s?)?,? (?:vor|before|prior|nach (?!(?:\p{L}+ )?(?:inkraft|beginn|vertragsb|unterz|unterschr))|after (?!that\b|(?:the |its |this )?(?:\p{L}+ )?(?:effective|commence|start|begin|signature|signing|entry|date))|following|im voraus|in advance|notice|written|frist|spaeter|later|alt|old|ahead|ago|or|oder|weiter|fort)\b|^(?: (?!und|and)\p{L}+){0,2} verlaenger/u;

/** Names of the first and of the last day. */
const BEGIN_NAME =
  "(?:(?:effective|commencement|start(?:ing)?|begin(?:ning)?) (?:date|day)|date of (?:commencement|entry into force)|commencement|(?:vertrags|laufzeit|kooperations|projekt|praktikums)?beginn|start|inkrafttreten)";
const END_NAME =
  "(?:(?:end(?:ing)?|expiry|expiration|termination) date|date of expiry|expiry|(?:vertrags|laufzeit|kooperations|projekt|praktikums)?ende)";
const IS = `["”“’']{0,2}(?: (?:of|de[rs]) (?:(?:this|the) )?[\\p{L}-]+)?(?: ?[:–,-]| is| ist| means| shall (?:be|mean)| being|)(?: (?:the|der|am|mit|on|ist|mit dem)){0,2} $`;
const BEGIN_LABEL = new RegExp(`\\b${BEGIN_NAME}${IS}`, "u");
const END_LABEL = new RegExp(`\\b${END_NAME}${IS}`, "u");
const NAMED_BEGIN = new RegExp(
  `^,? ?\\(?(?:hereinafter |herein )?(?:referred to as |called |defined as )?(?:the )?["“”„']{0,2}(?:the )?(?:effective|commencement|start) date`,
);

const lastCue = (text: string, cue: RegExp) => [...text.matchAll(new RegExp(cue.source, "gu"))].at(-1)?.index ?? -1;
const firstCue = (text: string, cue: RegExp) => {
  const at = text.search(cue);
  return at === -1 ? Infinity : at;
};

/** Returns whether the verb nearest to a day is one of a begin or of an end. */
function nearestVerb(before: string, after: string): "begin" | "end" | null {
  if (/\b(?:laeuft|laufen|hoert|hoeren)\b[^;{}]*$/.test(before) && /^[^,;{}]{0,40}\b(?:aus|ab|auf)\b/.test(after))
    return "end";
  const [beginBefore, endBefore] = [lastCue(before, BEGIN_VERB), lastCue(before, END_VERB)];
  if (beginBefore !== endBefore) return beginBefore > endBefore ? "begin" : "end";
  const [beginAfter, endAfter] = [firstCue(after, BEGIN_VERB), firstCue(after, END_VERB)];
  if (beginAfter === endAfter) return null;
  return beginAfter < endAfter ? "begin" : "end";
}

const PLACEHOLDERS = /\{([dp])(\d+)\}/g;
const WEEKDAY =
  /\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|monday|tuesday|wednesday|thursday|friday|saturday|sunday),? (?:den |dem |the )?(?=\{d)/g;
/** `from the first day of the academic year, being {d0}`: a day with its name before it. */
const NAMED_DAY =
  /(?<=\b(?:am|zum|ab|vom|mit|bis|on|from|with|at|until|to|beginn|start) )[^;{},]{1,80}(?:,? (?:being|i\. ?e\.,?|that is|namely|also|das heisst|d\. ?h\.,?|das ist|naemlich)(?: (?:on|am|ab|dem|den|zum|from|bis|until|to)){0,3} |,? \((?:also |d\. ?h\. ?|i\. ?e\.,? ?)?)(?=\{d)/g;

/** Drops weekdays and names of days, which separate days from their prepositions. */
export const withPlainDays = (clause: string) => clause.replace(WEEKDAY, "").replace(NAMED_DAY, "");

/** Finds what the days and periods of a clause are by the prepositions and verbs around them. */
export function termCuesOf(clause: string): TermCue[] {
  const cues: TermCue[] = [];
  const placeholders = [...clause.matchAll(PLACEHOLDERS)];
  const lasts = LASTING.test(clause);
  for (const [order, { index, 0: name, 1: kind, 2: number }] of placeholders.entries()) {
    const previous = placeholders[order - 1];
    const next = placeholders[order + 1];
    const before = clause.slice(Math.max(0, previous ? previous.index + previous[0].length : 0, index - 160), index);
    const after = clause.slice(index + name.length, Math.min(next?.index ?? Infinity, index + 160));
    const add = (role: TermCue["role"], isLabelled = false) =>
      cues.push({
        role,
        index: Number(number),
        before: clause.slice(0, index),
        after: clause.slice(index + name.length),
        isLabelled,
      });
    const startsRange = next?.[1] === "d" && UNTIL.test(after) && after.length < 40;
    if (kind === "d" && (BEGIN_LABEL.test(before) || NAMED_BEGIN.test(after))) add("begin", true);
    else if (kind === "d" && END_LABEL.test(before)) add("end", true);
    else if (kind === "p") {
      if (
        (LENGTH_BEFORE.test(before) || LENGTH_AFTER.test(after)) &&
        (lasts || END_VERB.test(clause)) &&
        !OTHER_LENGTH.test(before) &&
        !OTHER_AFTER.test(after)
      )
        add("duration");
    } else if (UNTIL.test(before)) {
      if (lasts || END_VERB.test(clause) || BEGIN_VERB.test(clause)) add("end");
    } else if (FROM.test(before)) {
      if (lasts || BEGIN_VERB.test(clause)) add("begin");
    } else if (ON.test(before)) {
      const verb = startsRange ? "begin" : nearestVerb(before, after);
      if (verb) add(verb);
    } else if (startsRange && lasts) add("begin");
  }
  return cues;
}

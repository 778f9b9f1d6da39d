import { isOnTerm, type Surroundings } from "./contract-subject";
import type { Outline } from "./sentence-outline";

/** The indices of the days and periods of a clause that words around them make its term. */
export type TermCues = { begins: number[]; ends: number[]; durations: number[] };

const BEGIN_VERB =
  /\b(?:(?:tritt|treten)(?![^;{}]{0,40}(?:\{d\d+\} )?ausser)|in kraft|wirksam\p{L}*|inkrafttreten|beginn\p{L}*|start\p{L}*|aufgenommen|aufnahme|nimmt|anlaufen|laeuft an|eingegangen|gueltig|gilt|gelten|bindet|wirkung|rechtsverbindlich|come?s?|into (?:force|effect|operation|being)|effective|operative|takes? effect|in effect|commenc\p{L}*|begins?|beginning|starts?|applies|apply|binding|binds?|runs?|valid|launch\p{L}*|opens?)\b/u;
const END_VERB =
  /\b(?:end(?:et|en|end|s|ing|ed)?|beendet|beendigung|erlischt|ausser kraft|aus|ab|auslaufen|ausgelaufen|schliesst|laeuft[^;{}]{0,60}\b(?:aus|ab)|befristet|vertragsende|ablauf|expir\p{L}*|terminat\p{L}*|ceas\p{L}*|conclud\p{L}*|laps\p{L}*|close|closes|over|to an end|last day|letzter tag)\b/u;
const LASTING =
  /\b(?:gilt|gelten|gueltig\p{L}*|laeuft|laufen|dauer\p{L}*|besteht|bestehen|bindet|binden|gebunden|in kraft|wirk\p{L}*|bleibt|laufzeit|geschlossen|abgeschlossen|eingegangen|angelegt|vereinbart|befristet|vorgesehen|arbeiten|force|effect|effective|valid\p{L}*|runs?|lasts?|continu\p{L}*|remains?|binds?|binding|bound|appl(?:y|ies)|term|duration|cover\p{L}*|stands?|operat\p{L}*|agreed|conclud\p{L}*|endur\p{L}*|cooperat\p{L}*)\b/u;

const ARTICLES =
  "(?: (?:and including|including|the|dem|den|der|tage?s?|de[sr]|einschliesslich|zum|und mit|on|beginn des|start of|close of|midnight|date of|end of|ende|ablauf)){0,4}";
const FROM = new RegExp(
  `\\b(?:ab|(?<!(?:vereinbarung|vertrage?s?|abkommen|memorandum|fassung|ordnung|schreiben) )vom|von|mit wirkung (?:vom|zum|ab)|beginnend (?:am|mit|ab)|from|as of|as from|as at|with effect (?:from|on)|effective|starting|beginning|commencing)${ARTICLES} $`,
);
const UNTIL = new RegExp(
  `\\b(?:bis|laengstens|spaetestens|(?:mit|nach|zum) (?:dem )?(?:ablauf|ende)|until|till|through|thru|up to|no later than|not beyond|at the latest)(?: (?:bis|am|zum|by))?${ARTICLES} $`,
);
const ON = new RegExp(`\\b(?:am|zum|per|mit|auf den|on|at|by|ist|is|being|als|the)${ARTICLES} $`);

const LENGTH_BEFORE =
  /\b(?:fuer|auf|ueber|waehrend|throughout|during|von|betraegt|umfasst|dauert|gilt|laeuft|besteht|bindet|of|for|is|be|lasts?|runs?|spans?|covers?|an|bleibt)(?: (?:zunaechst|vorerst|insgesamt|weitere|genau|ganze|initially|at first|a|an|the|initial|fixed|total|full|first|period|term|of|die|den|eine[nr]?|dauer|zeitraum|von|kommenden|naechsten|next|dann|then|thereafter|in total)){0,6} $/;
const LENGTH_AFTER =
  /^,? (?:lang\b|hindurch|long\b|ab\b|von da an|gerechnet|from\b|counted|reckoned|starting|beginning|commencing|befristet|in kraft|gueltig|nach (?:inkrafttreten|beginn|unterzeichnung)|in total|insgesamt|thereafter)/;
/** Lengths of something else than the first term. */
const OTHER_LENGTH =
  /\b(?:jeweils|je|mindest\p{L}*|minimum|at least|\p{L}*frist\p{L}*|notice|kuendig\p{L}*|terminat\p{L}*|nach ablauf|after|within|binnen|innerhalb|hoechst\p{L}*|maxim\p{L}*|up to|bis zu|alle|every|each|weitere\p{L}*|further|additional|renew\p{L}*|verlaenger\p{L}*|exten\p{L}*|successive|spaetestens|laengstens)\b[^;{}]{0,40}$/u;
const OTHER_AFTER =
  /^(?:['’]s?)?,? (?:vor|before|prior|nach|after|following|im voraus|in advance|notice|written|frist|spaeter|later|alt|old|ahead|ago|or|oder)\b/;

/** A clause that only says what may follow, what was, or when another act takes effect. */
const NOT_A_TERM =
  /\b(?:soll|sollen|should|would|kuendig\p{L}*|(?:may|can|kann|koennen) (?:not )?(?:be )?(?:[^,;{}]{0,60}\b)?(?:exten|renew|prolong|terminat|verlaenger|cancel|begin|start|join|end)\p{L}*|ersetzt|supersed\p{L}*|replac\p{L}*|frueher\p{L}*|earlier (?:agreement|contract|version)|previous\p{L}*|bisher\p{L}*|was|were|wurde|wurden|war|waren|had|trat|galt|ausgelaufen|aenderung\p{L}*|amendments?|nachtrag|notice|withdraw\p{L}*|review\p{L}*|evaluat\p{L}*|ueberpruef\p{L}*|wechsel\p{L}*)\b/u;
const ONE_DAY_APART = /\b(?:fassung|beschluss|sitzung|gesetz|ordnung|schreiben|resolution|act|letter|regulation)\b/;

const lastCue = (text: string, cue: RegExp) => [...text.matchAll(new RegExp(cue.source, "gu"))].at(-1)?.index ?? -1;
const firstCue = (text: string, cue: RegExp) => {
  const at = text.search(cue);
  return at === -1 ? Infinity : at;
};

/** Returns whether the verb nearest to a day is one of a begin or of an end. */
function nearestVerb(before: string, after: string): "begin" | "end" | null {
  const [beginBefore, endBefore] = [lastCue(before, BEGIN_VERB), lastCue(before, END_VERB)];
  if (beginBefore !== endBefore) return beginBefore > endBefore ? "begin" : "end";
  const [beginAfter, endAfter] = [firstCue(after, BEGIN_VERB), firstCue(after, END_VERB)];
  if (beginAfter === endAfter) return null;
  return beginAfter < endAfter ? "begin" : "end";
}

const PLACEHOLDERS = /\{([dp])(\d+)\}/g;

/**
 * Finds the term of the contract in a clause by the words around its days and periods, in any
 * order. Less certain than the patterns of sentences, so it is only used where they find nothing.
 */
export function termCuesOf(clause: string, outline: Outline, surroundings: Surroundings): TermCues {
  const cues: TermCues = { begins: [], ends: [], durations: [] };
  if (NOT_A_TERM.test(clause) || ONE_DAY_APART.test(clause) || !isOnTerm(outline, clause, surroundings)) return cues;
  const placeholders = [...clause.matchAll(PLACEHOLDERS)];
  for (const [order, { index, 0: name, 1: kind, 2: number }] of placeholders.entries()) {
    const previous = placeholders[order - 1];
    const before = clause.slice(Math.max(0, previous ? previous.index + previous[0].length : 0, index - 160), index);
    const after = clause.slice(index + name.length, Math.min(placeholders[order + 1]?.index ?? Infinity, index + 160));
    if (kind === "p") {
      const isLength = LENGTH_BEFORE.test(before) || LENGTH_AFTER.test(after);
      if (
        isLength &&
        (LASTING.test(clause) || END_VERB.test(clause)) &&
        !OTHER_LENGTH.test(before) &&
        !OTHER_AFTER.test(after)
      )
        cues.durations.push(Number(number));
    } else if (UNTIL.test(before)) {
      if (LASTING.test(clause) || END_VERB.test(clause)) cues.ends.push(Number(number));
    } else if (FROM.test(before)) {
      if (BEGIN_VERB.test(clause) || LASTING.test(clause)) cues.begins.push(Number(number));
    } else if (ON.test(before)) {
      const verb = nearestVerb(before, after);
      if (verb === "begin") cues.begins.push(Number(number));
      if (verb === "end") cues.ends.push(Number(number));
    }
  }
  return cues;
}

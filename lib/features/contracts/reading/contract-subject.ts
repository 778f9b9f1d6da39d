import type { Outline } from "./sentence-outline";
import { plainText } from "./sentence-outline";

/** What the rules about a sentence depend on besides the sentence. */
export type Surroundings = {
  /** The last sentence before, in the same section, that does not begin with a pronoun. */
  before: Outline | null;
  /** The title of the file, in plain words. */
  title: string;
};

const GERMAN_NOUN =
  /vereinbarung|vertrag|vertraeg|abkommen|memorandum|uebereinkunft|uebereinkommen|kooperation|zusammenarbeit|partnerschaft|konsorti|(?<![a-z])praktikum|praktikumsv|absichtserklaerung|(?<!foerder|bewilligungs)laufzeit|geltungsdauer|\bverfahren\b|austauschprogramm|doppelabschlussprogramm|mitgliedschaft|teilnahme|kuendigungsfrist|arbeiten [^.;]{0,60}zusammen\b/;
const ENGLISH_NOUN =
  /\b(?:agreement|contract|cooperate|collaborate|memorandum|mou|moa|cooperation|co-operation|collaboration|partnership|internship|traineeship|secondment|placement|cotutelle|exchange program(?:me)?|exchange|consortium|arrangement|accord|understanding|deed|nda|term of th(?:is|e) \w+|initial term|the term|project period|subscription|licen[cs]e|^(?:\w+ )?term:|participation|membership|notice period|joint supervision)\b/;
const STARTS_WITH_NOUN =
  /^["„“”»« ]{0,3}(?:(?:dies|vorliegend)\p{L}* (?:[\p{L}-]+ ){0,2}[\p{L}-]*(?:vereinbarung|vertrag|abkommen|memorandum)|th(?:is|e present) (?:[\p{L}-]+ ){0,3}(?:agreement|contract|memorandum|mou))/u;
const PRONOUN =
  /^["„“”»« ]{0,3}(?:sie|er|es|it|dieser|diese|dieses|they)\b|^[^,;{}]{0,30}\b(?:verlaengert (?:sie|er|es)|gilt (?:sie|er|es)|laeuft (?:sie|er|es)|kann (?:sie|er|es)|wird (?:sie|er|es)|it (?:shall|will|may|can|is|rolls|continues|renews|remains|runs|extends|expires|ends))\b/;
const EXTENDS_IT = /\b(?:verlaengern|renew|extend|prolong)\b/;

const TERM_HEADING =
  /how long|wie lange|\blasts?\b|\bend it\b|laufzeit|dauer|geltung|inkraft|in kraft|in-kraft|kuendig|beendigung|wirksam|gueltig|befrist|vertragsende|schlussbestimm|schlussvor|final prov|zeitraum|zeitlich|ausscheiden|austritt|beginn|\bende\b|ruecktritt|verlaenger|\bterm\b|duration|validity|effect|commence|entry into force|terminat|renewal|withdraw|\bending\b|leaving|period|expir|start and end|\bwhen\b|\bexit\b|zeit\b/;

/** What other things have terms, notice periods and ends of their own. */
const OTHER_THINGS: readonly RegExp[] = [
  /\bmiet|\bwohn|zimmer|unterkunft|wohnheim/,
  /lizenz/,
  /bewilligung|foerder(?:zeitraum|dauer|periode|mittel|bescheid|phase|geber|ung (?:beginn|end|laeuf))|zuwendung/,
  /akkreditier/,
  /\bphase|meilenstein|arbeitspaket|arbeitsprogramm|kohorte|projektphase/,
  /probezeit/,
  /gewaehrleist|garantie|versicherung|verjaehr/,
  /aufbewahr|loesch|vernicht|gespeichert/,
  /nach (?:ihrer|seiner|deren|dessen|der|dem|des) (?:beendigung|ende|ablauf)|nach beendigung|bestehen fort|gelten fort|wirken fort|hinaus\b|after (?:the )?(?:its |their )?(?:termination|expiry|expiration|end)\b/,
  /vertraulich|geheimhaltung/,
  /pflichten|\bpflicht (?:zu|der|auf)|verpflichtung(?:en)? (?:zur|aus|nach|gemaess|dieser|des|der|bleib|besteh|gel|gil)|vertraulichkeitspflicht|geheimhaltungspflicht|vertraulich zu|verschwiegenheit/,
  /\boption|patent|schutzrecht|rechnung|zahlung|\bentgelt|verguetung/,
  /bewerb|nominier|anmeld|einschreib|immatrikul/,
  /einzelvertr|einzelvereinbar|einzelprojekt|durchfuehrungsvereinbarung/,
  /\berste[rsn]? (?:austausch|aufenthalt|durchgang)|\bfirst (?:exchange|stay|intake)/,
  /evaluation|evaluier|ausschreib|professur|mitarbeit(?:er|ende)|geraet|\bfoerderung\b[^,;]{0,30}(?:laeuft|gilt|endet|beginnt)/,
  /evaluation|recruit|equipment|\bvisits?\b|appoint|strategy|\bstaff may/,
  /stipendi|\bbericht|beirat|amtszeit|lenkungs|ausschuss|gremium/,
  /abonnement|beitritt|bestellung|ernennung|\burlaub|vorlesung|\bkurs|fortbildung|konzert|ausstellung|tagung|sommerschule/,
  /gastvertr|gastaufenthalt|werkvertr|dienstvertr|datenschutzv|auftragsverarbeitung|betreuungsv|lernvereinbarung|learning agreement|data (?:processing|protection|sharing) agreement|hauptvertr|beurlaub/,
  /\b(?:lecturer|staff|employee|student|candidate|researcher|fellow|tenant)['’]?s?['’]? contract/,
  /arbeitsverh|arbeitsvertr|dienstverh|anstellung|leihgabe|leihvertr|raeume\b|nutzungsvertrag/,
  /tenanc|rental|\blease|housing|accommodation|\brooms?\b|cottage|residence/,
  /\blicen[cs]|subscription|\btitles?\b/,
  /\bgrants?\b|\bawards?\b|funding|eligib|accredit/,
  /\bphase|milestone|work package|\bwp ?\d|cohort/,
  /warrant|insur|retention|retained|deleted(?! (?:in|and|from|entirely))|erased|destroyed/,
  /\bconfidential/,
  /obligations?|surviv|\bnon-compete|limitation period/,
  /\bpatent|invoice|payment|\bfees?\b|royalt/,
  /nominat|applicat|\breports?\b|stipend|scholarship|\bvisa|term of office|appointment|enrol/,
  /\b(?:an?|any|each|individual|single) (?:placement|internship|stay|exchange|project|activity)\b/,
  /embargo|\bcourses?\b|seminar|conference|workshop|summer school|\bschedules?\b|employment|loan/,
];

/** What a sentence in a section on the term is on, if it begins so and does not name the contract. */
const FOREIGN_SUBJECT =
  /^(?:\p{L}{2,8} )?studierende|studierende aufgenommen|^(?:\p{L}{2,8} ){0,2}students?\b|projekte\b|\bprojects\b|pilot|plan\b|regelung|gesetz|\bgilt § ?\d|(?:^|[ (])(?:§|article|artikel) ?\d+ (?:shall|gilt|applies|tritt|takes)|\b(?:this|the|der|die|diese) (?:clause|section|paragraph|klausel)\b|\bmandate?\b|\btutor|\bmentor|committee|ausschuss|\bboard\b|\bdata\b|\bdaten\b|\bcall\b|\bhost\b|\bstay\b|aufenthalt|mittel\b|exkursion|tuition|waiver|^(?:shall|applies)\b/u;
const FOREIGN_ACT = /\bzu (?:beantragen|entscheiden|stellen)\b|\bto (?:request|apply for)\b/;
const SUBJECT_LENGTH = 70;

const isForeign = (clause: string) =>
  !namesContract(clause) && (FOREIGN_SUBJECT.test(clause.slice(0, SUBJECT_LENGTH)) || FOREIGN_ACT.test(clause));

const PLANNED =
  /\b(?:wollen|soll|sollen|moechten|should|would|etwa|approximately)\b|voraussichtlich|fruehestens|geplant|\bplan(?:en|s? to)\b|angestrebt|beabsichtig|streb(?:en|t) an|vorbehaltlich|unter dem vorbehalt|sobald (?![^,;]{0,80}(?:unterzeichn|unterschr))|\bplanned|expected to|provisional|at the earliest|envisag|intend|anticipat|tentative|not before|no(?:t)? earlier|nicht (?:jedoch |aber )?vor dem|subject to (?:the )?(?:approval|funding|final)/;

const OF_ONE_PARTY =
  /\b(?:fuer|for) (?:die|den|das|the) (?:partner|universitaet|hochschule|university|institution|party|vertragspartei) [a-z]/;

/** Returns whether a text names a contract. */
export const namesContract = (text: string) => GERMAN_NOUN.test(text) || ENGLISH_NOUN.test(text);

/** Returns whether a sentence begins with something that is not the contract. */
export const hasForeignSubject = ({ text }: Outline) => isForeign(text);

/** Returns whether a sentence goes on with the subject of the sentence before. */
export const startsWithPronoun = ({ text }: Outline) => PRONOUN.test(text) && !namesContract(text.slice(0, 60));

const isThis = (text: string) => STARTS_WITH_NOUN.test(text);

const placeOf = (text: string, patterns: readonly RegExp[]) =>
  patterns.reduce((first, pattern) => {
    const at = text.search(pattern);
    return at === -1 ? first : Math.min(first, at);
  }, Infinity);

/** Returns whether a text names something else that has a term of its own, of which the title does not speak. */
export const namesOtherThing = (text: string, title: string) =>
  OTHER_THINGS.some((thing) => thing.test(text) && !thing.test(title));

/** Returns whether a text names first the contract, or something else that has a term of its own. */
function subjectOf(text: string, title: string): "contract" | "other" | null {
  const contract = isThis(text) ? -1 : placeOf(text, [GERMAN_NOUN, ENGLISH_NOUN]);
  const other = placeOf(
    text,
    OTHER_THINGS.filter((thing) => !thing.test(title)),
  );
  if (Math.min(contract, other) === Infinity) return null;
  return contract < other ? "contract" : "other";
}

/** Returns whether what is said last, after a comma or bracket, is on something else. */
export const endsOnOther = (clause: string, title: string) =>
  subjectOf(clause.slice(Math.max(clause.lastIndexOf(", "), clause.lastIndexOf("(")) + 1), title) === "other";

/** Returns whether a clause only says what is planned, or depends on a condition. */
export const isPlanned = (clause: string) => PLANNED.test(clause) || OF_ONE_PARTY.test(clause);

/**
 * Returns whether a clause is on the contract itself.
 * @param clause the clause up to the end of what was found in it
 */
export function isOnContract(outline: Outline, clause: string, { before, title }: Surroundings): boolean {
  const heading = plainText(outline.sentence.heading.slice(0, 120));
  const subject = subjectOf(clause, title);
  const isTerm = TERM_HEADING.test(heading);
  if (subject === "other") return false;
  if (!isTerm && !isThis(clause) && namesOtherThing(heading, title)) return false;
  if (subject === "contract") return true;
  // `Wir verlängern ihn bis zum …` goes on with the contract of the sentence before.
  if (EXTENDS_IT.test(clause) && before && namesContract(before.text)) return true;
  if (PRONOUN.test(outline.text) && before) {
    const previous = subjectOf(before.text, title);
    if (previous !== null) return previous === "contract";
  }
  return isTerm && !isForeign(outline.text);
}

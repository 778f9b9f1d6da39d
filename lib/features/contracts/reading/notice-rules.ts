import { isSamePeriod, type Period } from "@/lib/model/deadlines/periods";
import type { Point } from "@/lib/model/deadlines/points";
import { hasForeignSubject, isOnContract, namesOtherThing, type Surroundings } from "./contract-subject";
import { termCuesOf } from "./term-cues";
import { plainText, type Outline } from "./sentence-outline";
import type { Found } from "./term-rules";

/** A notice period that a sentence names; `period` is null for `at any time`. */
export type FoundNotice = { period: Period | null; point: Point | null };
export type NoticeFacts = {
  notices: Found<FoundNotice>[];
  /** `same`: by as long as the first term. */
  renewals: Found<Period | "same">[];
  /** Whether a sentence has notice periods or renewals of which it is not clear which one holds. */
  isDoubtful: boolean;
};

const ENDS_DE =
  /kuendig|kuendbar|\bbeend|ausscheid|austret|austritt|abmeld|ruecktritt|zurueckzieh|widersprech|widerspr|erklaer|mitgeteilt|mitteil|meldet sich|aussteig|aufhoer|aufloes|aufzuloes|\b(?:ge)?loes|loesung|mitwirk|auszuscheid|auszutret|zugeh|zugegangen|eingeh/;
const ENDS_EN =
  /terminat|withdraw|discontinu|cancel|\bleave|\bends?\b|\bnotice|\bnotif|\binform|declare|object|denounc|\bexit|\bstop\b|pull(?:s|ing)? out|step(?:s|ping)? out|opt(?:s|ing)? out|tell(?:s|ing)?\b|give(?:n|s)? up|\bceases?\b|to an end|let the other|resign|wish|intention/;

const NOT_A_NOTICE =
  /\b(?:binnen|innerhalb|nach|fuer|alle|seit|laenger als|mehr als|hoechstens|within|after|for|during|every|exceeding|more than|remedied within|(?<!with )a period of|the period of)(?: von| a| the| first| ersten| einer frist von| ablauf von| of){0,2} $/;
const NOTICE_BEFORE =
  /(?:frist|kuendigungsfrist|vorlaufzeit|vorlauf|ankuendigungsfrist|voranmeldung)(?: [^;{}]{0,40}?)?(?: von| betraegt| betragen|:| mit)(?: dabei| hierbei| hierfuer| dann| stets| jeweils| mindestens| wenigstens| beiderseits| beidseitig| einheitlich| nur){0,2} $|(?:kuendigungsfrist|frist|notice period|notice):? $|unter (?:einhaltung|wahrung|beachtung) (?:von )?$|notice(?: period)?(?: [^;{}]{0,50}?)?(?: of| is| shall be| being|:)(?: at least| not less than| no less than| a minimum of| minimum| a){0,2} $|(?:notice|warning|frist) \($/;
const NOTICE_AFTER =
  /^(?:['’]|s['’])?(?: (?:calendar|prior|advance|previous|written|formal|clear|full|and|in|writing|minimum|of)|,){0,6} ?(?:notice|notification|warning)\b|^(?:n|r|s)?[- ](?:frist|vorlauf|vorlaufzeit|ankuendigungsfrist|kuendigungsfrist|kuendigung)\b|^ (?:im voraus|vorher|zuvor|in advance|beforehand|ahead|earlier)\b|^ (?:nach|after|following|from|ab) [^;{}]{0,60}\b(?:kuendigung|kuendigungserklaerung|notice|notification|told|notified|informed)\b/;
const AHEAD =
  /^(?:['’])?(?: or more| or longer| oder mehr| at least)? (?:vor|before|prior to|in advance of|ahead of|previous to)\b[^;{}]{0,60}(?:ablauf|ende|end\b|ending|schluss|auslauf|ablaeuft|auslaeuft|laufzeit|kuendig|austritt|ausscheid|rueckzug|loesung|verlaenger|expir|terminat|renew|withdr|leav|laps|runs out|date|day|term\b|period|anniversary|wirk|effect|semester|stichtag|beendigung|\{d|\d)/;
const LEADS_TO = /^ (?:schriftlich )?(?:zum|zur|auf das|auf den|jeweils zum|to the end)\b/;

const CAUSE =
  /wichtig\p{L}* gr(?:und|uend)|ausserordentlich|fristlos|\b(?:for|with) (?:good |just |serious |important )?cause\b|\bgood cause|important reason|compelling|\bbreach|insolven|force majeure|hoehere[rn]? gewalt|verstoss|verstoess|verletz|pflichtwidrig|misconduct|default\b|fails? to|is unable|unterschreit|wegfall|\bim fall|^(?:where|when|falls|sofern|bei|wenn (?![^,]{0,60}kuendig)) |, (?:wenn|falls|sofern|soweit|if|where|when) (?![^,;]{0,80}(?:\{p|notice|frist))|\bin (?:the )?(?:case|event)|\b(?:should|if) (?![^,]{0,70}\b(?:wish|want|desire|decide|intend)|(?:neither|no|not|it is not|the agreement is not|either|one)\b)/u;
/** What ends is the contract, if the sentence names nothing else. */
const ENDS_CLEARLY =
  /kuendig|kuendbar|\bbeend|ausscheid|auszuscheid|austret|austritt|aussteig|aufloes|\b(?:ge)?loes(?:en|t)|mitwirk|terminat|withdraw|discontinu|\bcancel|denounc|\bexit|\bleave|pull(?:s|ing)? out|step(?:s|ping)? out|opt(?:s|ing)? out|given up|ceases?\b|notice (?:period|of)|written (?:notice|warning)/;
/** Who terminates a contract; others only end things of their own. */
const PARTY =
  /\b(?:part(?:y|ies|ner\p{L}*|eien?|ei)|\p{L}*(?:partner|parteien?)\p{L}*|seiten?|sides?|institutions?|universit\p{L}*|\p{L}*hochschulen?|members?|mitglied\p{L}*|schools?|schulen?|either|each|any|both|neither|us|we|wir|beide\p{L}*|jede\p{L}*|it|sie|er|wer|kuendigungsfrist|notice period|kuendigung)\b/u;
/** Words that look like a cause and exclude one. */
const WITHOUT_CAUSE =
  /ohne (?:einhaltung )?(?:einer |jede )?(?:kuendigungs)?frist|(?:with or )?without (?:\p{L}+ ){0,3}(?:cause|reason)s?|ohne (?:angabe|nennung|vorliegen)[^,;{}]{0,40}gr(?:und|uende|uenden)/gu;
/** A cause of which a sentence speaks in passing: `aus wichtigem Grund auch fristlos`. */
const CAUSE_IN_PASSING =
  /,? ?(?:und |oder |sowie |and |or )?(?:bei vorliegen |im falle |bei |aus |for )?(?:eines |einem )?(?:wichtig\p{L}* gr\p{L}+|good cause|cause) (?:auch |jederzeit |sogar )?(?:fristlos|ohne einhaltung einer frist|mit sofortiger wirkung|without notice|with immediate effect),?|,? (?:or|oder|and|und) (?:immediately|with immediate effect|without notice|fristlos|sofort)[^;]*$/gu;
const ORDINARY = /(?<!ausser)ordentlich/;

const SPECIAL_DE =
  /probezeit|probephase|probemonat|erprobung|einzeln|sonderkuendig|\bstudierende \p{L}* ?(?:koennen|kann)|\b(?:jede[rs]?|die|der|ein|eine) studierende|teilkuendigung|\bbetreuer|\bdienste?\b|dienstleist|einzelabnahme|\bmodul/u;
const SPECIAL_EN =
  /probation|\b(?:a|any|the|each) (?:participating |exchange )?students? (?:may|can)|by the student|individual (?:projects?|titles?|services?)|single|tenanc|\bsupervisors? may/;
const PAST = /\b(?:liess|betrug|lautete|galt|war|waren|wurde|gave|was|were|had)\b|bisher|bislang|previously|formerly/;
const MUTUAL = /gegenseitig|einvernehm|beiderseitige[nm]? (?:einverstaendnis|einvernehmen)|mutual|by agreement|jointly/;

const ANY_TIME = /\bjederzeit\b|\bzu jeder zeit\b|\bat any time\b/;
const TERMINATES_DE = /kuendbar|gekuendigt|kuendigen|kuendigung/;
const TERMINATES_EN = /\bterminat|\bcancel/;
const HAS_NOTICE_PERIOD = /frist(?!los)|notice/;

/** `Nach Ablauf der Probezeit` begins a sentence on the time that counts. */
const AFTER_PROBATION =
  /\b(?:nach|after)(?: ablauf| (?:the )?(?:end|expiry))?(?: der| of| the| eine[rs]| an?){0,3}(?: \{p\d+\})? (?:probezeit|probephase|probation(?:ary)?(?: period)?|trial period),?/gu;

/** What was replaced by another period of the same sentence. */
const REPLACED =
  /\b(?:statt|anstelle|anstatt|bisher|bislang|instead of|rather than|formerly|previously|von bisher|von|from)(?: von| bisher| previously)? $|\b(?:woerter|worte|angabe|wortlaut|words?|figures?|expression|passage)[ :]{0,2}["„“”»'‘]$/;
const REPLACING =
  /\b(?:auf|to|durch|by|with|nunmehr|kuenftig|now)(?: nunmehr| kuenftig)?(?: (?:die|das|den|the|angabe|woerter|worte|wortlaut|words?|figures?)){0,2} ["„“”»'‘]?$/;

const RENEWS =
  /verlaenger|\bweiter\b|schliesst sich|schliessen sich|setzt sich|fortgesetzt|geht es|laeuft [^;{}]{0,30}weiter|\brenew|\bextend|\bextension|\bprolong|\bcontinue|roll(?:s|ed)? (?:over|on|forward)/;
const RENEWS_CLEARLY =
  /verlaenger|schliess(?:t|en) sich[^;]{0,60}\ban\b|\brolls? on\b|\brenew|\bextend|\bextension|\bprolong|roll(?:s|ed)? over/;
/** With these words, what continues does so after a term. */
const AGAIN =
  /\b(?:thereafter|after that|further|successive|additional|another|consecutive|danach|weiter\p{L}*|jeweils|anschliessend|erneut)\b/u;
const LENGTH_BEFORE =
  /(?:\bum|\bfuer|\bauf|schliesst sich[^;{}]{0,60}|\bjeweils|geht es|laeuft|\bby|\bfor|\bof|periods? of|terms? of)(?: jeweils| je| weiteren?| ein weiteres| weitere| zusaetzliche\p{L}*| den zeitraum von| einen zeitraum von| einen weiteren zeitraum von| die dauer von| die dauer| an?| the| another| successive| consecutive| subsequent| further| additional| like| equal| succeeding| same| periods?| terms?| of| up to| one){0,7} $/u;
const LENGTH_AFTER = /^(?: (?!und|and)[^ ;{},]+){0,3} (?:verlaengert|weiter|periods?|terms?|at a time|fortgesetzt)\b/;
const SAME =
  /\b(?:like|similar|equal|identical|the same|further such|successive such) (?:periods?|terms?|duration|length)\b|\bum (?:jeweils )?(?:denselben|den (?:jeweils )?gleichen|einen (?:weiteren )?gleichen|die (?:jeweils )?gleiche|dieselbe) (?:zeitraum|dauer|laufzeit|zeit|vertragsdauer)\b|of (?:like|equal|the same) (?:duration|length)/;
const YEARLY =
  /\b(?:von jahr zu jahr|from year to year|annually|jaehrlich|year by year|year to year|on a yearly basis)\b/;
const TACIT =
  /stillschweigend|automatisch|selbsttaetig|ohne (?:weiteres|besondere|weitere)|automatic|tacit|\bdeemed|\bimplied|without further/;
const UNLESS =
  /\b(?:wenn|sofern|falls|soweit|es sei denn|wird|meldet sich|unless|if|provided|in the absence|except|save|otherwise|where)\b[^;]{0,160}\b(?:nicht|kein\p{L}*|niemand|neither|no|not|nor|unless|absence|gekuendigt|kuendigt|widerspr\p{L}+|notice|notif\p{L}+|informs|declares|objects|denounces|es sei denn)\b|^(?:geht|erfolgt|liegt|kuendigt|widerspricht|erklaert|wuenscht|unterbleibt)\b[^;]{0,160}\b(?:nicht|kein\p{L}*|niemand|kuendigung)\b|\bunless\b|es sei denn|\bohne (?:eine )?kuendigung\b|\bwithout (?:such )?notice\b/u;
const POSSIBLE =
  /\b(?:kann|koennen|koennte|may|can|could|might|darf)\b[^,;{}]{0,90}(?:verlaenger|renew|extend|continu|prolong)|(?:verlaenger\p{L}*|renew\p{L}*|extension|extended|prolong\p{L}*)\b[^;{}]{0,80}\b(?:bedarf|beduerfen|requires?|moeglich|possible|einvernehm\p{L}*|gegenseitig\p{L}*|mutual|by (?:written |mutual )?agreement|consent|schriftlicher vereinbarung|auf antrag|zustimmung|verhandel\p{L}*|negotiat\p{L}*)\b|(?:mutual|einvernehm\p{L}*|gegenseitig\p{L}*|auf antrag|by (?:written )?agreement|nach zustimmung)\b[^;{}]{0,80}(?:verlaenger|renew|extend)|\b(?:may|can|koennen|kann)\b[^;{}]{0,60}\b(?:agree|vereinbar\p{L}*)\b[^;{}]{0,60}\b(?:extension|renewal|prolongation|verlaengerung)|(?<!automatically )\brenewable\b(?! automatic)|verlaengerbar/u;
const BY_AGREEMENT =
  /\b(?:unless|es sei denn|wenn|sofern|falls|if|provided)\b[^.;]{0,60}\b(?:agree(?!ment)|vereinbar(?!ung)|einig|beschliess|consent|zustimm|approve)\p{L}*[^.;]{0,80}(?:renew|extend|verlaenger|prolong)/u;
const ONCE =
  /\beinmalig|\beinmal\b|hoechstens|maximal|\bonce\b|one time|not more than|maximum|laengstens|\bzweimal|\btwice/;

/** A day by which notice must be given, which a notice period cannot express. */
const BY_DAY =
  /\b(?:bis(?: spaetestens)?(?: zum)?|by|before|vor dem|until|not? later than)(?: the)? (?:\d{1,2}\.? ?(?:\p{L}{3,}|\d)|\p{L}{3,9} \d)/u;

/** What `before` and the rest of a sentence around a period say. */
function around(outline: Outline, index: number) {
  const name = `{p${index}}`;
  const at = outline.text.indexOf(name);
  return at === -1
    ? null
    : {
        before: outline.text.slice(Math.max(0, at - 110), at),
        after: outline.text.slice(at + name.length, at + name.length + 110),
        at,
      };
}

type Around = NonNullable<ReturnType<typeof around>>;

const isNotice = ({ before, after }: Around, text: string) =>
  NOTICE_BEFORE.test(before) ||
  (!NOT_A_NOTICE.test(before) &&
    (NOTICE_AFTER.test(after) || AHEAD.test(after) || (LEADS_TO.test(after) && /kuendig|kuendbar/.test(text))));

/** Ends that are neither the contract's nor a point that the engine reads. */
const OTHER_END =
  /(?:academic|school|study|financial|budget|calendar) (?:year|term|semester)|studienjahr|schuljahr|schulhalbjahr|akademisch|semester|haushaltsjahr|kalender|geschaeftsjahr|\bmonth|\bmonat|intended|termination|desired|gewuenscht|beabsichtigt/;

/** `months prior to expiry`, `days' notice before the end of the then-current term`. */
const BEFORE_END =
  /^(?:['’]s?)?(?: (?!semester)[\p{L}-]+){0,5} (?:vor|before|prior to|in advance of|ahead of|previous to)\b[^;{}]{0,60}\b(?:ablauf|ende|schluss|auslaufen|auslaeuft|ablaeuft|endet|expiry|expires?|expiration|ends?|lapses?|runs out|renewal|vertragsende|laufzeitende|verlaengerung)/u;

/** Before the end after which a contract is renewed. */
const BEFOREHAND =
  /^(?:['’])? (?:vorher|zuvor|im voraus|davor|in advance|ahead|beforehand|earlier|before(?:hand)?\b(?! the))/;

const OWN_YEAR = /\b(?:year of (?:the |this )?(?:agreement|contract|term)|(?:contract|agreement) year|vertragsjahr)/;

/** The point of a notice period: the engine's, or the contract's end after `before`. */
function pointOf(outline: Outline, { after, at }: Around): Point | null | "doubtful" {
  const later = outline.points.filter((point) => point.at >= at);
  const points = new Set((later.length > 0 ? later : outline.points).map(({ point }) => point));
  if (points.size > 1) return "doubtful";
  const [point = null] = points;
  if ((point === "year" || point === null) && OWN_YEAR.test(after)) return "contract_end";
  return point ?? (BEFORE_END.test(after) && !OTHER_END.test(after) ? "contract_end" : null);
}

type Periods = { index: number; period: Period; place: Around }[];

/** The notice periods of a sentence, without those that others replace. */
function noticePeriods(outline: Outline, exceptIndex: number | null): Periods | null {
  const found: Periods = [];
  for (const [index, { period, isOfStudies }] of outline.periods.entries()) {
    const place = around(outline, index);
    if (!place || index === exceptIndex || !isNotice(place, outline.text)) continue;
    if (period === null || isOfStudies) return null;
    found.push({ index, period, place });
  }
  if (found.length === 0 && ENDS_CLEARLY.test(outline.text)) {
    const lengths = new Set(termCuesOf(outline.text).map(({ role, index }) => (role === "duration" ? index : -1)));
    const [other, ...more] = outline.periods.flatMap(({ period, isFurther, isOfStudies }, index) => {
      const place = around(outline, index);
      const isOther =
        index === exceptIndex ||
        lengths.has(index) ||
        !place ||
        NOT_A_NOTICE.test(place.before) ||
        /^ (?:vor|before|prior to|nach|after)\b/.test(place.after) ||
        isFurther ||
        isOfStudies;
      return isOther || !period ? [] : [{ index, period, place }];
    });
    if (other && more.length === 0) return [other];
  }
  const isReplacing = found.length > 1 && found.some(({ place }) => REPLACING.test(place.before));
  const kept = isReplacing
    ? found.filter(({ place }) => REPLACING.test(place.before) || !REPLACED.test(place.before))
    : found;
  return kept;
}

/** The words before the length of the first term, which is none of a renewal. */
const FIRST_TERM = /\b(?:initial|first|erste[nr]?|\p{L}*laufzeit)[^;{}]{0,20}$/u;

/** Reads an automatic renewal; null if there is none. */
function renewalOf(outline: Outline): { period: Period | "same"; index: number | null; isOnce: boolean } | null {
  const { text } = outline;
  if (
    !(RENEWS.test(text) || outline.periods.some(({ isFurther }) => isFurther)) ||
    POSSIBLE.test(text.replace(/\b(?:unless|es sei denn|wenn nicht|sofern nicht)\b.{0,300}$/, ""))
  )
    return null;
  if (!TACIT.test(text) && !UNLESS.test(text)) return null;
  if (BY_AGREEMENT.test(text)) return null;
  if (
    !RENEWS_CLEARLY.test(text) &&
    !AGAIN.test(text) &&
    !YEARLY.test(text) &&
    !outline.periods.some(({ isFurther }) => isFurther)
  )
    return null;
  for (const [index, { period, isFurther }] of outline.periods.entries()) {
    const place = around(outline, index);
    if (
      !place ||
      !period ||
      (!isFurther && FIRST_TERM.test(place.before)) ||
      AHEAD.test(place.after) ||
      NOTICE_AFTER.test(place.after)
    )
      continue;
    const verb = Math.max(text.search(RENEWS_CLEARLY), text.search(RENEWS));
    const isLength = LENGTH_BEFORE.test(place.before) || LENGTH_AFTER.test(place.after);
    if (
      isFurther ||
      (isLength && (place.at > verb || LENGTH_AFTER.test(place.after)) && !NOTICE_BEFORE.test(place.before))
    )
      return { period, index, isOnce: ONCE.test(text) };
  }
  if (SAME.test(text)) return { period: "same", index: null, isOnce: ONCE.test(text) };
  return YEARLY.test(text) ? { period: { amount: 1, unit: "years" }, index: null, isOnce: ONCE.test(text) } : null;
}

/** Returns whether a contract is renewed automatically by a length that cannot be read. */
const isUnreadRenewal = ({ text }: Outline) =>
  RENEWS_CLEARLY.test(text) &&
  (TACIT.test(text) || UNLESS.test(text)) &&
  !POSSIBLE.test(text) &&
  !BY_AGREEMENT.test(text);

/** Returns whether a sentence is on the ordinary termination of the contract itself. */
function isOrdinary(outline: Outline, plain: string, surroundings: Surroundings): boolean {
  const upTo = plain.slice(0, plain.search(/\}(?![^{}]*\{p)/) + 30);
  if (CAUSE.test(plain) && !ORDINARY.test(plain)) return false;
  if (SPECIAL_DE.test(plain) || SPECIAL_EN.test(plain) || PAST.test(plain)) return false;
  if (isOnContract(outline, upTo, surroundings)) return true;
  const heading = plainText(outline.sentence.heading.slice(0, 120));
  return (
    ENDS_CLEARLY.test(plain) &&
    PARTY.test(plain) &&
    !hasForeignSubject(outline) &&
    ![upTo, heading].some((text) => namesOtherThing(text, surroundings.title))
  );
}

/** A sentence on how to do what the sentence before allows. */
const GOES_ON =
  /^(?:das|dies|dabei|hierbei|hierfuer|dafuer|dazu|hierzu|this|that|to do so|in (?:this|that|such) case)\b/;

/** Adds the notice period and the automatic renewal that a sentence names to `facts`. */
export function readNotice(outline: Outline, surroundings: Surroundings, facts: NoticeFacts): void {
  const doubt = () => {
    facts.isDoubtful = true;
  };
  const plain = outline.text.replace(CAUSE_IN_PASSING, "").replace(WITHOUT_CAUSE, "").replace(AFTER_PROBATION, "");
  const goesOn = GOES_ON.test(plain) && isOnContract(outline, plain, surroundings);
  const isEnding = goesOn || ENDS_DE.test(plain) || ENDS_EN.test(plain);
  const renewal = renewalOf(outline);
  if (!isEnding && !renewal) return;
  if (!renewal && isUnreadRenewal(outline) && isOnContract(outline, plain, surroundings)) return doubt();
  const at = (index: number | null) => (index === null ? 0 : (outline.periods.at(index)?.start ?? 0));
  if (renewal) {
    if (PAST.test(plain) || !isOnContract(outline, plain, surroundings)) return;
    if (renewal.isOnce) return doubt();
    facts.renewals.push({ value: renewal.period, outline, at: at(renewal.index) });
  } else if (!goesOn && !isOrdinary(outline, plain, surroundings)) return;
  const periods = noticePeriods(outline, renewal?.index ?? null);
  if (periods === null) return doubt();
  const [first] = periods;
  if (!first) {
    if (renewal && BY_DAY.test(plain)) return doubt();
    const isAnyTime =
      ANY_TIME.test(plain) && !HAS_NOTICE_PERIOD.test(plain) && !MUTUAL.test(plain) && outline.periods.length === 0;
    if (isAnyTime && !renewal && (TERMINATES_DE.test(plain) || TERMINATES_EN.test(plain)))
      facts.notices.push({ value: { period: null, point: null }, outline, at: 0 });
    return;
  }
  if (periods.some(({ period }) => !isSamePeriod(period, first.period))) return doubt();
  const point = pointOf(outline, first.place);
  if (point === "doubtful") return doubt();
  const beforeEnd = renewal && point === null && BEFOREHAND.test(first.place.after) ? "contract_end" : point;
  facts.notices.push({ value: { period: first.period, point: beforeEnd }, outline, at: at(first.index) });
}

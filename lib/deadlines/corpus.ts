/**
 * Notice periods as staff type them, in German and English, grouped by the expected result: the
 * length of the period, `>` the point, `+` the length of the renewal. `npm run deadlines:corpus`
 * prints how many of the wordings the parser reads.
 */
const READ: Readonly<Record<string, string>> = {
  "3 months": `
    3 Monate | 3 Monate. | drei Monate | Drei (3) Monate | 3 Mon. | 3Monate | 3 Monate Kündigungsfrist |
    KÜNDIGUNGSFRIST: 3 MONATE | Kuendigungsfrist 3 Monate | Kündigungsfrist beträgt 3 Monate |
    Die Kündigungsfrist beträgt drei Monate. | Frist: 3 Monate | mit 3 Monaten Frist | mit einer Frist von 3 Monaten |
    Mit dreimonatiger Frist | unter Einhaltung einer Frist von drei Monaten | dreimonatige Kündigungsfrist |
    3-monatige Kündigungsfrist | 3-Monats-Frist | 3 Monate (schriftlich) | 3 Monate, schriftlich | mind. 3 Monate |
    ein Vierteljahr | 3 Monate für beide Seiten | beiderseits 3 Monate | jederzeit mit einer Frist von 3 Monaten |
    Der Vertrag kann mit einer Frist von 3 Monaten gekündigt werden. |
    Kündigung jederzeit mit 3 Monaten Frist möglich | 3 months | three months | 3 months' notice |
    3 months’ written notice | three-month notice period | Notice period: 3 months | at least 3 months in advance |
    may be terminated by either party with three months' notice | 3 Monate im Voraus |
    3 Monate, keine automatische Verlängerung | not less than 3 months | Kündigungsfrist von drei Monaten |
    Frist drei Monate | Die Vereinbarung kann von jeder Partei mit einer Frist von drei Monaten gekündigt werden |
    Kündigung schriftlich mit dreimonatiger Frist | three month notice period | 3-month notice |
    by giving three months' written notice | either party may terminate with three months' notice |
    Kündigung mit Frist von 3 Mon. | Ordentliche Kündigung mit einer Frist von drei Monaten`,
  "6 weeks": `
    sechs Wochen | 6 Wo. | six weeks`,
  "12 months": `
    12 Monate | zwölf Monate | ZWOELF MONATE`,
  "1 years": `
    1 Jahr | ein Jahr | 1 year | one year | einjährige Kündigungsfrist`,
  "6 months": `
    ½ Jahr | 1/2 Jahr | ein halbes Jahr | halbes Jahr | half a year | 6 Monate | 6-monatig`,
  "18 months": `
    1,5 Jahre | anderthalb Jahre`,
  "14 days": `
    14 Tage | 14-tägige Frist | 14 d`,
  "90 days": `
    90 days | 90 days notice | 90 Tage | 90 calendar days`,
  "1 months": `
    ein Monat | 1 month`,
  "4 weeks > month": `
    4 Wochen zum Monatsende | vier Wochen zum Ende des Monats | 4 Wochen zum Ende eines Kalendermonats |
    four weeks to the end of the month | 4 weeks to month end | 4 Wochen z. Monatsende |
    vier Wochen zum Ende eines jeden Monats | vierwöchig zum Monatsende`,
  "1 months > month": `
    1 Monat zum Monatsende | ein Monat zum Monatsletzten | one month to the end of a calendar month`,
  "6 weeks > quarter": `
    6 Wochen zum Quartalsende | sechs Wochen zum Ende des Quartals | 6 Wochen zum Quartal | 6 Wo. z. Quartalsende |
    6 Wochen zum Quartals-Ende | 6 Wochen zum Ende eines Kalendervierteljahres |
    6 Wochen zum Schluss eines Kalendervierteljahres | 6 weeks to the end of the quarter | six weeks to quarter end |
    6 Wochen vor Quartalsende | sechs Wochen zum Ende eines Vierteljahres |
    Kündigung mit sechs Wochen Frist zum Quartalsende`,
  "3 months > quarter": `
    3 Monate zum Quartalsende | zum Quartalsende mit einer Frist von 3 Monaten |
    jederzeit mit 3 Monaten zum Quartalsende | three months to the end of the quarter |
    3 Monate zum Quartalsende (schriftlich per Einschreiben)`,
  "3 months > half_year": `
    3 Monate zum Halbjahresende | 3 Monate zum Ende des Kalenderhalbjahres |
    three months to the end of the half-year | 3 months to the end of the half year | 3 Monate zum 30.6. oder 31.12. |
    3 Monate, jeweils zum 30.6. und 31.12.`,
  "3 months > year": `
    3 Monate zum Jahresende | 3 Mon. z. Jahresende | 3 Monate zum Ende des Kalenderjahres |
    3 Monate zum Ende eines Jahres | drei Monate vor Jahresende | spätestens 3 Monate vor Ende des Kalenderjahres |
    bis 3 Monate vor Jahresende | Kündigung mit einer Frist von 3 Monaten zum Jahresende |
    mit einer Frist von drei Monaten zum Ende eines jeden Kalenderjahres | 3 Monate (zum Jahresende) |
    3 months to the end of the year | three months to year-end | 3 months' notice to the end of the calendar year |
    3 Monate Jahresende |
    Der Vertrag kann unter Einhaltung einer Frist von 3 Monaten zum Jahresende schriftlich gekündigt werden. |
    3 Monate zum Ende eines jeden Jahres | Kündigungsfrist: drei Monate zum Jahresende, Schriftform |
    Kündigungsfrist drei Monate jeweils zum Jahresende |
    Kündbar mit einer Frist von drei Monaten zum Ende eines Kalenderjahres |
    Kündigung bis drei Monate vor Jahresende möglich | 3-Monatsfrist zum Jahresende |
    Notice of three months to the end of a calendar year |
    three months' written notice effective at the end of the calendar year |
    can be cancelled with three months notice to the end of the year | 3 months before year end |
    3 months prior to the end of the year`,
  "6 months > year": `
    sechs Monate zum Jahresende | ½ Jahr zum Jahresende | halbes Jahr zum Jahresschluss`,
  "1 years > year": `
    1 Jahr zum Jahresende`,
  "6 months > term": `
    6 Monate zum Semesterende | 6 Monate zum Semesterende (31.3., 30.9.) | 6 Monate zum Ende des Semesters |
    6 Monate zum 31.3. oder 30.9. | six months to the end of the term | 6 months to the end of a semester |
    sechs Monate jeweils zum Semesterende | 6 Monate vor Semesterende |
    6 Monate zum Ende eines Semesters, schriftlich | six months before the end of a semester`,
  "3 months > contract_end": `
    3 Monate zum Vertragsende | 3 Monate zum Laufzeitende | 3 Monate vor Ablauf | drei Monate vor Ablauf |
    3 Monate vor Vertragsende | spätestens 3 Monate vor Vertragsende | 3 Monate vor Ablauf der Laufzeit |
    3 Monate vor Ende der Vertragslaufzeit | 3 Monate vor Ablauf des Vertrags | 3 Monate vor Projektende |
    3 Monate vor Ablauf der jeweiligen Laufzeit | 3 months before expiry |
    three months before the end of the contract | no later than 3 months before expiry |
    3 months prior to expiry of the agreement | 3 months before the contract expires |
    3 months before the end of the term | drei Monate vor Ende der Laufzeit | 3 Monate vor Ablauf des Vertrages |
    3 Monate vor Auslaufen des Vertrags | 3 Monate vor Vertragsablauf | drei Monate zum Ende der Vertragslaufzeit |
    3 Monate vor Ende der Kooperationsvereinbarung | 3 months prior to the expiry of the contract |
    at least three months before expiry of the agreement | 3 months prior to contract end`,
  "3 months > 07-31": `
    3 Monate zum 31.07. | 3 Monate zum 31.7. | 3 Monate zum 31. Juli | drei Monate zum 31.07. eines Jahres |
    3 Monate zum 31. Juli eines jeden Jahres | 3 Monate vor dem 31.07. | 3 Monate zum Ende Juli |
    three months to 31 July | 3 months to July 31st | zum 31.07. mit einer Frist von 3 Monaten`,
  "6 weeks > 12-31": `
    6 Wochen zum 31.12.`,
  "4 weeks > 02-29": `
    4 Wochen zum 29.02. | 4 Wochen zum Ende Februar`,
  "0 days": `
    jederzeit | Jederzeit kündbar | jederzeit möglich | jederzeit ohne Frist | at any time | terminable at any time |
    fristlos | jederzeit fristlos kündbar | keine Frist, jederzeit kündbar | jederzeit, ohne Frist | Jederzeit. |
    jederzeit kündbar, schriftlich | beiderseits jederzeit kündbar | may be terminated at any time | anytime`,
  "0 days > month": `
    jederzeit zum Monatsende`,
  "none + 1 years": `
    verlängert sich um 1 Jahr | verlängert sich automatisch um 1 Jahr | verlängert sich stillschweigend um ein Jahr |
    verlaengert sich jeweils um ein weiteres Jahr | Der Vertrag verlängert sich um jeweils 1 Jahr |
    automatische Verlängerung um 1 Jahr | Verlängerung: 1 Jahr | renews automatically for one year |
    renews for one year | renews by one year | auto-renews for 1 year | keine, verlängert sich automatisch um 1 Jahr |
    verlängert sich um 1 Jahr, wenn nicht gekündigt wird |
    is renewed automatically for successive periods of one year | verlängert sich jährlich |
    automatische Verlängerung um ein weiteres Jahr | renewed automatically each year |
    verlängert sich automatisch um jeweils ein Jahr | automatic renewal by 1 year`,
  "none + 6 months": `
    verlängert sich um ein halbes Jahr`,
  "none + 12 months": `
    renews automatically for a further 12 months`,
  "3 months + 1 years": `
    3 Monate, verlängert sich automatisch um 1 Jahr | 3 Monate; Verlängerung um jeweils ein Jahr |
    3 months, renews automatically by one year`,
  "3 months > contract_end + 1 years": `
    3 Monate vor Ablauf, sonst Verlängerung um ein weiteres Jahr |
    3 Monate vor Ablauf, verlängert sich sonst um 1 Jahr |
    3 Monate zum Vertragsende, verlängert sich automatisch um ein Jahr |
    verlängert sich um 1 Jahr, wenn nicht 3 Monate vor Ablauf gekündigt wird |
    Verlängert sich automatisch um 1 Jahr, sofern nicht 3 Monate vor Ablauf gekündigt |
    3 Monate vor Ablauf (verlängert sich um 1 Jahr) | renews for one year unless terminated 3 months before expiry |
    three months before expiry, otherwise renewed for another year |
    wird automatisch um ein Jahr verlängert, wenn nicht 3 Monate vor Vertragsende gekündigt |
    Sofern der Vertrag nicht 3 Monate vor Ablauf gekündigt wird, verlängert er sich um ein weiteres Jahr. |
    3 Monate vor Vertragsende, sonst automatische Verlängerung um ein Jahr |
    Automatische Verlängerung um ein Jahr, wenn nicht drei Monate vor Ablauf gekündigt wird |
    verlängert sich stillschweigend um ein weiteres Jahr, falls nicht 3 Monate vor Ablauf gekündigt |
    automatically renewed for one year unless cancelled three months before expiry |
    Verlängert sich jeweils um ein Jahr, wenn er nicht mit einer Frist von 3 Monaten zum Ende der Laufzeit gekündigt wird. |
    renews for another year unless notice is given 3 months before the end of the contract`,
  "6 months > contract_end + 2 years": `
    6 Monate vor Ablauf, danach automatisch um 2 Jahre verlängert`,
  "3 months > year + 1 years": `
    3 Monate zum Jahresende, sonst Verlängerung um 1 Jahr | 3 months to the end of the year, renews by one year`,
  "0 days + 1 years": `
    jederzeit, verlängert sich automatisch um 1 Jahr`,
  "30 days": `
    30 Tage | dreißig Tage | thirty days' prior written notice | 30 days written notice by either party`,
  "2 weeks": `
    zwei Wochen (14 Tage)`,
  "3 months > 09-30": `
    3 Monate zum 30.09. des Jahres | 3 Monate zum 30. September | 3 Monate zum 30. Sept. |
    3 Monate zum 30.9. jeden Jahres | drei Monate zum 30. September eines Jahres | 3 months to 30 September |
    three months to September 30th of each year`,
  none: `
    keine vereinbart | Keine Frist | nicht vereinbart | no notice period agreed | nicht kündbar`,
  "12 months > year": `
    12 Monate zum Jahresende | zwölf Monate zum Ende des Kalenderjahres`,
};

/**
 * Wordings that people understand but the parser does not. It reports them as unread, which is
 * harmless. When the parser can read a wording, move it to `READ`.
 */
const MISSED: Readonly<Record<string, string>> = {
  "3 months > year": `
    3 Monate zum Ende d. J. | 3 Monate zum JE | 3 Monate bis Jahresende`,
  "6 months > term": `
    6 Monate zum Ende März oder Ende September`,
  "6 weeks > quarter": `
    6 Wochen z.Q. | 6 W. z. Quartalsende`,
  "4 weeks > month": `
    4 Wochen zum Ultimo`,
  "3 months": `
    je 3 Monate | 3 M`,
  "30 days": `
    30 T.`,
  "3 months > contract_end + 1 years": `
    3 Mon. vor Ablauf, sonst 1 Jahr Verlängerung`,
  "none + 1 years": `
    jährliche Verlängerung`,
};

/**
 * Wordings that the parser must not read, because they are unclear, are not covered by contract
 * §11, or say more than a period, a point and a renewal.
 */
const UNREAD = `
    3 Monate zum Schuljahresende | zum Ende des Schuljahres | 3 Monate zum Ende des Wintersemesters |
    3 Monate zum Geschäftsjahresende | 3 Monate zum Ende des Studienjahres | siehe Vertrag |
    s. Kooperationsvertrag § 7 | gesetzlich | gesetzliche Frist | nach Vereinbarung | nach Absprache | unbekannt |
    k. A. | keine Angabe | ? | 3 Monate? | ca. 3 Monate | etwa 3 Monate | 3-6 Monate | 3 bis 6 Monate |
    3 oder 6 Monate | 3 Monate, ab 2028 6 Monate | 3 Monate (in der Probezeit 2 Wochen) |
    3 Monate, in der Probezeit 2 Wochen | bis zum 30.9. zum Jahresende | bis 30.09. zum 31.12. | bis zum 30.09. |
    zum Jahresende | zum 31.07. | zum Vertragsende | 3 Monate zum 31.12.2027 | 3 Monate, erstmals zum 31.12.2026 |
    frühestens nach 2 Jahren | 3 Monate nach Ablauf von 2 Jahren | 3 Monate vor Ablauf eines Jahres |
    vor Ablauf von 2 Jahren | 3 Monate zum 31.02. | 3 Monate zum 31.06. | 3 Monate zum 15. des Monats |
    3 Monate zum Monatsersten | 3 Werktage | 10 Arbeitstage | 10 working days | 5 business days | monatlich |
    monatlich kündbar | quartalsweise | jährlich | fristlos aus wichtigem Grund | nur aus wichtigem Grund |
    3 Monate, nicht zum Jahresende | nicht 3 Monate | Laufzeit 2 Jahre | Laufzeit 2 Jahre, 3 Monate Kündigungsfrist |
    verlängert sich automatisch | verlängert sich auf unbestimmte Zeit | verlängert sich nicht um 1 Jahr |
    verlängert sich einmalig um 1 Jahr | kann um 1 Jahr verlängert werden | Option auf Verlängerung um 1 Jahr |
    3 Monate zum Quartalsende oder zum Jahresende | 3 Monate zum Jahresende zum Monatsende | keine 3 Monate |
    0 Monate | 999999 Jahre | 101 Jahre | ½ Monat | 2,5 Monate | ein paar Wochen | 3 | Monate | drei |
    Kündigungsfrist | Quartalsende | bis zu 3 Monate | höchstens 3 Monate | within 14 days | by the end of the year |
    three months by the end of the year | tbd | to be agreed | see contract | up to 3 months | month to month |
    as required by law | 3 months after receipt of notice | 1 year and 6 months | 3 Monate zum Ende der Förderung |
    drei Monate zum Ende der Probezeit | ohne | ohne Kündigungsfrist | 3 Monate / 6 Wochen | unless 3 months |
    3 monate vor ablauf der bewilligung | läuft mit der Förderung aus | in der Regel 3 Monate |
    keine fristlose Kündigung | Verlängerung um 1 Jahr möglich | um 1 Jahr verlängert |
    6 Monate zum Semesterende (nur zum 30.9.) | 3 Monate vor Ablauf, Verlängerung um 1 Jahr möglich |
    nicht jederzeit kündbar | period of 2 years | may be renewed for 1 year | 3 Monate ab Zugang | sofort`;

/**
 * A wording with its expected result, which is null if the parser must not read it. `isMissed`
 * marks a wording that should be read but is not.
 */
export type Wording = { wording: string; meaning: string | null; isMissed: boolean };

const wordingsOf = (text: string) => text.split("|").map((wording) => wording.trim());
const withMeaning = (groups: Readonly<Record<string, string>>, isMissed: boolean): Wording[] =>
  Object.entries(groups).flatMap(([meaning, text]) =>
    wordingsOf(text).map((wording) => ({ wording, meaning, isMissed })),
  );

/** All wordings of the corpus. */
export const CORPUS: readonly Wording[] = [
  ...withMeaning(READ, false),
  ...withMeaning(MISSED, true),
  ...wordingsOf(UNREAD).map((wording) => ({ wording, meaning: null, isMissed: false })),
];

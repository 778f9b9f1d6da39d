import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import { memberValues, personValues, type MemberValues, type PersonValues } from "../builders";
import { ORGANISATION, PERSON_STATUS } from "../reference-data";
import { addressPart, FIRST_NAMES, SURNAMES } from "./people-names";
import type { Choices } from "./random";

const MEMBERS = 100;
const PERSONS = 80;

/** Institutes and their faculties (reference data), with the subjects of their members. */
const INSTITUTES: readonly [institute: number, faculty: number, subjects: string][] = [
  [1, 1, "320 1802 1804 1829"],
  [2, 1, "1827 1801 1802"],
  [3, 1, "315 1720 1725 1730"],
  [4, 1, "1806 1827"],
  [5, 1, "1826 2420"],
  [6, 1, "1803 1801"],
  [7, 1, "1820 1805"],
  [8, 2, "1050 1080 1090"],
  [9, 2, "1040 0830 1829"],
  [10, 2, "1100 1120 1110"],
  [11, 2, "1210 1215 1235"],
  [12, 2, "7820 7810 7960"],
  [13, 2, "8360 8350 8364"],
  [14, 2, "0420 0425 0250 0340"],
  [15, 2, "1828 0130 2240"],
  [16, 3, "340 3450"],
  [17, 3, "765 3520 3560"],
  [18, 3, "4070 3800 4090 3850"],
  [19, 3, "3650 3010 3315"],
  [20, 3, "4250 4210 4215 4205"],
  [21, 3, "0540 0580 230 2360"],
  [22, 3, "2330 235 2345"],
  [23, 3, "445 2020 2005"],
];

const TITLES = [1, 1, 1, 2, 2, 2, 4, 6, 7, 11, 12, 12, 13, NOT_APPLICABLE, NOT_APPLICABLE];
const FACILITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const STATUSES = [PERSON_STATUS.retired, PERSON_STATUS.onLeave, PERSON_STATUS.lecturer, PERSON_STATUS.left];
const REMARKS = [
  "Erfundene Person für die Vorführung.",
  "Ansprechperson für neue Kooperationen.",
  "Bevorzugt Kontakt per E-Mail.",
  "Im Sommersemester im Forschungssemester.",
  "Vertretung: siehe Institutssekretariat.",
  "Speaks German, English and French.",
];
/** Job titles of partner persons. They are gender-neutral, because they are assigned at random. */
const POSITIONS = [
  "Projektleitung",
  "Projektkoordination",
  "Wissenschaftliche Mitarbeit",
  "Leitung International Office",
  "Professur für Bildungsforschung",
  "Studiengangsleitung",
  "Referat Kooperationen",
  "Geschäftsführung",
];
const DEPARTMENTS = [
  "Department of Education",
  "Forschungsförderung",
  "International Relations Office",
  "Institut für Bildungsforschung",
  "Abteilung Kooperationen",
  "Faculty of Social Sciences",
  "",
];

/**
 * An institution that invented people may belong to: its position in the demo data, its type and
 * its subjects.
 */
export type Workplace = { id: number; organisationsform: number; themen: readonly number[] };

/**
 * The domains of invented people. `.internal` is reserved for private networks, so that nothing
 * reaches anybody; unlike the domains for examples, the check of addresses accepts it.
 */
const MEMBER_DOMAIN = "ph-musterstadt.internal";
export const PARTNER_DOMAIN = "partner.internal";

/** Returns a generator of names with unique addresses at a domain. */
function nameGenerator({ pick }: Choices) {
  const usedNames = new Set<string>();
  return (domain: string) => {
    for (;;) {
      const vorname = pick(FIRST_NAMES);
      const nachname = pick(SURNAMES);
      const local = `${addressPart(vorname)}.${addressPart(nachname)}`;
      if (usedNames.has(local)) continue;
      usedNames.add(local);
      return { vorname, nachname, email: `${local}@${domain}`, page: `https://www.${domain}/personen/${local}` };
    }
  };
}

/**
 * Returns a phone number from the ranges that the Bundesnetzagentur reserves for films, so that it
 * reaches nobody.
 */
function phone({ between, pick }: Choices): string {
  return `${pick(["030 23125", "069 90009", "040 66969", "0221 4710", "089 99998"])}-${String(between(0, 999)).padStart(3, "0")}`;
}

/**
 * Creates the invented members and partner persons.
 * @param workplaces institutions that partner persons may belong to
 * @param subject returns the position of the thematic field with a code
 */
export function demoPeople(
  random: Choices,
  workplaces: readonly Workplace[],
  subject: (code: string) => number,
): { members: MemberValues[]; persons: PersonValues[] } {
  const name = nameGenerator(random);
  const members = Array.from({ length: MEMBERS }, () => member(random, name(MEMBER_DOMAIN), subject));
  const persons = Array.from({ length: PERSONS }, () => person(random, name(PARTNER_DOMAIN), workplaces));
  return { members, persons };
}

type Identity = { vorname: string; nachname: string; email: string; page: string };

function member(random: Choices, { page, ...identity }: Identity, subject: (code: string) => number): MemberValues {
  const { between, chance, pick, some } = random;
  const [institut, fakultaet, subjects] = pick(INSTITUTES);
  return memberValues({
    ...identity,
    titel: pick(TITLES),
    telefon: chance(0.85) ? phone(random) : "",
    adresse: chance(0.8)
      ? `Musterstraße ${between(1, 60)}, Gebäude ${pick(["A", "B", "C"])}, Raum ${between(101, 420)}`
      : "",
    ph_webseite: chance(0.6) ? page : "",
    fakultaet,
    institut,
    einrichtungen: chance(0.6) ? some(FACILITIES, between(1, 3)) : [NOT_APPLICABLE],
    status: chance(0.85) ? [PERSON_STATUS.active] : some(STATUSES, between(1, 2)),
    kommentare: chance(0.25) ? pick(REMARKS) : "",
    themenfelder: some(subjects.split(" ").map(subject), between(1, 3)),
  });
}

function person(random: Choices, { page, ...identity }: Identity, workplaces: readonly Workplace[]): PersonValues {
  const { between, chance, pick, some } = random;
  const places = some(workplaces, chance(0.85) ? 1 : 2);
  const academic = places.some(({ organisationsform }) => organisationsform === ORGANISATION.higherEducation);
  const themen = [...new Set(places.flatMap((place) => place.themen))];
  return personValues({
    ...identity,
    titel: academic ? pick(TITLES) : NOT_APPLICABLE,
    telefon: chance(0.7) ? phone(random) : "",
    adresse: chance(0.4) ? `Beispielweg ${between(1, 99)}, Musterstadt` : "",
    abteilung: pick(DEPARTMENTS),
    position: chance(0.9) ? pick(POSITIONS) : "",
    ph_webseite: chance(0.3) ? page : "",
    kommentare: chance(0.2) ? pick(REMARKS) : "",
    institution: places.map(({ id }) => id),
    themenfelder: some(themen, between(1, 2)),
  });
}

import type { InstitutionRecord } from "@/prisma/demo/records";
import { parseUrl } from "@/lib/parse-url";
import { NOT_APPLICABLE } from "@/lib/records/reference-lists/reference-lists";
import { ORGANISATION } from "@/prisma/reference-data";
import { tidy, type Spelling } from "./names";

/**
 * An institution of the sources: a row of the institutions file, or a partner in the partner list
 * of a project with a title.
 */
export type SourceInstitution = {
  name: string;
  short_name: string;
  country_code: string;
  city: string;
  street: string;
  postcode: string;
  website: string;
  type: string;
  source: string;
  source_id: string;
};

const MAX = 100;
const KINDS: Record<string, readonly [form: number, sector: string]> = {
  University: [ORGANISATION.higherEducation, "Hochschule"],
  "Higher or secondary education": [ORGANISATION.higherEducation, "Hochschule"],
  "Research organisation": [ORGANISATION.research, "Forschungseinrichtung"],
  "Public body": [ORGANISATION.authority, "Öffentliche Einrichtung"],
  "Private for-profit company": [ORGANISATION.company, "Unternehmen"],
  Other: [ORGANISATION.other, "Sonstige Einrichtung"],
};

/**
 * Words that determine an institution's type if the source has none, or only "Other" or "Public
 * body".
 */
const BY_NAME: readonly [pattern: RegExp, form: number, sector: string][] = [
  [
    /univ|hochschule|college\b|politecnic|polytechn|panepistimi|akademi[ae] /i,
    ORGANISATION.higherEducation,
    "Hochschule",
  ],
  [/\b(mus[eé]e|museums?|museo|library|bibliothek)\b/i, ORGANISATION.museum, "Kultureinrichtung"],
  [
    /\b(stiftung|foundation|fondazione|fundaci[oó]n?|fundacao|fondation|stichting|stiftelsen)\b/i,
    ORGANISATION.foundation,
    "Stiftung",
  ],
  [
    /\b(comune|stadt|city of|ayuntamiento|ajuntament|gemeente|municip\w+|obshtina)\b/i,
    ORGANISATION.municipality,
    "Kommune",
  ],
  [
    /\b(gmbh|ltd|limited|limitada|s\.?r\.?l|b\.?v|s\.?a|s\.?l|kft|inc|incorporated|sas|spol sro|oy|ab|as|epe|oe)\.?\)?$|\bdoo\b|technikoi|etaireia/i,
    ORGANISATION.company,
    "Unternehmen",
  ],
  [
    /\b(e\.? ?v|verein|association|associa[cç][aã]o|associazione|asociaci[oó]n|onlus|aps|forening|society|trust|sociedad)\b|legambiente|ecologistas|bund fur|birdlife|wwf/i,
    ORGANISATION.association,
    "Verein",
  ],
  [
    /\b(institut|research|centr|center|kent?ro|forschung|ricerc|investiga|observatory|laborator)/i,
    ORGANISATION.research,
    "Forschungseinrichtung",
  ],
  [/\b(government|gewest|agency|organismos|umweltbundesamt)\b/i, ORGANISATION.authority, "Öffentliche Einrichtung"],
  [/united nations/i, ORGANISATION.international, "Internationale Organisation"],
];

const GERMAN_COUNTRIES = new Intl.DisplayNames("de", { type: "region" });

/** Returns the demo record of an institution. */
export function institutionRecord(id: number, source: SourceInstitution, spelling: Spelling): InstitutionRecord {
  const [organisationsform, branchen] = kind(source);
  return {
    id,
    name: spelling.readable(source.name, source.country_code, source.short_name),
    organisationsform,
    branchen,
    adresse: address(source, spelling),
    webseite: website(source.website),
    quelle: `${source.source}:${source.source_id}`,
  };
}

function kind({ name, type }: SourceInstitution): readonly [number, string] {
  if (/^(technische )?(hochschule|universit[aä]e?t) /i.test(name)) return [ORGANISATION.higherEducation, "Hochschule"];
  const known = KINDS[type];
  const vague = !known || type === "Other" || type === "Public body";
  const named = vague ? BY_NAME.find(([pattern]) => pattern.test(name)) : undefined;
  if (type === "Public body" && named && named[1] !== ORGANISATION.municipality && named[1] !== ORGANISATION.museum) {
    return KINDS[type] ?? [ORGANISATION.authority, ""];
  }
  return named ? [named[1], named[2]] : (known ?? [NOT_APPLICABLE, "k. A."]);
}

function address({ street, postcode, city, country_code }: SourceInstitution, spelling: Spelling): string {
  const place = tidy(`${postcode} ${spelling.place(city, country_code)}`);
  const country = country_code ? (GERMAN_COUNTRIES.of(country_code) ?? "") : "";
  const road = /\p{L}/u.test(street) ? spelling.place(street, country_code) : "";
  const whole = [road, place, country].filter(Boolean).join(", ");
  return whole.length <= MAX ? whole : [place, country].filter(Boolean).join(", ");
}

function website(address: string): string {
  const tidied = tidy(address);
  if (!tidied) return "";
  const whole = /^https?:\/\//i.test(tidied) ? tidied : `http://${tidied}`;
  return whole.length <= MAX && parseUrl(whole) ? whole : "";
}

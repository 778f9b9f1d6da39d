import { foldCollapsed } from "../pure/fold";
import type { ReferenceEntry } from "../reference-lists/reference-lists";

/** The countries in `laender` (contract §16): alpha-2 code and `land_id`. */
const COUNTRIES = `
AD20 AE784 AF4 AG28 AI660 AL8 AM51 AO24 AQ10 AR32 AS16 AT40 AU36 AW533 AX248 AZ31 BA70 BB52 BD50 BE56 BF854
BG100 BH48 BI108 BJ204 BL652 BM60 BN96 BO68 BQ535 BR76 BS44 BT64 BV74 BW72 BY112 BZ84 CA124 CC166 CD180
CF140 CG178 CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CX162 CY196 CZ203 DE276 DJ262
DK208 DM212 DO214 DZ12 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246 FJ242 FK238 FM583 FO234 FR250 GA266
GB826 GD308 GE268 GF254 GG831 GH288 GI292 GL304 GM270 GN324 GP312 GQ226 GR300 GS239 GT320 GU316 GW624 GY328
HK344 HM334 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO86 IQ368 IR364 IS352 IT380 JE832 JM388
JO400 JP392 KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136 KZ398 LA418 LB422 LC662 LI438 LK144
LR430 LS426 LT440 LU442 LV428 LY434 MA504 MC492 MD498 ME499 MF663 MG450 MH584 MK807 ML466 MM104 MN496 MO446
MP580 MQ474 MR478 MS500 MT470 MU480 MV462 MW454 MX484 MY458 MZ508 NA516 NC540 NE562 NF574 NG566 NI558 NL528
NO578 NP524 NR520 NU570 NZ554 OM512 PA591 PE604 PF258 PG598 PH608 PK586 PL616 PM666 PN612 PR630 PS275 PT620
PW585 PY600 QA634 RE638 RO642 RS688 RU643 RW646 SA682 SB90 SC690 SD729 SE752 SG702 SH654 SI705 SJ744 SK703
SL694 SM674 SN686 SO706 SR740 SS728 ST678 SV222 SX534 SY760 SZ748 TC796 TD148 TF260 TG768 TH764 TJ762 TK772
TL626 TM795 TN788 TO776 TR792 TT780 TV798 TW158 TZ834 UA804 UG800 UM581 US840 UY858 UZ860 VA336 VC670 VE862
VG92 VI850 VN704 VU548 WF876 WS882 XK983 YE887 YT175 ZA710 ZM894 ZW716
`
  .trim()
  .split(/\s+/)
  .map((country) => [country.slice(0, 2), Number(country.slice(2))] as const);

/** The alpha-2 codes of these countries. */
export const COUNTRY_CODES: readonly string[] = COUNTRIES.map(([code]) => code);

const idsByCode: ReadonlyMap<string, number> = new Map(COUNTRIES);
const codesById: ReadonlyMap<number, string> = new Map(COUNTRIES.map(([code, id]) => [id, code]));

/** Returns the `land_id` of the country with an alpha-2 code. */
export const countryIdOf = (code: string): number | undefined => idsByCode.get(code);

/** Returns the alpha-2 code of a country in `laender`; undefined for "not applicable" and anything else. */
export const countryCodeOfId = (id: unknown): string | undefined => codesById.get(Number(id));

/** Names in use, in German and English, besides those of CLDR. */
const IN_USE: Readonly<Record<string, readonly string[]>> = {
  AE: ["VAE", "UAE", "Emirate"],
  BA: ["Bosnien", "Bosnia", "Bosnien-Herzegowina"],
  BY: ["Weißrussland", "Belorussia", "Byelorussia"],
  CD: ["Demokratische Republik Kongo", "DR Kongo", "Democratic Republic of the Congo", "DR Congo"],
  CG: ["Republik Kongo", "Republic of the Congo"],
  CH: ["Schweizerische Eidgenossenschaft", "Swiss Confederation"],
  CI: ["Elfenbeinküste", "Ivory Coast", "Cote Ivoire"],
  CN: ["Volksrepublik China", "VR China", "People's Republic of China", "PR China", "P.R. China", "PRC"],
  CV: ["Kap Verde", "Cape Verde"],
  CZ: ["Tschechische Republik", "Czech Republic"],
  DE: ["BRD", "Bundesrepublik Deutschland", "Federal Republic of Germany"],
  FM: ["Mikronesien", "Micronesia"],
  GB: [
    ...["UK", "U.K.", "Großbritannien", "Great Britain", "Britain", "England", "Schottland", "Scotland", "Wales"],
    ...["Nordirland", "Northern Ireland"],
  ],
  HK: ["Hongkong", "Hong Kong", "Hong Kong SAR China"],
  IE: ["Republik Irland", "Republic of Ireland", "Eire"],
  IR: ["Islamische Republik Iran", "Islamic Republic of Iran"],
  KP: ["Nordkorea", "North Korea", "DPRK"],
  KR: ["Korea", "Südkorea", "South Korea", "Republik Korea", "Republic of Korea"],
  LA: ["Lao PDR"],
  MD: ["Moldau", "Moldawien", "Moldova", "Republic of Moldova"],
  MK: ["Mazedonien", "Macedonia", "FYROM"],
  MM: ["Myanmar", "Birma", "Burma"],
  MO: ["Macau", "Macao"],
  NL: ["Die Niederlande", "The Netherlands", "Holland"],
  PS: ["Palästina", "Palestine"],
  RU: ["Russische Föderation", "Russian Federation"],
  SK: ["Slowakische Republik", "Slovak Republic"],
  SY: ["Syrische Arabische Republik", "Syrian Arab Republic"],
  SZ: ["Swasiland", "Swaziland"],
  TL: ["Osttimor", "East Timor"],
  TR: ["Turkey"],
  TW: ["Republik China (Taiwan)", "Republic of China (Taiwan)"],
  TZ: ["Vereinigte Republik Tansania", "United Republic of Tanzania"],
  US: [
    "USA",
    "U.S.A.",
    "US",
    "U.S.",
    "Amerika",
    "America",
    "Vereinigte Staaten von Amerika",
    "United States of America",
  ],
  VA: ["Vatikan", "Vatican", "Holy See"],
  VN: ["Viet Nam"],
};

/** The languages in which names of countries are read. */
const LANGUAGES = ["de", "en", "fr", "es", "it", "pt", "nl", "pl"];

/**
 * Names that are a country and more often something else: a state of the USA, and cities that bear the names
 * of Grenada, Guadeloupe and El Salvador in other languages. Only the reference list itself has the country
 * under them.
 */
const AMBIGUOUS = new Set(["georgia", "granada", "guadalupe", "salvador"]);

/** Folds the name of a country (contract §2) and replaces all but letters and digits. */
const foldCountryName = (text: string): string =>
  foldCollapsed(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

let codesByName: ReadonlyMap<string, string> | undefined;

function readNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const [code] of COUNTRIES) names.set(foldCountryName(regions.of(code) ?? code), code);
  }
  for (const [code, inUse] of Object.entries(IN_USE)) for (const name of inUse) names.set(foldCountryName(name), code);
  for (const name of AMBIGUOUS) names.delete(name);
  return names;
}

/**
 * Returns the alpha-2 code of the country that a text names: by its name in CLDR or a name in use, such
 * as `England` (contract §16); null for any other text. Compared folded.
 */
export const countryCodeOf = (text: string): string | null =>
  (codesByName ??= readNames()).get(foldCountryName(text)) ?? null;

/** Returns whether a name of a country is more often something else, such as a state of the USA. */
export const isAmbiguousCountry = (name: string): boolean => AMBIGUOUS.has(foldCountryName(name));

/**
 * Returns a function that reads the names of countries as imports take them (contract §16): those of the
 * reference list, which admins can rename, before those that `countryCodeOf` knows. A name that several
 * entries have means none.
 * @param entries the entries of `laender`
 */
export function countryReader(entries: readonly ReferenceEntry[]): typeof countryCodeOf {
  const codes = new Map<string, string | null>();
  for (const { land_de, land_en, alpha2 } of entries) {
    if (typeof alpha2 !== "string") continue;
    for (const name of new Set([land_de, land_en].map((each) => foldCountryName(String(each)))))
      codes.set(name, codes.has(name) ? null : alpha2);
  }
  return (text) => {
    const code = codes.get(foldCountryName(text));
    return code === undefined ? countryCodeOf(text) : code;
  };
}

/** Returns the names in use of a country, by which comboboxes find it, too. */
export const countryNamesInUse = (code: string): readonly string[] => IN_USE[code] ?? [];

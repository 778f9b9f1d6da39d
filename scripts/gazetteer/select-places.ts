import { foldCollapsed } from "@/lib/model/pure/fold";
import { countryIdOf } from "@/lib/model/places/country-names";
import type { GazetteerPlace } from "./gazetteer-file";

const LEAST_INHABITANTS = 5_000;
const CAPITAL = "PPLC";
/** GeoNames' codes of parts of places, and of historical, destroyed and abandoned places and former capitals. */
const EXCLUDED_CODES = ["PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH"];

/** German names of states and cantons by country and GeoNames' code of the first administrative level. */
const REGIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DE: {
    "01": "Baden-Württemberg",
    "02": "Bayern",
    "03": "Bremen",
    "04": "Hamburg",
    "05": "Hessen",
    "06": "Niedersachsen",
    "07": "Nordrhein-Westfalen",
    "08": "Rheinland-Pfalz",
    "09": "Saarland",
    "10": "Schleswig-Holstein",
    "11": "Brandenburg",
    "12": "Mecklenburg-Vorpommern",
    "13": "Sachsen",
    "14": "Sachsen-Anhalt",
    "15": "Thüringen",
    "16": "Berlin",
  },
  AT: {
    "01": "Burgenland",
    "02": "Kärnten",
    "03": "Niederösterreich",
    "04": "Oberösterreich",
    "05": "Salzburg",
    "06": "Steiermark",
    "07": "Tirol",
    "08": "Vorarlberg",
    "09": "Wien",
  },
  CH: {
    AG: "Aargau",
    AI: "Appenzell Innerrhoden",
    AR: "Appenzell Ausserrhoden",
    BE: "Bern",
    BL: "Basel-Landschaft",
    BS: "Basel-Stadt",
    FR: "Freiburg",
    GE: "Genf",
    GL: "Glarus",
    GR: "Graubünden",
    JU: "Jura",
    LU: "Luzern",
    NE: "Neuenburg",
    NW: "Nidwalden",
    OW: "Obwalden",
    SG: "St. Gallen",
    SH: "Schaffhausen",
    SO: "Solothurn",
    SZ: "Schwyz",
    TG: "Thurgau",
    TI: "Tessin",
    UR: "Uri",
    VD: "Waadt",
    VS: "Wallis",
    ZG: "Zug",
    ZH: "Zürich",
  },
};

/** Returns the state or canton of a place; null in countries where it is not shown. */
function regionOf(country: string, code: string): string | null {
  if (country === "US") return code;
  const regions = REGIONS[country];
  if (!regions) return null;
  const region = regions[code];
  if (region === undefined) throw new Error(`${country} has no region ${code}`);
  return region;
}

/** About ten metres. */
const roundDegrees = (text: string) => Math.round(Number(text) * 10_000) / 10_000;

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/**
 * Removes names that the database folds to the same text as an earlier one. Names in other scripts
 * are compared as they are, because the database keeps some of their marks.
 */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) {
    const folded = LATIN.test(name) ? foldCollapsed(name) : name;
    if (!seen.has(folded)) seen.set(folded, name);
  }
  return [...seen.values()];
}

/**
 * Parses the table of German names.
 * @returns the German names in use today, by GeoNames id
 */
export function parseGermanNames(table: string): Map<number, string> {
  const [header, ...lines] = table.trim().split("\n");
  if (header !== "land\tgeonameid\tname\tort") throw new Error(`Unknown columns: ${header}`);
  return new Map(
    lines.map((line) => {
      const [, id, , ort = ""] = line.split("\t");
      return [Number(id), ort];
    }),
  );
}

/**
 * Selects the places of the gazetteer (contract §16) from GeoNames' table of places.
 * @param table lines of GeoNames' format
 * @param germanNames German names by GeoNames id
 */
export function selectPlaces(table: string, germanNames: ReadonlyMap<number, string>): GazetteerPlace[] {
  const places = table.split("\n").flatMap((line): GazetteerPlace[] => {
    const [
      id,
      name = "",
      asciiName = "",
      alternates = "",
      latitude = "",
      longitude = "",
      ,
      code = "",
      country = "",
      ...more
    ] = line.split("\t");
    const [, region = "", , , , inhabitants] = more;
    const einwohner = Number(inhabitants);
    if (name === "" || EXCLUDED_CODES.includes(code)) return [];
    if (einwohner < LEAST_INHABITANTS && code !== CAPITAL) return [];
    const land = countryIdOf(country);
    if (land === undefined) throw new Error(`${country} is no country`);
    const place_id = Number(id);
    const ort = germanNames.get(place_id) ?? name;
    const [, ...names] = distinctNames([ort, name, asciiName, ...alternates.split(",").filter(Boolean)]);
    return [
      {
        ...{ place_id, land, region: regionOf(country, region) },
        ...{ breite: roundDegrees(latitude), laenge: roundDegrees(longitude), einwohner, ort, names },
      },
    ];
  });
  const known = new Set(places.map(({ place_id }) => place_id));
  const unknown = [...germanNames.keys()].filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`German names of places that were not selected: ${unknown.join(", ")}`);
  return places;
}

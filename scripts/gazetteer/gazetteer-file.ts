import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { ROOT } from "../root";

/** The checked-in gazetteer, which `npm run gazetteer` writes. */
export const GAZETTEER_FILE = path.join(ROOT, "prisma/gazetteer/places.tsv.br");

/** A place of the gazetteer. */
export type GazetteerPlace = {
  /** Id of the place in GeoNames. */
  place_id: number;
  /** ISO 3166-1 numeric code of the country. */
  land: number;
  /** State or canton, which distinguishes places of one name. */
  region: string | null;
  breite: number;
  laenge: number;
  einwohner: number;
  ort: string;
  /** Further names. */
  names: readonly string[];
};

/** Formats places as lines of values that are separated by tabs, the further names last. */
export const formatPlaces = (places: readonly GazetteerPlace[]): string =>
  places
    .map(({ place_id, land, region, breite, laenge, einwohner, ort, names }) =>
      [place_id, land, region ?? "", breite, laenge, einwohner, ort, ...names].join("\t"),
    )
    .join("\n");

/** Parses what `formatPlaces` returns. */
export const parsePlaces = (text: string): GazetteerPlace[] =>
  text.split("\n").map((line) => {
    const [place_id, land, region, breite, laenge, einwohner, ort = "", ...names] = line.split("\t");
    return {
      place_id: Number(place_id),
      land: Number(land),
      region: region || null,
      breite: Number(breite),
      laenge: Number(laenge),
      einwohner: Number(einwohner),
      ort,
      names,
    };
  });

/** Reads the checked-in file. @returns its hash, and a function that returns its places */
export async function readGazetteer(): Promise<{ hash: string; places: () => Promise<GazetteerPlace[]> }> {
  const file = await readFile(GAZETTEER_FILE);
  return {
    hash: createHash("sha256").update(file).digest("hex"),
    places: async () => parsePlaces((await promisify(brotliDecompress)(file)).toString()),
  };
}

const SEPARATOR = /[^\p{L}\p{N}\p{M}]/u;
/** The first letter or digit of a word that does not begin the text. */
const LATER_WORD = /(?<=[^\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]/gu;

/** Returns the ends of a name that begin with its second or a later word: "am Main", "Main". */
export const laterBeginnings = (name: string): string[] =>
  // Most names have one word: the first expression is several times as fast.
  SEPARATOR.test(name) ? [...name.matchAll(LATER_WORD)].map(({ index }) => name.slice(index)) : [];

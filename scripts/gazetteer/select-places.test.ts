import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { GAZETTEER_FILE, readGazetteer } from "./gazetteer-file";
import { parseGermanNames, selectPlaces } from "./select-places";

type Row = {
  id?: number;
  name?: string;
  ascii?: string;
  names?: string;
  code?: string;
  land?: string;
  region?: string;
  inhabitants?: number;
};
/** A line of GeoNames' table. */
const line = ({
  id = 1,
  name = "Ulm",
  ascii = name,
  names = "",
  code = "PPL",
  land = "DE",
  region = "01",
  inhabitants = 5_000,
}: Row) =>
  [
    id,
    name,
    ascii,
    names,
    "48.39841",
    "9.99155",
    "P",
    code,
    land,
    "",
    region,
    "",
    "",
    "",
    inhabitants,
    "",
    "",
    "",
    "",
  ].join("\t");
const select = (row: Row, german: [number, string][] = []) => selectPlaces(`${line(row)}\n`, new Map(german));

it("a selected place has the numeric code of its country, its region, and rounded coordinates", () => {
  expect(select({})).toEqual([
    {
      ...{ place_id: 1, land: 276, region: "Baden-Württemberg" },
      ...{ breite: 48.3984, laenge: 9.9916, einwohner: 5_000, ort: "Ulm", names: [] },
    },
  ]);
});

it.each<[string, Row, number]>([
  ["with 4,999 inhabitants", { inhabitants: 4_999 }, 0],
  ["that is a small capital", { inhabitants: 800, code: "PPLC" }, 1],
  ...["PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH"].map((code): [string, Row, number] => [
    `of the code ${code}`,
    { code },
    0,
  ]),
])("of places %s, selectPlaces selects the given number", (_what, row, number) => {
  expect(select(row)).toHaveLength(number);
});

it.each<[string, string, string | null]>([
  ["AT", "09", "Wien"],
  ["CH", "GR", "Graubünden"],
  ["US", "NY", "NY"],
  ["FR", "44", null],
])("a place in %s with the region %s has the region %s", (land, region, expected) => {
  expect(select({ land, region })[0]?.region).toBe(expected);
});

it("the German name is the place's, and the former name one of its names", () => {
  expect(select({ name: "Milan", names: "Milano", land: "IT" }, [[1, "Mailand"]])[0]).toMatchObject({
    ort: "Mailand",
    names: ["Milan", "Milano"],
  });
});

it("names that are folded to the same text are kept once, and others of all scripts", () => {
  const names = "München,Muenchen,Muenchen,Munich,Мюнхен,が,か";
  expect(select({ name: "München", ascii: "Munchen", names })[0]?.names).toEqual(["Munich", "Мюнхен", "が", "か"]);
});

it("a German name of a place that is not selected is an error", () => {
  expect(() => select({}, [[2, "Breslau"]])).toThrow("were not selected: 2");
});

it("the checked-in gazetteer has every name of the checked-in table of German names", async () => {
  const table = readFileSync(path.join(path.dirname(GAZETTEER_FILE), "german-place-names.tsv"), "utf8");
  const places = await (await readGazetteer()).places();
  const orte = new Map(places.map(({ place_id, ort }) => [place_id, ort]));
  const germanNames = parseGermanNames(table);
  expect(germanNames.size).toBe(200);
  expect([...germanNames].filter(([id, ort]) => orte.get(id) !== ort)).toEqual([]);
});

import { expect, it } from "vitest";
import { formatPlaces, laterBeginnings, parsePlaces, readGazetteer } from "./gazetteer-file";

const place = { place_id: 2925533, land: 276, region: "Hessen", breite: 50.1155, laenge: 8.6842, einwohner: 650000 };

it.each([
  ["a region and names", { ...place, ort: "Frankfurt am Main", names: ["Francfort", "Франкфурт"] }],
  ["neither a region nor further names", { ...place, region: null, ort: "Legnica", names: [] }],
])("parsePlaces returns a formatted place with %s unchanged", (_what, one) => {
  expect(parsePlaces(formatPlaces([one, one]))).toEqual([one, one]);
});

it.each([
  ["Frankfurt am Main", ["am Main", "Main"]],
  ["Villingen-Schwenningen", ["Schwenningen"]],
  ["Frankfurt (Oder)", ["Oder)"]],
  ["L’Aquila", ["Aquila"]],
  ["'s-Hertogenbosch", ["s-Hertogenbosch", "Hertogenbosch"]],
  ["Mu\u0308nchen", []],
  ["दिल्ली", []],
  ["Ulm", []],
])("the words of %s after the first begin %j", (name, ends) => {
  expect(laterBeginnings(name)).toEqual(ends);
});

it("the checked-in gazetteer has some 49,700 places with distinct ids and complete values", async () => {
  const places = await (await readGazetteer()).places();
  expect(places.length).toBeGreaterThan(49_000);
  expect(new Set(places.map(({ place_id }) => place_id)).size).toBe(places.length);
  const isComplete = ({ ort, land, breite, laenge, einwohner }: (typeof places)[number]) =>
    ort !== "" && land > 0 && Math.abs(breite) <= 90 && Math.abs(laenge) <= 180 && einwohner >= 0;
  expect(places.filter((one) => !isComplete(one))).toEqual([]);
});

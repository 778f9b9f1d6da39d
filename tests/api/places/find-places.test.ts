import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import type { FoundPlace } from "@/lib/features/places/place-answers";
import { fillGazetteerFirst } from "../../support/databases/gazetteer";

/* Contract §16, "Places": the gazetteer, found while typing. */

const [GERMANY, SWITZERLAND, ITALY, POLAND, SAN_MARINO, USA] = [276, 756, 380, 616, 674, 840];

fillGazetteerFirst();

let reader: Client;
beforeAll(async () => {
  reader = await loggedIn({ role: "reader" });
});

const ask = (parameters: Record<string, string>) => reader.get(`/api/places?${new URLSearchParams(parameters)}`);
const find = async (search: string, land?: number) => {
  const { status, json } = await ask({ search, ...(land !== undefined && { land: String(land) }) });
  expect(status).toBe(200);
  return json as unknown as FoundPlace[];
};
const found = async (search: string, land?: number) => (await find(search, land)).map(({ ort }) => ort);

describe("places", () => {
  it("a place has its name, country, region, coordinates and inhabitants", async () => {
    expect(await find("Tübingen")).toEqual([
      {
        ort: "Tübingen",
        land: GERMANY,
        region: "Baden-Württemberg",
        breite: expect.closeTo(48.523, 2) as number,
        laenge: expect.closeTo(9.052, 2) as number,
        einwohner: expect.any(Number) as number,
      },
    ]);
  });

  it.each([
    ["Köln", "Köln", GERMANY],
    ["koeln", "Köln", GERMANY],
    ["KOLN", "Köln", GERMANY],
    ["Cologne", "Köln", GERMANY],
    ["Strassburg", "Straßburg", 250],
    ["Strasbourg", "Straßburg", 250],
    ["Milano", "Mailand", ITALY],
    ["Wrocław", "Breslau", POLAND],
    ["Breslau", "Breslau", POLAND],
    ["Liegnitz", "Legnica", POLAND],
    ["München", "München", GERMANY],
    ["Москва", "Moskau", 643],
    ["Ostrau", "Ostrau", 203],
    ["Mykolajiw", "Mykolajiw", 804],
    ["Washington, D.C.", "Washington, D.C.", USA],
    ["Pristina", "Pristina", 983],
  ])("%s is found as %s", async (search, ort, land) => {
    expect((await find(search))[0]).toMatchObject({ ort, land });
  });

  it("places with a name that is the text precede larger ones that begin with it", async () => {
    const [first, ...others] = await find("Hall");
    expect(first?.ort).toBe("Schwäbisch Hall");
    expect(first?.einwohner).toBeLessThan(Math.max(...others.map(({ einwohner }) => einwohner)));
  });

  it("places of which a name begins with the text precede larger ones of which a later word does", async () => {
    const [first, second] = await find("Lahn", GERMANY);
    expect([first?.ort, second?.ort]).toEqual(["Lahnstein", "Marburg an der Lahn"]);
    expect(second?.einwohner).toBeGreaterThan(first?.einwohner ?? 0);
  });

  it("within one rank, the larger place comes first", async () => {
    const inhabitants = (await find("Neustadt", GERMANY)).map(({ einwohner }) => einwohner);
    expect(inhabitants).toHaveLength(5);
    expect(inhabitants).toEqual([...inhabitants].sort((one, other) => other - one));
  });

  it("the text may begin in the middle of a name only at a word", async () => {
    expect(await found("bingen", GERMANY)).not.toContain("Tübingen");
  });

  it("the text may contain several words, with any blanks between and around them", async () => {
    expect((await found("  Frankfurt   am  Ma "))[0]).toBe("Frankfurt am Main");
  });

  it("a place is found once, whichever of its names match", async () => {
    const orte = await found("Mo", 643);
    expect(orte).toHaveLength(5);
    expect(new Set(orte).size).toBe(5);
    expect(orte[0]).toBe("Moskau");
  });

  it("regions distinguish places of one name", async () => {
    const regions = async (search: string, land: number) => (await find(search, land)).map(({ region }) => region);
    expect(await regions("Neustadt", GERMANY)).toContain("Rheinland-Pfalz");
    expect(await regions("Freiburg", SWITZERLAND)).toContain("Freiburg");
    expect(await regions("Springfield", USA)).toEqual(expect.arrayContaining(["MO", "IL"]));
    expect(await regions("Warschau", POLAND)).toEqual([null]);
  });

  it("a capital of fewer than 5,000 inhabitants is found", async () => {
    expect(await find("San Marino", SAN_MARINO)).toEqual([expect.objectContaining({ einwohner: 4_500 })]);
  });

  it("parts of towns are not found", async () => {
    expect(await found("Favoriten")).toEqual([]);
  });

  it("with a country, only its places are found", async () => {
    const lands = (await find("Frei", SWITZERLAND)).map(({ land }) => land);
    expect(lands.length).toBeGreaterThan(0);
    expect(new Set(lands)).toEqual(new Set([SWITZERLAND]));
  });

  it.each(["-1", "0", "999", "99999999999999999999"])(
    "with the country %s, which has no place, none is found",
    async (land) => {
      expect(await ask({ search: "Frankfurt", land })).toMatchObject({ status: 200, json: [] });
    },
  );

  it.each([
    ["no text", {}],
    ["one character", { search: " K " }],
    ["two invisible characters", { search: "\u200b\u200b" }],
    ["two combining accents", { search: "\u0300\u0301" }],
    ["201 characters", { search: "K".repeat(201) }],
    ["a NUL", { search: "K\0ln" }],
    ["a pattern", { search: "%%" }],
  ])("%s finds nothing", async (_what, parameters) => {
    expect(await ask(parameters)).toMatchObject({ status: 200, json: [] });
  });

  it.each(["", "de", "1.5", "4e1", "276 ", "0x10"])("the country %j is refused as no number", async (land) => {
    expect(await ask({ search: "Köln", land })).toMatchObject({ status: 422, json: { errors: { land: ["type"] } } });
  });

  it.each(["search=Bonn&search=Ulm", "search=Bonn&land=276&land=276"])("%s is refused", async (query) => {
    expect((await reader.get(`/api/places?${query}`)).status).toBe(422);
  });

  it("places are found only by users who are logged in", async () => {
    expect((await call("GET", "/api/places?search=Bonn")).status).toBe(401);
  });
});

it("filling the gazetteer writes no changes of the history", async () => {
  expect(await db().place.count()).toBeGreaterThan(49_000);
  expect(await db().change.count({ where: { kind: { in: ["places", "place_names", "gazetteer"] } } })).toBe(0);
});

import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution } from "../../support/factories";
import { csvOf, importCalls } from "../../support/records/imports";
import { errors, PROTECTED, referenceCalls } from "../../support/records/reference";

const LIST = "laender";
const [GERMANY, ITALY, BRITAIN, KOSOVO] = [276, 380, 826, 983];

let admin: Client;
let editor: Client;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  editor = await loggedIn();
  lists = referenceCalls(admin);
});

/** Imports institutions, and returns what the rows get as `land`, or their errors. */
async function imported(...countries: string[]) {
  const rows = countries.map((country, at) => [`Importhaus ${at} ${country}`, "Hochschule", country]);
  const imports = importCalls(editor);
  const { json } = await imports.preview("institutions", csvOf(["Name", "Branchen", "Land"], ...rows));
  await db().import.deleteMany();
  return json;
}
const landOf = ({ changes, errors: refused }: Awaited<ReturnType<typeof imported>>["rows"][number]) =>
  refused.land ?? changes.find(({ name }) => name === "land")?.new ?? -1;

describe("the list of countries", () => {
  it("the list of countries has the 250 countries in German dictionary order, behind 'not applicable'", async () => {
    const entries = await lists.entriesOf(LIST);
    expect(entries).toHaveLength(251);
    expect(entries.slice(0, 3)).toEqual([
      {
        land_id: -1,
        land_de: "k. A.",
        land_en: "n/a",
        alpha2: null,
        active: true,
        used: expect.any(Number),
        protected: true,
      },
      expect.objectContaining({ land_id: 4, land_de: "Afghanistan", alpha2: "AF", protected: true }),
      expect.objectContaining({ land_id: 818, land_de: "Ägypten", land_en: "Egypt", alpha2: "EG" }),
    ]);
    expect(entries).toContainEqual(expect.objectContaining({ land_id: KOSOVO, alpha2: "XK" }));
    expect(entries).toContainEqual(
      expect.objectContaining({ land_de: "Hongkong", land_en: "Hong Kong", alpha2: "HK" }),
    );
    const names = entries.slice(1).map(({ land_de }) => String(land_de));
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "de")));
  });

  it("a country counts the institutions that have it", async () => {
    const { used = 0 } = (await lists.entry(LIST, KOSOVO)) ?? {};
    await createInstitution(db(), { land: KOSOVO });
    expect(await lists.entry(LIST, KOSOVO)).toMatchObject({ used: used + 1 });
  });

  it.each([
    ["adding", () => admin.post(`/api/reference/${LIST}/new`, { land_de: "Atlantis", land_en: "Atlantis" })],
    ["adding without a name", () => admin.post(`/api/reference/${LIST}/new`, {})],
    ["deleting", () => lists.remove(LIST, BRITAIN)],
    ["replacing", () => lists.replace(LIST, BRITAIN, { by: GERMANY })],
    ["replacing by nothing that exists", () => lists.replace(LIST, BRITAIN, { by: 3 })],
    ["deactivating", () => lists.change(LIST, BRITAIN, { active: false })],
  ])("%s a country is refused as protected", async (_, call) => {
    expect(await call()).toMatchObject(PROTECTED);
  });

  it.each([["FR"], ["de"], [""], [null], [7]])("a country keeps its code instead of %j", async (alpha2) => {
    expect(await lists.change(LIST, GERMANY, { alpha2, land_de: "BRD" })).toMatchObject(errors({ alpha2: ["fixed"] }));
    expect(await lists.entry(LIST, GERMANY)).toMatchObject({ land_de: "Deutschland", alpha2: "DE" });
  });

  it("a country that is sent back as it was loaded, renamed and moved, keeps its code", async () => {
    const entry = await lists.entry(LIST, KOSOVO);
    expect(await lists.change(LIST, KOSOVO, { ...entry, land_en: "Republic of Kosovo", position: 2 })).toMatchObject({
      json: { message: "data_updated" },
    });
    const renamed = (await lists.entriesOf(LIST))[1];
    expect(renamed).toMatchObject({ land_id: KOSOVO, land_en: "Republic of Kosovo", alpha2: "XK" });
    await lists.change(LIST, KOSOVO, { land_en: "Kosovo", position: 115 });
  });

  it("an institution is found by the name that an admin gave its country", async () => {
    const id = await createInstitution(db(), { land: ITALY });
    const found = async (filter: string) =>
      (await editor.get<{ data: object[] }>(`/api/institutions?filter=${filter}&pageSize=100`)).json.data;
    await lists.change(LIST, ITALY, { land_de: "Italienische Republik" });
    expect(await found("Italienische Republik")).toContainEqual(
      expect.objectContaining({ partner_institution_id: id, land_de: "Italienische Republik", land_en: "Italy" }),
    );
    await lists.change(LIST, ITALY, { land_de: "Italien" });
    expect(await found("Italienische Republik")).toEqual([]);
  });
});

describe("countries in imports", () => {
  it.each([
    ["Deutschland", GERMANY],
    ["GERMANY", GERMANY],
    ["de", GERMANY],
    ["England", BRITAIN],
    ["UK", BRITAIN],
    ["Grossbritannien", BRITAIN],
    ["USA", 840],
    ["Turkey", 792],
    ["Georgia", 268],
    ["k. A.", -1],
    ["", -1],
  ])("an import reads the country %j", async (country, id) => {
    expect((await imported(country)).rows.map(landOf)).toEqual([id]);
  });

  it("an import reads a country by the name that an admin gave it, and still by its usual name", async () => {
    await lists.change(LIST, GERMANY, { land_de: "Bundesrepublik" });
    const { rows } = await imported("Bundesrepublik", "Deutschland");
    await lists.change(LIST, GERMANY, { land_de: "Deutschland" });
    expect(rows.map(landOf)).toEqual([GERMANY, GERMANY]);
  });

  it("an import offers similar countries for an unknown name, which it cannot create", async () => {
    const { unknown_names, rows } = await imported("Deutschlnd");
    expect(rows.map(landOf)).toEqual([["unknown_name"]]);
    expect(unknown_names).toEqual([
      { header: "Land", text: "Deutschlnd", rows: 1, similar: [{ id: GERMANY, label: "Deutschland" }] },
    ]);
    const { json } = await importCalls(admin).upload(
      "institutions",
      csvOf(["Name", "Branchen", "Land"], ["Haus", "Hochschule", "Deutschlnd"]),
    );
    const decided = { names: { Land: { Deutschlnd: "create" } } };
    expect(await admin.put(`/api/imports/${json.id}`, decided)).toMatchObject(errors({ names: ["unknown"] }));
    const chosen = { names: { Land: { Deutschlnd: { id: GERMANY } } } };
    expect((await admin.put(`/api/imports/${json.id}`, chosen)).json).toMatchObject({ create: 1, refused: 0 });
  });
});

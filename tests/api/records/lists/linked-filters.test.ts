import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stateNumber } from "@/lib/model/deadlines/deadline-states";
import { db } from "@/lib/store/database/client";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

type List = { total: number; data: Record<string, unknown>[]; errors: object };
/** Returns the titles of the projects that meet the filters, in alphabetical order. */
const titles = async (query: string) =>
  (await api.get<List>(`/api/projects?${query}`)).json.data.map(({ projekt_titel }) => projekt_titel);

describe("filters by fields of linked records", () => {
  let vienna: number;
  beforeEach(async () => {
    await db().project.deleteMany();
    await db().institution.deleteMany();
    vienna = await createInstitution(db(), { name: "Haus A", adresse: "Ring 1, 1010 Wien", organisationsform: 1 });
    const linz = await createInstitution(db(), { name: "Haus B", adresse: "Platz 2, 4020 Linz", organisationsform: 2 });
    const member = await createMember(db(), { nachname: "Ritter", fakultaet: 3 });
    const link = async (title: string, ...institutions: number[]) => {
      const id = await createProject(db(), { projekt_titel: title });
      for (const each of institutions) await api.post(`/api/projects/institution/${each}/${id}`);
      return id;
    };
    await api.post(`/api/members/project/${member}/${await link("Beide", vienna, linz)}`);
    await link("Nur Linz", linz);
    await link("Niemand");
  });

  it("filters by fields of linked records find records linked to a record with that value", async () => {
    expect(await titles("where[institutionen.adresse][contains]=wien")).toEqual(["Beide"]);
    expect(await titles("where[institutionen.organisationsform][in]=2")).toEqual(["Beide", "Nur Linz"]);
    expect(await titles("where[hochschulmitglieder.fakultaet][in]=3")).toEqual(["Beide"]);
    const today = new Date().toISOString().slice(0, 4);
    expect(await titles(`where[institutionen.created][from]=${today}-01-01`)).toEqual(["Beide", "Nur Linz"]);
  });

  it("filters of one list must all match the same linked record, `any` included", async () => {
    expect(
      await titles("where[institutionen.adresse][contains]=wien&where[institutionen.organisationsform][in]=2"),
    ).toEqual([]);
    expect(
      await titles("where[institutionen.adresse][contains]=wien&where[institutionen.organisationsform][in]=1"),
    ).toEqual(["Beide"]);
    expect(await titles(`where[institutionen.adresse][contains]=linz&where[institutionen][any]=${vienna}`)).toEqual([]);
    expect(await titles(`where[institutionen.adresse][contains]=wien&where[institutionen][any]=${vienna}`)).toEqual([
      "Beide",
    ]);
  });

  it("filters of different lists may match different linked records", async () => {
    const query = "where[institutionen.adresse][contains]=linz&where[hochschulmitglieder.nachname][contains]=ritter";
    expect(await titles(query)).toEqual(["Beide"]);
  });

  it("filters by linked records find nothing together with the filter for no linked record", async () => {
    expect(await titles("where[institutionen.adresse][contains]=wien&where[institutionen][empty]=true")).toEqual([]);
    expect(await titles("where[institutionen][empty]=true")).toEqual(["Niemand"]);
  });

  it("filters by linked records include their topics and derived facts", async () => {
    const topic = await createThematicField(db());
    await api.post(`/api/institutions/thematicfield/${vienna}/${topic}`);
    expect(await titles(`where[institutionen.themenfelder][any]=${topic}`)).toEqual(["Beide"]);
    const expired = await createProject(db(), {
      projekt_titel: "Abgelaufen",
      vertragsgrundlage: 1,
      projektbeginn: "2020-01-01",
      projektende: "2020-12-31",
    });
    const person = await createPerson(db(), { nachname: "Spät" });
    await api.post(`/api/persons/project/${person}/${expired}`);
    const persons = await api.get<List>(
      `/api/persons?where[kooperationsprojekte.fristenstand][in]=${stateNumber("over")}`,
    );
    expect(persons.json.data.map(({ nachname }) => nachname)).toEqual(["Spät"]);
  });

  it("filters by linked records apply to exports and bulk queries, too", async () => {
    const query = "where[institutionen.adresse][contains]=wien";
    const { bytes } = await api.get(`/api/projects/export?format=csv&columns=projekt_titel&${query}`);
    expect(new TextDecoder().decode(bytes).trim().split("\r\n")).toEqual(["Projekttitel", "Beide"]);
    const bulk = { query, set: { kommentare: "x" }, dry_run: true };
    expect((await api.post("/api/projects/bulk", bulk)).json).toMatchObject({ matched: 1 });
  });

  it("filters by linked records have choices with labels", async () => {
    const { json } = await api.get<Record<string, { id: number }[]>>("/api/projects/filter_choices");
    expect(json["institutionen.organisationsform"]?.map(({ id }) => id)).toContain(2);
  });

  it.each([
    ["where[institutionen.passwort][contains]=x", "where[institutionen.passwort][contains]", "unknown"],
    ["where[institutionen.personen][any]=1", "where[institutionen.personen][any]", "unknown"],
    ["where[themenfelder.themenfeld_de][contains]=x", "where[themenfelder.themenfeld_de][contains]", "unknown"],
    ["where[institutionen.adresse][from]=2024-01-01", "where[institutionen.adresse][from]", "unknown"],
    ["where[institutionen.organisationsform][in]=999", "where[institutionen.organisationsform][in]", "exists"],
    ["where[institutionen.created][from]=x", "where[institutionen.created][from]", "date"],
  ])(
    "filters by linked records are refused where they do not exist or have a wrong value: %s",
    async (query, name, code) => {
      const { status, json } = await api.get<List>(`/api/projects?${query}`);
      expect({ status, errors: json.errors }).toEqual({ status: 422, errors: { [name]: [code] } });
    },
  );
});

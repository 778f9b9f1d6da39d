import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createProject, institutionValues } from "../../support/factories";
import { errors } from "../../support/records/reference";

type Row = { partner_institution_id: number; ort: string; land: number; land_de: string; land_en: string };

const [AUSTRIA, SWITZERLAND, FRANCE] = [40, 756, 250];

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const rows = async (query: string) =>
  (await api.get<{ data: Row[] }>(`/api/institutions?pageSize=100&${query}`)).json.data;
const idsOf = async (query: string) => (await rows(query)).map((row) => row.partner_institution_id);
/** Creates institutions, whose names have a word in common. */
const createAll = (word: string, all: readonly { ort?: string; land?: number; adresse?: string }[]) =>
  Promise.all(all.map((values, at) => createInstitution(db(), { name: `${word} ${at}`, ...values })));

describe("country and place of institutions", () => {
  it("a new institution has neither country nor place", async () => {
    const { ort: _, land: __, ...values } = institutionValues();
    const { json } = await api.post<{ data: { lastId: number } }>("/api/institutions/new", values);
    const loaded = await api.get<{ data: Row }>(`/api/institutions/${json.data.lastId}`);
    expect(loaded.json.data).toMatchObject({ ort: "", land: -1 });
  });

  it.each([
    [{ land: 3 }, { land: ["exists"] }],
    [{ land: "DE" }, { land: ["type"] }],
    [{ ort: "x".repeat(101) }, { ort: ["max"] }],
    [{ ort: 7 }, { ort: ["type"] }],
  ])("an institution cannot have %j", async (values, expected) => {
    const id = await createInstitution(db());
    expect(await api.put(`/api/institutions/${id}`, values)).toMatchObject(errors(expected));
  });

  it("list rows carry the names of the country in both languages", async () => {
    const [id] = await createAll("Zeilenland", [{ land: FRANCE, ort: "Lyon" }]);
    expect(await rows("filter=Zeilenland")).toEqual([
      expect.objectContaining({
        partner_institution_id: id,
        ort: "Lyon",
        land: FRANCE,
        land_de: "Frankreich",
        land_en: "France",
      }),
    ]);
  });

  it("lists are sorted by place, and empty places come last in both directions", async () => {
    const [graz, none, bern, aosta] = await createAll("Sortierort", [
      { ort: "Graz" },
      {},
      { ort: "Bern" },
      { ort: "Äosta" },
    ]);
    expect(await idsOf("filter=Sortierort&sortBy=ort&sortOrder=asc")).toEqual([aosta, bern, graz, none]);
    expect(await idsOf("filter=Sortierort&sortBy=ort&sortOrder=desc")).toEqual([graz, bern, aosta, none]);
  });

  it("lists are sorted by country in either language, 'not applicable' by its name", async () => {
    const [austria, none, swiss] = await createAll("Sortierland", [{ land: AUSTRIA }, {}, { land: SWITZERLAND }]);
    expect(await idsOf("filter=Sortierland&sortBy=land_de&sortOrder=asc")).toEqual([none, austria, swiss]);
    expect(await idsOf("filter=Sortierland&sortBy=land_en&sortOrder=asc")).toEqual([austria, none, swiss]);
  });

  it("filters find institutions by country, by part of the place, and without a place", async () => {
    const [paris, none, wien] = await createAll("Filterort", [
      { land: FRANCE, ort: "Paris" },
      {},
      { land: AUSTRIA, ort: "Wien" },
    ]);
    const found = (where: string) => idsOf(`filter=Filterort&where${where}`);
    expect(await found(`[land][in]=${AUSTRIA},${FRANCE}`)).toEqual([paris, wien]);
    expect(await found("[land][in]=-1")).toEqual([none]);
    expect(await found("[ort][contains]=ari")).toEqual([paris]);
    expect(await found("[ort][empty]=true")).toEqual([none]);
  });

  it("text filters find the place and both names of the country; through links only the place", async () => {
    const id = await createInstitution(db(), { name: "Textfilterhaus", ort: "Zqstadt", land: SWITZERLAND });
    for (const word of ["zqstadt", "schweiz", "Switzerland"])
      expect(await idsOf(`filter=${encodeURIComponent(`Textfilterhaus ${word}`)}`), word).toEqual([id]);
    const project = await createProject(db(), { projekt_titel: "Textfiltervorhaben" });
    await api.post(`/api/projects/institution/${id}/${project}`);
    const projects = async (filter: string) =>
      (await api.get<{ data: { projekt_id: number }[] }>(`/api/projects?filter=${filter}`)).json.data.map(
        (row) => row.projekt_id,
      );
    expect(await projects("Textfiltervorhaben zqstadt")).toEqual([project]);
    expect(await projects("Textfiltervorhaben schweiz")).toEqual([]);
  });

  it("a bulk change sets the country, and its revert brings back the former ones", async () => {
    const ids = await createAll("Sammelland", [{ land: FRANCE }, {}]);
    const { json } = await api.post<{ batch: string; changed: number }>("/api/institutions/bulk", {
      ids,
      set: { land: AUSTRIA },
    });
    expect(json.changed).toBe(2);
    expect((await rows("filter=Sammelland")).map(({ land }) => land)).toEqual([AUSTRIA, AUSTRIA]);
    await api.post(`/api/history/batches/${json.batch}/revert`);
    expect((await rows("filter=Sammelland")).map(({ land }) => land)).toEqual([FRANCE, -1]);
  });

  it("typeahead tells institutions of the same name without an address apart by place or country", async () => {
    await createAll("Zqtipport", [{ ort: "Bern", land: SWITZERLAND }, { land: FRANCE }, {}]);
    const { json } = await api.get<{ detail: string }[]>("/api/institutions_search?search=Zqtipport&detail=1");
    expect(json.map(({ detail }) => detail).sort()).toEqual(["Bern", "Frankreich", "Hochschule"]);
  });
});

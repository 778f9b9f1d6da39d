import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution, createMember, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { importCalls } from "../../support/records/imports";

/*
 * Invisible characters are removed from saved texts and from search texts (contract §10,
 * "Strangers' files"). The set of characters is tested in `lib/model/pure/clean-text.test.ts`.
 */

/** Maximum length of an institution's name. */
const LONGEST = 100;

type Saved = { success: boolean; data: { lastId: number }; errors: Record<string, string[]> };
type Institution = { name: string; adresse: string; telefon: string; email: string; webseite: string };
type Hit = { id: number; label: string };

let api: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
  imports = importCalls(api);
});

const read = async (id: number) => (await api.get<{ data: Institution }>(`/api/institutions/${id}`)).json.data;

describe("saved texts", () => {
  const dirty = {
    name: "\ufeffUni\u00adversität Muster\u00adstadt\u200b",
    adresse: "Weg\u200b 1",
    telefon: "\u202a+49 221 470\u202c",
    email: "info@\u2060muster.example.de",
    webseite: "www.muster\u00adstadt.de",
    aliases: ["Alte\u00adUni", "AlteUni"],
  };
  const clean = {
    name: "Universität Musterstadt",
    adresse: "Weg 1",
    telefon: "+49 221 470",
    email: "info@muster.example.de",
    webseite: "www.musterstadt.de",
  };

  it("a new record and its aliases are saved without invisible characters", async () => {
    const { status, json } = await api.post<Saved>("/api/institutions/new", { ...dirty, branchen: "Bildung" });
    expect([status, json.errors]).toEqual([201, undefined]);
    expect(await read(json.data.lastId)).toMatchObject(clean);
    const { aliases } = (await api.get<{ aliases: string[] }>(`/api/institutions/${json.data.lastId}/aliases`)).json;
    expect(aliases).toEqual(["AlteUni"]);
  });

  it("a changed record, also by a bulk change, is saved without invisible characters", async () => {
    const id = await createInstitution(db());
    expect((await api.put(`/api/institutions/${id}`, { name: dirty.name })).status).toBe(200);
    await api.post("/api/institutions/bulk", { ids: [id], set: { adresse: dirty.adresse } });
    expect(await read(id)).toMatchObject({ name: clean.name, adresse: clean.adresse });
  });

  it("values of a link are saved without invisible characters", async () => {
    const [project, member] = [await createProject(db()), await createMember(db())];
    type Linked = { tabledata: { bemerkung: string }[] };
    const path = `/api/projects/member/${member}/${project}`;
    const created = await api.post<Linked>(path, { bemerkung: "lei\u00adtet" });
    expect(created.json.tabledata).toMatchObject([{ bemerkung: "leitet" }]);
    const changed = await api.put<Linked>(path, { bemerkung: "\u200bbe\u00adrät" });
    expect(changed.json.tabledata).toMatchObject([{ bemerkung: "berät" }]);
  });

  it("names of entries, views and accounts are saved without invisible characters", async () => {
    const entry = { titel_de: "Ehren\u00adtitel", titel_en: "Honorary\u200b title" };
    expect((await api.post("/api/reference/titel/new", entry)).status).toBe(201);
    const titles = (await api.get<{ titel_de: string; titel_en: string }[]>("/api/reference/titel")).json;
    expect(titles).toContainEqual(expect.objectContaining({ titel_de: "Ehrentitel", titel_en: "Honorary title" }));

    const view = { kind: "projects", name: "\u00adBald\u200b ", query: "", columns: ["projekt_titel"], shared: false };
    expect((await api.post("/api/views/new", view)).status).toBe(201);
    expect((await api.get<{ name: string }[]>("/api/views?kind=projects")).json.map(({ name }) => name)).toContain(
      "Bald",
    );

    await api.put("/api/user", { name: "Anna\u200b Le\u00adsen" });
    expect((await api.get<{ name: string }>("/api/user")).json).toMatchObject({ name: "Anna Lesen" });
  });

  it("saved texts keep joiners inside emoji and Persian words", async () => {
    const id = await createInstitution(db());
    const name = "👩\u200d🔬 می\u200cخواهم";
    await api.put(`/api/institutions/${id}`, { name });
    expect(await read(id)).toMatchObject({ name });
  });

  it("texts are measured without invisible characters, and are empty if they have no others", async () => {
    const long = { name: `${"a".repeat(LONGEST)}${"\u00ad".repeat(50)}`, branchen: "Bildung" };
    expect((await api.post<Saved>("/api/institutions/new", long)).status).toBe(201);
    const empty = await api.post<Saved>("/api/institutions/new", { name: "\u00ad\u200b \u2060", branchen: "Bildung" });
    expect(empty.json.errors).toEqual({ name: ["required"] });
    const view = { kind: "projects", name: "\u200b", query: "", columns: [], shared: false };
    expect((await api.post<Saved>("/api/views/new", view)).json.errors).toEqual({ name: ["required"] });
  });
});

describe("imported files", () => {
  it("an imported file is read without invisible characters, also in its headers", async () => {
    const file =
      "\ufeffNa\u00adme;Branchen\r\nUni\u00adversität Krummau;Bildung\r\nZero\u200bWidth Institut;Bildung\r\n";
    const { json } = await imports.preview("institutions", file);
    expect(json.rows.map(({ changes }) => changes.find(({ name }) => name === "name")?.new)).toEqual([
      "Universität Krummau",
      "ZeroWidth Institut",
    ]);
  });

  it("an imported file finds records and entries by names with invisible characters", async () => {
    const id = await createInstitution(db(), { name: "Institut Einfach" });
    const { json } = await imports.preview(
      "persons",
      "Vorname;Nachname;E-Mail;Status;Partnerinstitutionen\r\nAn\u00adna;Lesen;anna@\u200blesen.de;;Ins\u00adtitut Einfach\r\n",
    );
    expect(json.unknown_names).toEqual([]);
    const [row] = json.rows;
    expect(row?.errors).toEqual({});
    expect(row?.changes).toContainEqual(expect.objectContaining({ name: "institutionen", new: [id] }));
  });

  it("an imported file changes nothing where it differs only in invisible characters", async () => {
    const id = await createInstitution(db(), { name: "Universität Gleich", branchen: "Bildung" });
    for (const cell of ["Uni\u00adversität Gleich", "Universität Gleich"]) {
      const { json } = await imports.preview("institutions", `ID;Name;Branchen\r\n${id};${cell};Bildung\r\n`, {
        mapping: { ID: "partner_institution_id", Name: "name", Branchen: "branchen" },
        match: ["partner_institution_id"],
      });
      expect(json).toMatchObject({ same: 1, update: 0, refused: 0 });
    }
  });
});

describe("search texts", () => {
  const searchText = "Kro\u00adkus\u200buni\u2060versität";
  let id: number;
  beforeAll(async () => {
    id = await createInstitution(db(), { name: "Krokusuniversität", branchen: "Bildung", adresse: "Ort" });
  });
  const query = encodeURIComponent(searchText);

  it.each(["filter", "where[name][contains]"])(
    "a search text with invisible characters finds a record by %s",
    async (parameter) => {
      type Rows = { data: { partner_institution_id: number }[] };
      const { json } = await api.get<Rows>(`/api/institutions?${encodeURIComponent(parameter)}=${query}`);
      expect(json.data.map((row) => row.partner_institution_id)).toEqual([id]);
    },
  );

  it("a search text with invisible characters finds a record by typeahead and by the global search", async () => {
    expect((await api.get<Hit[]>(`/api/institutions_search?search=${query}`)).json.map((hit) => hit.id)).toEqual([id]);
    const found = (await api.get<{ hits: Hit[] }[]>(`/api/search?search=${query}`)).json;
    expect(found.flatMap(({ hits }) => hits.map((hit) => hit.id))).toEqual([id]);
  });

  it("a search text with invisible characters finds a likely duplicate", async () => {
    const [best] = (await api.get<{ id: number; score: number }[]>(`/api/institutions/similar?name=${query}`)).json;
    expect(best).toMatchObject({ id, score: 1 });
  });

  it("a search text of only invisible characters is no filter", async () => {
    const { json } = await api.get<{ total: number }>(`/api/institutions?filter=${encodeURIComponent("\u00ad\u200b")}`);
    expect(json.total).toBe((await api.get<{ total: number }>("/api/institutions")).json.total);
    expect(
      (await api.get<Hit[]>(`/api/institutions_search?search=${encodeURIComponent("Kr\u00ad\u00ad")}`)).json,
    ).toEqual([]);
  });
});

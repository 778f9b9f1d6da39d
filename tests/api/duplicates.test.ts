import { beforeAll, describe, expect, it } from "vitest";
import { commandContext } from "@/lib/server/context";
import { db } from "@/lib/server/db";
import { countDuplicates } from "@/lib/server/duplicates/find-duplicates";
import { likenessesOf } from "@/lib/server/duplicates/find-similar";
import { keepAlike } from "@/lib/server/duplicates/keep-alike";
import { definitionOf } from "@/lib/records/registry";
import type { DuplicatePair, SimilarRecord } from "@/lib/records/alike";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
  institutionValues,
  personValues,
} from "../factories";
import { loggedIn, type Client } from "../setup/api";

/* Records that may be one (contract §12), asked through the API. How names are compared is said beside `lib/alike`. */

type Refusal = { message: string; errors: Record<string, string[]> };
type List = { total: number; data: DuplicatePair[]; next_page_url: string | null };

let [api, reader] = [] as unknown as [Client, Client];
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  reader = await loggedIn({ role: "reader" });
});

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
async function similar(kind: string, values: Record<string, string>) {
  const { status, json } = await api.get<SimilarRecord[]>(`/api/${kind}/similar?${query(values)}`);
  expect(status).toBe(200);
  return json;
}
const idsOf = async (kind: string, values: Record<string, string>) => (await similar(kind, values)).map(({ id }) => id);
async function listed(kind: string) {
  const { json } = await api.get<List>(`/api/duplicates?kind=${kind}&pageSize=100`);
  return json;
}
/** Whether two records are listed as a pair. */
async function isListed(kind: string, one: number, other: number) {
  const { data } = await listed(kind);
  return data.some(({ a, b }) => [a.id, b.id].sort().join() === [one, other].sort().join());
}

describe("GET /api/{kind}/similar", () => {
  it("finds a house by another spelling, language, abbreviation or order, and says why", async () => {
    const id = await createInstitution(db(), {
      name: "Universität Krummau",
      branchen: "Hochschule",
      adresse: "Krummau",
    });
    for (const name of [
      "UNIVERSITAET KRUMMAU",
      "University of Krummau",
      "Krummau, Univ.",
      "Universität Krumau e. V.",
    ]) {
      const [first] = await similar("institutions", { name });
      expect(first, name).toMatchObject({ id, label: "Universität Krummau", reasons: ["name"] });
      expect(first?.score).toBeGreaterThanOrEqual(0.6);
      expect(first?.detail).toContain("Krummau");
    }
    expect(await idsOf("institutions", { name: "Technische Universität Krummau" })).toEqual([]);
    expect(await idsOf("institutions", { name: "Universitätsklinikum Krummau" })).toEqual([]);
    expect(await idsOf("institutions", { name: "University of Krummau", except: String(id) })).toEqual([]);
  });

  it("finds by an equal e-mail and by an equal host, whatever the name", async () => {
    const id = await createInstitution(db(), {
      name: "Werk Nord",
      email: "info@werk-nord.example",
      webseite: "werk-nord.example",
    });
    expect(await similar("institutions", { name: "Ganz anders", email: "INFO@werk-nord.example" })).toMatchObject([
      { id, reasons: ["email"] },
    ]);
    expect(
      await similar("institutions", { name: "Anders", webseite: "https://www.werk-nord.example/de" }),
    ).toMatchObject([{ id, reasons: ["website"] }]);
  });

  it("takes a host of more than five records for no reason", async () => {
    const create = (number: number) =>
      createInstitution(db(), { name: `Abteilung ${"ABCDEFG"[number]}`, webseite: "https://viele.example/x" });
    for (let number = 0; number < 5; number += 1) await create(number);
    expect(await similar("institutions", { name: "Zentrale", webseite: "viele.example" })).toHaveLength(5);
    expect((await listed("institutions")).data.some(({ a }) => a.label.startsWith("Abteilung"))).toBe(true);
    await create(5);
    expect(await similar("institutions", { name: "Zentrale", webseite: "viele.example" })).toEqual([]);
    expect((await listed("institutions")).data.some(({ a }) => a.label.startsWith("Abteilung"))).toBe(false);
  });

  it("takes an address for a reason beside another one only", async () => {
    const id = await createInstitution(db(), { name: "Lager Hinterfeld", adresse: "Feldweg 7, 12345 Hinterfeld" });
    expect(await similar("institutions", { name: "Bäckerei", adresse: "Feldweg 7, 12345 Hinterfeld" })).toEqual([]);
    const [found] = await similar("institutions", { name: "Lager Hinterfeld", adresse: "Feldweg 7, 12345 Hinterfeld" });
    expect(found).toMatchObject({ id, reasons: ["name", "address"] });
  });

  it("finds people by swapped, abbreviated and differently spelled names, and by e-mail", async () => {
    const person = await createPerson(db(), { vorname: "Jürgen", nachname: "Quastenflosser", email: "jq@example.org" });
    for (const values of [
      { vorname: "Juergen", nachname: "Quastenflosser" },
      { vorname: "Quastenflosser", nachname: "Jürgen" },
      { vorname: "J.", nachname: "Quastenflosser" },
      { vorname: "Dr. Jürgen", nachname: "Quastenflößer" },
    ]) {
      expect(await similar("persons", values), values.vorname).toMatchObject([{ id: person, reasons: ["name"] }]);
    }
    expect(await idsOf("persons", { vorname: "Karla", nachname: "Quastenflosser" })).toEqual([]);
    expect(await similar("persons", { email: "JQ@example.org" })).toMatchObject([{ id: person, reasons: ["email"] }]);
    const member = await createMember(db(), { vorname: "Ilse", nachname: "Zwickmühle-Ott" });
    expect(await idsOf("members", { vorname: "Ilse", nachname: "Zwickmühle" })).toEqual([member]);
  });

  it("knows projects by their titles, and thematic fields by their names", async () => {
    const project = await createProject(db(), { projekt_titel: "Kläranlagen im Karst, Phase 1" });
    expect(await idsOf("projects", { projekt_titel: "Phase I: Klaeranlagen im Karst" })).toEqual([]);
    expect(await idsOf("projects", { projekt_titel: "Karst: Kläranlagen (Phase 1)" })).toEqual([project]);
    expect(await idsOf("projects", { projekt_titel: "Kläranlagen im Karst, Phase 2" })).toEqual([]);
    const field = await createThematicField(db(), { themenfeld_de: "Moorkunde", themenfeld_en: "Peatland studies" });
    expect(await idsOf("thematicfields", { themenfeld_de: "moorkunde" })).toEqual([field]);
    expect(await idsOf("thematicfields", { themenfeld_en: "Studies of peatland" })).toEqual([field]);
  });

  it("finds by further names", async () => {
    const id = await createInstitution(db(), { name: "Haus am Steilhang" });
    await api.put(`/api/institutions/${id}`, { aliases: ["Akademie Felsenegg"] });
    await db()
      .$executeRaw`UPDATE institutions SET aliases = ARRAY['Akademie Felsenegg'] WHERE partner_institution_id = ${id}`;
    expect(await similar("institutions", { name: "Felsenegg Academy" })).toMatchObject([{ id, reasons: ["alias"] }]);
  });

  it("has an answer for everything that may be typed", async () => {
    for (const name of ["", " ", "%", "()", "der die das", "x".repeat(50_000), "\u{1f600}", "Ω", "a".repeat(300)]) {
      expect(await similar("institutions", { name })).toEqual([]);
    }
    expect(await similar("institutions", {})).toEqual([]);
  });

  it("refuses what it does not know", async () => {
    const refused = async (text: string) => {
      const { status, json } = await api.get<Refusal>(`/api/institutions/similar?${text}`);
      return [status, json.errors];
    };
    expect(await refused("vorname=x")).toEqual([422, { vorname: ["unknown"] }]);
    expect(await refused("name=x&name=y")).toEqual([422, { name: ["type"] }]);
    expect(await refused("name=x&except=0")).toEqual([422, { except: ["type"] }]);
  });
});

describe("GET /api/duplicates", () => {
  it("lists pairs, the surest first, page by page", async () => {
    const one = await createInstitution(db(), { name: "Hochschule Unterammersee", email: "post@ammersee.example" });
    const other = await createInstitution(db(), {
      name: "Unterammersee University of Applied Sciences",
      email: "post@ammersee.example",
    });
    const { data, total } = await listed("institutions");
    expect(data).toHaveLength(total);
    expect(data.find(({ a }) => a.id === one)).toEqual({
      a: expect.objectContaining({ id: one, label: "Hochschule Unterammersee" }),
      b: expect.objectContaining({ id: other }),
      score: expect.any(Number),
      reasons: ["name", "email"],
    });
    expect(data.map(({ score }) => score)).toEqual(data.map(({ score }) => score).sort((x, y) => y - x));
    const page = await api.get<List>("/api/duplicates?kind=institutions&pageSize=1&pageNo=1");
    expect(page.json.data).toEqual(data.slice(1, 2));
  });

  it("follows every change: new, renamed, by SQL, deleted and brought back", async () => {
    const one = await createInstitution(db(), { name: "Kolleg Grauwacke" });
    const other = await createInstitution(db(), { name: "Grauwacke-Kolleg" });
    expect(await isListed("institutions", one, other)).toBe(true);
    await api.put(`/api/institutions/${other}`, { name: "Schieferwerk" });
    expect(await isListed("institutions", one, other)).toBe(false);
    await db().$executeRaw`UPDATE institutions SET name = 'College Grauwacke' WHERE partner_institution_id = ${other}`;
    expect(await isListed("institutions", one, other)).toBe(true);
    await api.delete(`/api/institutions/${other}`);
    expect(await isListed("institutions", one, other)).toBe(false);
    const { json } = await api.get<{ data: { change_id: number }[] }>(
      `/api/history?kind=institutions&id=${other}&action=delete`,
    );
    await api.post(`/api/history/${json.data[0]?.change_id}/revert`, {});
    expect(await isListed("institutions", one, other)).toBe(true);
  });

  it("compares a record again only when what it is compared by has changed", async () => {
    const id = await createInstitution(db(), { name: "Vergleichswerk" });
    await listed("institutions");
    const waits = () => db().$queryRaw<object[]>`SELECT FROM alike_waiting WHERE kind = 'institutions' AND id = ${id}`;
    await api.put(`/api/institutions/${id}`, { kommentare: "Neu" });
    expect(await waits()).toHaveLength(0);
    await api.put(`/api/institutions/${id}`, { name: "Vergleichswerke" });
    expect(await waits()).toHaveLength(1);
  });

  it("asks for a kind that there is", async () => {
    for (const [text, error] of [
      ["", "required"],
      ["?kind=hats", "type"],
      ["?kind=members&kind=persons", "type"],
    ]) {
      const { status, json } = await api.get<Refusal>(`/api/duplicates${text}`);
      expect([status, json.errors]).toEqual([422, { kind: [error] }]);
    }
    expect((await api.get("/api/duplicates?kind=members&pageSize=101")).status).toBe(422);
  });
});

describe("/api/duplicates/dismiss", () => {
  it("takes a pair off the list, for good, until it is recalled", async () => {
    const one = await createInstitution(db(), { name: "Observatorium Blauenstein" });
    const other = await createInstitution(db(), { name: "Blauenstein Observatorium" });
    expect(await isListed("institutions", one, other)).toBe(true);
    const { total } = await countDuplicates(commandContext(), definitionOf("institution"));
    const body = { kind: "institutions", ids: [other, one] };
    expect((await api.post("/api/duplicates/dismiss", body)).json).toEqual({ success: true, message: "data_saved" });
    expect(await isListed("institutions", one, other)).toBe(false);
    expect(await countDuplicates(commandContext(), definitionOf("institution"))).toEqual({
      total: total - 1,
      waiting: 0,
    });
    // It survives that the two are compared again.
    await api.put(`/api/institutions/${one}`, { name: "Observatorium Blauenstein e. V." });
    expect(await isListed("institutions", one, other)).toBe(false);
    const again = await api.post("/api/duplicates/dismiss", { ...body, ids: [one, other] });
    expect([again.status, again.json]).toEqual([200, { success: false, message: "already_exists" }]);
    expect((await api.delete("/api/duplicates/dismiss", { body })).json).toEqual({
      success: true,
      message: "data_deleted",
    });
    expect(await isListed("institutions", one, other)).toBe(true);
    expect((await api.delete("/api/duplicates/dismiss", { body })).status).toBe(404);
  });

  it("goes with the records", async () => {
    const [one, other] = [await createInstitution(db()), await createInstitution(db())];
    await api.post("/api/duplicates/dismiss", { kind: "institutions", ids: [one, other] });
    await api.delete(`/api/institutions/${one}`);
    const left = await db().$queryRaw<object[]>`SELECT FROM duplicate_dismissals WHERE a = ${one} OR b = ${one}`;
    expect(left).toHaveLength(0);
  });

  it("is for those who may write, and for two records that there are", async () => {
    const id = await createInstitution(db());
    const dismiss = (body: unknown, client = api) => client.post<Refusal>("/api/duplicates/dismiss", body);
    expect((await dismiss({ kind: "institutions", ids: [id, 999_999] }, reader)).status).toBe(403);
    expect((await dismiss({ kind: "institutions", ids: [id, 999_999] })).status).toBe(404);
    for (const ids of [[id, id], [id], [id, 0], "x", [id, 1.5]]) {
      const { status, json } = await dismiss({ kind: "institutions", ids });
      expect([status, Object.keys(json.errors)[0]?.slice(0, 3)], JSON.stringify(ids)).toEqual([422, "ids"]);
    }
    expect((await dismiss({ kind: "hats", ids: [1, 2] })).json.errors).toEqual({ kind: ["exists"] });
    expect((await reader.get("/api/duplicates?kind=members")).status).toBe(200);
    expect((await reader.get("/api/members/similar?nachname=x")).status).toBe(200);
  });
});

describe("work at once", () => {
  it("finds each pair once, however many ask while records come", async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        createMember(db(), { vorname: "Zita", nachname: at % 2 ? "Gleichzeitig" : "Gleichzeitich" }),
      ),
    );
    await Promise.all(Array.from({ length: 6 }, () => listed("members")));
    const { data } = await listed("members");
    const ours = data.filter(({ a }) => made.includes(a.id)).map(({ a, b }) => `${a.id} ${b.id}`);
    expect(new Set(ours).size).toBe(ours.length);
    expect(ours).toHaveLength((12 * 11) / 2);
  });

  it("answers many rows in one go", async () => {
    const id = await createThematicField(db(), { themenfeld_de: "Gletscherkunde", themenfeld_en: "Glaciology" });
    const definition = definitionOf("thematicField");
    await keepAlike({ connection: db() }, definition, "read");
    const rows = [{ themenfeld_de: "Gletscherkunde", themenfeld_en: "Glaciology" }, { themenfeld_de: "Etwas anderes" }];
    const found = await likenessesOf(db(), definition, rows);
    expect(found.map((hits) => hits.map((hit) => hit.id))).toEqual([[id], []]);
    // So many that their keys are not looked up each by itself.
    const many = Array.from({ length: 600 }, (_, at) => ({ themenfeld_de: `Ferngebiet ${at} Nummer${at}` }));
    expect((await likenessesOf(db(), definition, [...many, ...rows])).slice(-2)).toEqual(found);
    expect(await likenessesOf(db(), definition, rows, { until: 0 }), "out of time").toEqual([]);
  });
});

it("takes names whose signs need two places, and refuses what nothing can keep", async () => {
  const client = await loggedIn();
  await client.post("/api/persons/new", personValues({ vorname: "太郎", nachname: "𠮷田" }));
  await client.post("/api/institutions/new", institutionValues({ name: "𠮷野 𠮷川 𠮷村 大学" }));
  for (const kind of ["persons", "institutions"]) {
    expect((await client.get(`/api/duplicates?kind=${kind}`)).status, kind).toBe(200);
  }
  for (const field of ["email", "adresse", "ph_webseite", "nachname"]) {
    const { status } = await client.get(`/api/persons/similar?${field}=%00`);
    expect(status, field).toBe(422);
  }
});

import { beforeAll, describe, expect, it } from "vitest";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { countDuplicates } from "@/lib/features/duplicates/server/find-duplicates";
import { similaritiesOf } from "@/lib/features/duplicates/server/find-similar";
import { refreshDuplicates } from "@/lib/features/duplicates/server/refresh";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { DuplicatePair } from "@/lib/features/duplicates/duplicate-answers";
import { surenessOf } from "@/lib/model/kinds/duplicate-fields";
import {
  createInstitution,
  createMember,
  createThematicField,
  institutionValues,
  personValues,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * Duplicate detection (contract §12) through the API. The comparison of names is tested in
 * `lib/features/duplicates/record-matching`.
 */

type Refusal = { message: string; errors: Record<string, string[]> };
type List = { total: number; data: DuplicatePair[]; next_page_url: string | null };

let [api, reader] = [] as unknown as [Client, Client];
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  reader = await loggedIn({ role: "reader" });
});

async function listDuplicates(kind: string) {
  const { json } = await api.get<List>(`/api/duplicates?kind=${kind}&pageSize=100`);
  return json;
}
/** Returns the listed pair of two institutions. */
async function findPair(one: number, other: number) {
  const { data } = await listDuplicates("institutions");
  return data.find(({ a, b }) => a.id === one && b.id === other);
}
/** Returns whether two records are listed as a pair of possible duplicates. */
async function isListed(kind: string, one: number, other: number) {
  const { data } = await listDuplicates(kind);
  return data.some(({ a, b }) => [a.id, b.id].sort().join() === [one, other].sort().join());
}

describe("GET /api/duplicates", () => {
  it("GET /api/duplicates lists pairs by descending score, paginated", async () => {
    const one = await createInstitution(db(), { name: "Hochschule Unterammersee", email: "post@ammersee.example" });
    const other = await createInstitution(db(), {
      name: "Unterammersee University of Applied Sciences",
      email: "post@ammersee.example",
    });
    const { data, total } = await listDuplicates("institutions");
    expect(data).toHaveLength(total);
    expect(data.find(({ a }) => a.id === one)).toEqual({
      a: expect.objectContaining({ id: one, label: "Hochschule Unterammersee" }),
      b: expect.objectContaining({ id: other }),
      score: expect.any(Number),
      reasons: ["name", "email"],
      differences: [],
    });
    expect(data.map(({ score }) => score)).toEqual(data.map(({ score }) => score).sort((x, y) => y - x));
    const page = await api.get<List>("/api/duplicates?kind=institutions&pageSize=1&pageNo=1");
    expect(page.json.data).toEqual(data.slice(1, 2));
  });

  it("a pair with different addresses and websites is only likely, and both differences are listed", async () => {
    const create = (name: string, adresse: string, webseite: string) =>
      createInstitution(db(), { name, adresse, webseite });
    const one = await create("Université libre de Krummau", "Schlossgasse 50, Krummau", "https://ulk.example");
    await create("Vrije Universiteit Krummau", "Marktplatz 2, Krummau", "https://www.vuk.example");
    const pair = (await listDuplicates("institutions")).data.find(({ a }) => a.id === one);
    expect(pair).toMatchObject({ reasons: ["name"], differences: ["address", "website"] });
    expect(surenessOf(pair?.score ?? 1)).toBe("likely");
  });

  it("names with different words in brackets are never listed", async () => {
    const one = await createThematicField(db(), {
      themenfeld_de: "Moortheologie (evang.)",
      themenfeld_en: "Moor faith",
    });
    const other = await createThematicField(db(), {
      themenfeld_de: "Moortheologie (kath.)",
      themenfeld_en: "Faith of the moor",
    });
    expect(await isListed("thematicfields", one, other)).toBe(false);
  });

  it("the list of duplicates follows records created, renamed, changed by SQL, deleted and restored", async () => {
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

  it("a web host is no match reason once very many records share it", async () => {
    const create = (name: string) => createInstitution(db(), { name, webseite: "https://schnell-viele.example" });
    const [one, other] = [await create("Erstlingshaus"), await create("Zweitwerk")];
    expect(await isListed("institutions", one, other)).toBe(true);
    await Promise.all(Array.from({ length: 60 }, (_, at) => create(`${at} ${"abcdefghij"[at % 10]} Schwarm`)));
    expect(await isListed("institutions", one, other)).toBe(false);
  });

  it("a pair stays listed if one web host spells the other's name, although many records share the host", async () => {
    const create = (name: string) => createInstitution(db(), { name, webseite: "https://www.sggw.example" });
    const owner = await create("Agricultural University of Warsaw");
    const other = await createInstitution(db(), { name: "Szkoła Główna Gospodarstwa Wiejskiego" });
    expect((await findPair(owner, other))?.reasons).toEqual(["website"]);
    for (const name of ["Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs"]) await create(`Stelle ${name}`);
    expect((await findPair(owner, other))?.reasons).toEqual(["website"]);
    await api.put(`/api/institutions/${owner}`, { email: "post@sggw.example" });
    expect((await findPair(owner, other))?.reasons).toEqual(["website"]);
    expect(await countDuplicates(commandContext(), definitionOf("institution"))).toMatchObject({ waiting: 0 });
  });

  it("a restored record is compared although a queue entry of it was left over", async () => {
    const id = await createInstitution(db(), { name: "Kolleg Wiederkehr" });
    await api.delete(`/api/institutions/${id}`);
    await db().$executeRaw`INSERT INTO alike_waiting (kind, id, is_read) VALUES ('institutions', ${id}, true)`;
    const { json } = await api.get<{ data: { change_id: number }[] }>(
      `/api/history?kind=institutions&id=${id}&action=delete`,
    );
    expect((await api.post(`/api/history/${json.data[0]?.change_id}/revert`, {})).status).toBe(200);
    const other = await createInstitution(db(), { name: "Wiederkehr-Kolleg" });
    expect(await isListed("institutions", id, other)).toBe(true);
  });

  it("a record is compared again only when a compared field has changed", async () => {
    const id = await createInstitution(db(), { name: "Vergleichswerk" });
    await listDuplicates("institutions");
    const queueEntries = () =>
      db().$queryRaw<object[]>`SELECT FROM alike_waiting WHERE kind = 'institutions' AND id = ${id}`;
    await api.put(`/api/institutions/${id}`, { kommentare: "Neu" });
    expect(await queueEntries()).toHaveLength(0);
    await api.put(`/api/institutions/${id}`, { name: "Vergleichswerke" });
    expect(await queueEntries()).toHaveLength(1);
  });

  it("GET /api/duplicates requires a known kind", async () => {
    for (const [query, error] of [
      ["", "required"],
      ["?kind=hats", "type"],
      ["?kind=members&kind=persons", "type"],
    ]) {
      const { status, json } = await api.get<Refusal>(`/api/duplicates${query}`);
      expect([status, json.errors]).toEqual([422, { kind: [error] }]);
    }
    expect((await api.get("/api/duplicates?kind=members&pageSize=101")).status).toBe(422);
  });
});

describe("/api/duplicates/dismiss", () => {
  it("a dismissal removes a pair from the list until it is revoked", async () => {
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
    // The pair stays dismissed when the change of a name makes the app compare it again.
    await api.put(`/api/institutions/${one}`, { name: "Observatorium Blauenstein e. V." });
    expect(await isListed("institutions", one, other)).toBe(false);
    const secondDismissal = await api.post("/api/duplicates/dismiss", { ...body, ids: [one, other] });
    expect([secondDismissal.status, secondDismissal.json]).toEqual([
      200,
      { success: false, message: "already_exists" },
    ]);
    expect((await api.delete("/api/duplicates/dismiss", { body })).json).toEqual({
      success: true,
      message: "data_deleted",
    });
    expect(await isListed("institutions", one, other)).toBe(true);
    expect((await api.delete("/api/duplicates/dismiss", { body })).status).toBe(404);
  });

  it("a dismissal is deleted with its records", async () => {
    const [one, other] = [await createInstitution(db()), await createInstitution(db())];
    await api.post("/api/duplicates/dismiss", { kind: "institutions", ids: [one, other] });
    await api.delete(`/api/institutions/${one}`);
    const dismissals = await db().$queryRaw<object[]>`SELECT FROM duplicate_dismissals WHERE a = ${one} OR b = ${one}`;
    expect(dismissals).toHaveLength(0);
  });

  it("a dismissal requires write permission and two existing records", async () => {
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

describe("concurrency and bulk matching", () => {
  it("each pair is found once under concurrent reads and writes", async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        createMember(db(), { vorname: "Zita", nachname: at % 2 ? "Gleichzeitig" : "Gleichzeitich" }),
      ),
    );
    await Promise.all(Array.from({ length: 6 }, () => listDuplicates("members")));
    const { data } = await listDuplicates("members");
    const foundPairs = data.filter(({ a }) => ids.includes(a.id)).map(({ a, b }) => `${a.id} ${b.id}`);
    expect(new Set(foundPairs).size).toBe(foundPairs.length);
    expect(foundPairs).toHaveLength((12 * 11) / 2);
  });

  it("similaritiesOf matches many rows in one call", async () => {
    const id = await createThematicField(db(), { themenfeld_de: "Gletscherkunde", themenfeld_en: "Glaciology" });
    const definition = definitionOf("thematicField");
    await refreshDuplicates({ connection: db() }, definition, "read");
    const rows = [{ themenfeld_de: "Gletscherkunde", themenfeld_en: "Glaciology" }, { themenfeld_de: "Etwas anderes" }];
    const found = await similaritiesOf(db(), definition, rows);
    expect(found.map((hits) => hits.map((hit) => hit.id))).toEqual([[id], []]);
    // Enough rows that their keys are looked up in bulk.
    const many = Array.from({ length: 600 }, (_, at) => ({ themenfeld_de: `Ferngebiet ${at} Nummer${at}` }));
    expect((await similaritiesOf(db(), definition, [...many, ...rows])).slice(-2)).toEqual(found);
    expect(await similaritiesOf(db(), definition, rows, { until: 0 }), "out of time").toEqual([]);
  });
});

it("duplicate detection accepts characters outside the basic multilingual plane, and refuses NUL", async () => {
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

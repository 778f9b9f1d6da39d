import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, KINDS, NAME_FIELD, valuesOf, type Body } from "../../support/records/history";
import { csvOf, importCalls } from "../../support/records/imports";

/* Contract §12, "Aliases". */

type AliasesResponse = { success: boolean; message?: string; aliases: string[]; errors?: Record<string, string[]> };
type Hit = { id: number; label: string; detail: string };

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

describe.each(KINDS)("%s", (path, { key }) => {
  it("stores aliases as a subresource, not in the record", async () => {
    const id = await calls.create(path);
    const before = await calls.load(`${path}/${id}`);
    expect((await api.get<AliasesResponse>(`/api/${path}/${id}/aliases`)).json).toEqual({ success: true, aliases: [] });

    const name = `Zweitname ${path} ${id}`;
    const response = await api.put<AliasesResponse>(`/api/${path}/${id}/aliases`, {
      aliases: [` ${name}  lang `, "ZN"],
    });
    expect(response.status).toBe(200);
    expect(response.json).toEqual({ success: true, message: "data_updated", aliases: [`${name} lang`, "ZN"] });
    expect(response.headers.get("etag")).toBe('"2"');
    const read = await api.get<AliasesResponse>(`/api/${path}/${id}/aliases`);
    expect(read.json.aliases).toEqual([`${name} lang`, "ZN"]);
    expect(read.headers.get("etag")).toBe('"2"');

    expect(await calls.load(`${path}/${id}`)).toEqual(before);
    const { data } = (await api.get<{ data: Body[] }>(`/api/${path}?filter=${encodeURIComponent(name)}`)).json;
    expect(data.map((row) => row[key])).toEqual([id]);
    expect(data[0]).not.toHaveProperty("aliases");
    const [change] = await calls.changes(`kind=${path}&id=${id}`);
    expect(change).toMatchObject({
      action: "update",
      fields: [{ name: "aliases", old: [], new: [`${name} lang`, "ZN"] }],
    });
  });

  it("finds records by alias, and search hits show the matching alias", async () => {
    const id = await calls.create(path);
    const alias = `Fundname${path}${id}`;
    await api.put(`/api/${path}/${id}/aliases`, { aliases: ["Anders", alias] });
    const hits = (await api.get<Hit[]>(`/api/${path}_search?search=${alias}&detail=1`)).json;
    expect(hits.map((hit) => hit.id)).toEqual([id]);
    expect(hits[0]?.detail).toMatch(new RegExp(`^auch: ${alias}`));
    const found = (await api.get<{ kind: string; hits: Hit[] }[]>(`/api/search?search=${alias}`)).json;
    expect(found).toMatchObject([{ kind: path, hits: [{ id, detail: hits[0]?.detail }] }]);
    // If the search text matches the record's name, the hit shows no alias.
    const label = hits[0]?.label ?? "";
    const own = (await api.get<Hit[]>(`/api/${path}_search?search=${encodeURIComponent(label)}&detail=1`)).json;
    expect(own.find((hit) => hit.id === id)?.detail).not.toContain("auch:");
  });

  it("undo restores aliases, also when a deleted record is restored", async () => {
    const id = await calls.create(path);
    await api.put(`/api/${path}/${id}/aliases`, { aliases: ["Erst"] });
    await api.put(`/api/${path}/${id}/aliases`, { aliases: ["Dann", "Erst"] });
    const [second] = await calls.changes(`kind=${path}&id=${id}`);
    expect((await calls.revert(second)).status).toBe(200);
    expect((await api.get<AliasesResponse>(`/api/${path}/${id}/aliases`)).json.aliases).toEqual(["Erst"]);
    await api.delete(`/api/${path}/${id}`);
    expect((await api.get(`/api/${path}/${id}/aliases`)).status).toBe(404);
    const [deletion] = await calls.changes(`kind=${path}&id=${id}`);
    expect((await calls.revert(deletion)).status).toBe(200);
    expect((await api.get<AliasesResponse>(`/api/${path}/${id}/aliases`)).json.aliases).toEqual(["Erst"]);
  });
});

describe.each(KINDS)("%s with aliases in the body", (path) => {
  const own = NAME_FIELD[path] ?? "";

  const aliasesOf = async (id: number) => (await api.get<AliasesResponse>(`/api/${path}/${id}/aliases`)).json.aliases;

  it("a record is created with aliases in one change, which undo removes", async () => {
    const aliases = [" Erst ", "Zweit", "ERST"];
    const { json } = await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, valuesOf(path, { aliases }));
    const id = json.data.lastId;
    expect(await aliasesOf(id)).toEqual(["Erst", "Zweit"]);
    const changes = await calls.changes(`kind=${path}&id=${id}&action=create`);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.fields).toContainEqual({ name: "aliases", old: null, new: ["Erst", "Zweit"] });
    expect((await calls.revert(changes[0])).status).toBe(200);
    expect((await api.get(`/api/${path}/${id}`)).status).toBe(404);
  });

  it("a body with aliases changes these and other fields in one version and one change, undone as one", async () => {
    const id = await calls.create(path);
    await api.put(`/api/${path}/${id}`, { aliases: ["Alt"] });
    const data = await calls.load(`${path}/${id}`);
    const response = await api.put(`/api/${path}/${id}`, { [own]: "Anders", aliases: ["Neu", "Neuer"] });
    expect([response.status, response.headers.get("etag")]).toEqual([200, '"3"']);
    const [change] = await calls.changes(`kind=${path}&id=${id}`);
    expect(change?.fields).toEqual([
      { name: own, old: data[own], new: "Anders" },
      { name: "aliases", old: ["Alt"], new: ["Neu", "Neuer"] },
    ]);
    expect((await calls.revert(change)).status).toBe(200);
    expect(await aliasesOf(id)).toEqual(["Alt"]);
    expect((await calls.load(`${path}/${id}`))[own]).toBe(data[own]);
  });

  it("a body without aliases, such as a loaded record, keeps them", async () => {
    const id = await calls.create(path);
    await api.put(`/api/${path}/${id}`, { aliases: ["Bleibt"] });
    const data = await calls.load(`${path}/${id}`);
    expect(data).not.toHaveProperty("aliases");
    expect((await api.put(`/api/${path}/${id}`, { ...data, [own]: "Anders" })).status).toBe(200);
    expect(await aliasesOf(id)).toEqual(["Bleibt"]);
    expect((await api.put(`/api/${path}/${id}`, { aliases: [] })).status).toBe(200);
    expect(await aliasesOf(id)).toEqual([]);
  });

  it("a body with too many, too long or wrong aliases is refused without a change", async () => {
    const id = await calls.create(path);
    const before = await calls.load(`${path}/${id}`);
    const invalid: [unknown, string][] = [
      [Array.from({ length: 21 }, (_, at) => `Name ${at}`), "max"],
      [["x".repeat(256)], "max"],
      ["Text", "type"],
      [[1], "type"],
    ];
    for (const [aliases, code] of invalid) {
      for (const answer of [
        await api.put<AliasesResponse>(`/api/${path}/${id}`, { aliases }),
        await api.post<AliasesResponse>(`/api/${path}/new`, valuesOf(path, { aliases })),
      ]) {
        expect([answer.status, answer.json.errors], JSON.stringify(aliases)).toEqual([422, { aliases: [code] }]);
      }
    }
    expect(await calls.load(`${path}/${id}`)).toEqual(before);
    expect(await aliasesOf(id)).toEqual([]);
  });

  it("a body with aliases is refused for an outdated version, and its undo after a later change", async () => {
    const id = await calls.create(path);
    const response = (aliases: string[], version: number) =>
      api.put<Body>(`/api/${path}/${id}`, { aliases }, { headers: { "if-match": `"${version}"` } });
    expect((await response(["Eins"], 1)).status).toBe(200);
    const refused = await response(["Zwei"], 1);
    expect(refused.status).toBe(412);
    expect(refused.json).toMatchObject({ message: "edit_conflict", data: await calls.load(`${path}/${id}`) });
    expect(await aliasesOf(id)).toEqual(["Eins"]);
    const [first] = await calls.changes(`kind=${path}&id=${id}`);
    expect((await response(["Zwei"], 2)).status).toBe(200);
    expect(await calls.revert(first)).toMatchObject({
      status: 409,
      json: { message: "changed_since", fields: ["aliases"] },
    });
  });
});

describe("aliases", () => {
  it("aliases are limited to twenty of 255 characters, without duplicates ignoring case", async () => {
    const id = await createInstitution(db());
    const response = (aliases: unknown, more: Body = {}) =>
      api.put<AliasesResponse>(`/api/institutions/${id}/aliases`, { aliases, ...more });
    const names = (count: number) => Array.from({ length: count }, (_, at) => `Name ${at}`);
    expect((await response([...names(20), "NAME 3", " "])).json.aliases).toEqual(names(20));
    expect((await response(["x".repeat(255)])).status).toBe(200);
    const invalid: [unknown, string][] = [
      [names(21), "max"],
      [["x".repeat(256)], "max"],
      ["Text", "type"],
      [[1], "type"],
      [["\0"], "type"],
      [null, "required"],
      [undefined, "required"],
    ];
    for (const [aliases, code] of invalid) {
      const { status, json } = await response(aliases);
      expect([status, json.errors], JSON.stringify(aliases)).toEqual([422, { aliases: [code] }]);
    }
    expect((await response([], { name: "x" })).json.errors).toEqual({ name: ["unknown"] });
    expect((await api.get<AliasesResponse>(`/api/institutions/${id}/aliases`)).json.aliases).toEqual(["x".repeat(255)]);
  });

  it("writing aliases honours If-Match, and writes nothing when nothing changes", async () => {
    const id = await createInstitution(db());
    const path = `/api/institutions/${id}/aliases`;
    const response = (ifMatch: string) =>
      api.put<AliasesResponse>(path, { aliases: ["Eins"] }, { headers: { "if-match": ifMatch } });
    expect((await response('"7"')).status).toBe(412);
    expect((await response('"1"')).headers.get("etag")).toBe('"2"');
    expect((await response('"2"')).headers.get("etag")).toBe('"2"');
    expect(await calls.changes(`kind=institutions&id=${id}&action=update`)).toHaveLength(1);
  });

  it("aliases keep their order, and are split at the separator used in table cells", async () => {
    const id = await createInstitution(db());
    const response = async (aliases: string[]) =>
      (await api.put<AliasesResponse>(`/api/institutions/${id}/aliases`, { aliases })).json.aliases;
    expect(await response(["Eins", "Zwei"])).toEqual(["Eins", "Zwei"]);
    expect(await response(["Zwei", "Eins"])).toEqual(["Zwei", "Eins"]);
    expect(await response(["Eins  | Zwei", "A|B"])).toEqual(["Eins", "Zwei", "A|B"]);
  });

  it("aliases can be filtered, exported and imported", async () => {
    const id = await createInstitution(db(), { name: "Haus mit Namen" });
    await api.put(`/api/institutions/${id}/aliases`, { aliases: ["Casa nominada", "C; N"] });
    const where = `where[aliases][contains]=${encodeURIComponent("casa NOMI")}`;
    const { data } = (await api.get<{ data: Body[] }>(`/api/institutions?${where}`)).json;
    expect(data.map((row) => row.partner_institution_id)).toEqual([id]);
    const empty = await api.get<{ data: Body[] }>("/api/institutions?where[aliases][empty]=false&filter=nominada");
    expect(empty.json.data).toHaveLength(1);
    const csv = (await api.get(`/api/institutions/export?format=csv&columns=name,aliases&${where}`)).bytes;
    expect(Buffer.from(csv).toString("utf8")).toContain('Haus mit Namen;"Casa nominada | C; N"');

    const imports = importCalls(api);
    const table = csvOf(["Name", "Weitere Namen"], ["Haus mit Namen", "Casa nominada | Maison | maison"]);
    const preview = await imports.preview("institutions", table, { match: ["name"] });
    expect(preview.json).toMatchObject({ update: 1, create: 0, refused: 0 });
    expect((await imports.run(preview.id)).state).toBe("done");
    const { aliases } = (await api.get<AliasesResponse>(`/api/institutions/${id}/aliases`)).json;
    expect(aliases).toEqual(["Casa nominada", "Maison"]);
  });
});

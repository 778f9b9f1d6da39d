import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import {
  createAny,
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";
import { csvRows } from "../../support/records/spreadsheets";

let api: Client;
let imports: ReturnType<typeof importCalls>;
let topics: number[];
beforeAll(async () => {
  api = await loggedIn();
  imports = importCalls(api);
  topics = [
    await createThematicField(db(), { themenfeld_de: "Bildung; Schule | Kita", themenfeld_en: "Education" }),
    await createThematicField(db(), { themenfeld_de: "Akustik", themenfeld_en: "Acoustics" }),
  ];
  // Hard cases for exporting and importing again: records with the same name, separators in names,
  // formulas, unusual texts, dates, links of every kind.
  const institutions = [
    await createInstitution(db(), { name: "Müller; Söhne | Co", telefon: "+49 1", kommentare: "=A1\r\n'-b" }),
  ];
  const bulleted = "Themen:\n- a;=1+1\n- b,'-2, \"@x\"\n' + c";
  institutions.push(await createInstitution(db(), { name: "Haus, =1+1; -2", kommentare: bulleted }));
  // Legacy data: values that the form would not accept, a text that ends like a truncated one,
  // control characters.
  institutions.push(await createInstitution(db(), { name: "Altes Haus", telefon: "#N/A", kommentare: "\u0001 und" }));
  await db()
    .$executeRaw`UPDATE institutions SET email = 'keine', kommentare = kommentare || ' […]' WHERE name = 'Altes Haus'`;
  for (let count = 0; count < 2; count++)
    institutions.push(await createInstitution(db(), { name: "Zwillingshaus", branchen: "'x" }));
  const member = await createMember(db(), { einrichtungen: [1, 2], themenfelder: topics, kommentare: "_x0041_ 'a'" });
  const values = { vertragsgrundlage: 1, projektbeginn: "1899-12-31", projektende: "2031-01-02", themenfelder: topics };
  const project = await createProject(db(), { projekt_titel: "-Vorhaben; mit | Strich", ...values });
  const person = await createPerson(db(), { institution: institutions, themenfelder: [topics[0] ?? 0] });
  for (const path of [
    `members/project/${member}/${project}`,
    `persons/project/${person}/${project}`,
    `institutions/project/${institutions[1]}/${project}`,
  ])
    expect((await api.post(`/api/${path}`)).json.success).toBe(true);
});
/** Deletes the imports of each test, because the number of imports per account is limited. */
afterEach(() => db().import.deleteMany());

const KINDS = allDefinitions.map(({ apiPath }) => apiPath);
const definition = (path: string) => definitionOf(allDefinitions.find(({ apiPath }) => apiPath === path)?.name ?? "");
const exported = async (kind: string, format: string, language = "de") =>
  (await api.get(`/api/${kind}/export?format=${format}`, { headers: { "accept-language": language } }))
    .bytes as Uint8Array<ArrayBuffer>;

describe("exports of the app", () => {
  it.each(
    KINDS.flatMap((kind) => [
      [kind, "csv", "de"],
      [kind, "xlsx", "de"],
      [kind, "xlsx", "en"],
    ]),
  )("an export of %s as %s in %s is imported as unchanged", async (kind, format, language) => {
    await createAny(db(), definition(kind));
    const { json, status } = await imports.preview(kind, await exported(kind, format, language));
    expect(status).toBe(200);
    expect(json.rows.filter(({ action }) => action !== "same")).toEqual([]);
    expect(json).toMatchObject({ create: 0, update: 0, refused: 0 });
    expect(json.same).toBeGreaterThan(0);
  });

  it.each(KINDS)("an export of %s with one changed cell is imported as one update", async (kind) => {
    const own = await createAny(db(), definition(kind));
    const [headers = [], ...rows] = csvRows(await exported(kind, "csv"));
    const name = definition(kind).labelFields("de")[0] ?? "";
    const { json: uploaded } = await imports.upload(kind, csvOf(headers, ...rows));
    const at = uploaded.columns.findIndex(({ field }) => field === name);
    const changed = rows.find(([key]) => key === String(own));
    if (changed) changed[at] = "Geändert";
    const { id, json } = await imports.preview(kind, csvOf(headers, ...rows));
    expect(json).toMatchObject({ create: 0, update: 1, refused: 0, same: rows.length - 1 });
    expect(json.rows.find(({ action }) => action === "update")).toMatchObject({
      action: "update",
      id: Number(changed?.[0]),
      changes: [{ name, new: "Geändert" }],
    });
    expect(await imports.run(id, { renames: true })).toMatchObject({ state: "done", done: 1, total: 1 });
    const { data } = (await api.get<{ data: Record<string, unknown> }>(`/api/${kind}/${changed?.[0]}`)).json;
    expect(data[name]).toBe("Geändert");
  });
});

describe("third-party tables", () => {
  it("imports a table from German Excel: semicolons, Windows-1252, dates, normalized names, lists", async () => {
    const table = [
      "Projekttitel;Vertragsgrundlage;Projektbeginn;Projektende;Einrichtungen;Themenfelder;Ablage",
      'Übermorgen;befristet;1.2.2025;01.01.26;k. a.;"akustik|BILDUNG; SCHULE | KITA";egal',
      "Gestern;unbefristet;2020-03-01 00:00:00;;K. A.;;",
    ].join("\r\n");
    const latin = Uint8Array.from(table, (character) => character.charCodeAt(0)) as Uint8Array<ArrayBuffer>;
    const { json: uploaded } = await imports.upload("projects", latin);
    expect(uploaded.columns.map(({ field }) => field)).toEqual([
      "projekt_titel",
      "vertragsgrundlage",
      "projektbeginn",
      "projektende",
      "einrichtungen",
      "themenfelder",
      null,
    ]);
    const { id, json } = await imports.preview("projects", latin);
    expect(json.rows.map(({ errors }) => errors)).toEqual([{}, {}]);
    expect(json).toMatchObject({ create: 2 });
    const { batch, state } = await imports.run(id);
    expect(state).toBe("done");
    const list = await api.get<{ data: Record<string, unknown>[] }>("/api/projects?filter=%C3%9Cbermorgen");
    expect(list.json.data).toMatchObject([
      { projektbeginn: "2025-02-01", projektende: "2026-01-01", vertragsgrundlage: 1 },
    ]);
    expect(batch).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("rows are matched by chosen fields, normalized; ambiguous and repeated matches are refused", async () => {
    const id = await createPerson(db(), { email: "Joerg.Gross@example.org", nachname: "Groß" });
    const table = csvOf(
      ["E-Mail", "Vorname", "Nachname"],
      ["joerg.gross@example.org", "Jörg", "Groß"],
      [" JOERG.GROSS@example.org", "Noch einmal", "Groß"],
      ["jorg.gross@example.org", "Jorg", "Gross"],
      ["neu@example.org", "Neu", "Neu"],
      ["NEU@example.org", "Noch einmal", "Neu"],
    );
    const { json } = await imports.preview("persons", table, { match: ["email"] });
    expect(json.rows.map(({ action, id: found, errors }) => [action, found, errors])).toEqual([
      ["update", id, {}],
      ["refused", id, { email: ["repeated"] }],
      ["create", null, {}],
      ["create", null, {}],
      ["refused", null, { email: ["repeated"] }],
    ]);
    const names = csvOf(["Name", "Branchen"], ["zwillingshaus", "neu"]);
    const duplicateRows = await imports.preview("institutions", names, { match: ["name"] });
    expect(duplicateRows.json.rows).toMatchObject([{ action: "refused", errors: { name: ["ambiguous"] } }]);
  });

  it("a merely similar spelling is not matched, and the exact one is preferred", async () => {
    const [baur, mueller, umlaut] = [
      await createPerson(db(), { nachname: "Baur", vorname: "Xaver" }),
      await createPerson(db(), { nachname: "Mueller", vorname: "Xaver" }),
      await createPerson(db(), { nachname: "Müller", vorname: "Xaver" }),
    ];
    const table = csvOf(
      ["Nachname", "Vorname"],
      ["Bauer", "Xaver"],
      ["BAUR ", "Xavér"],
      ["Mueller", "Xaver"],
      ["Müller", "Xaver"],
      ["MUELLER", "Xaver"],
    );
    const { json } = await imports.preview("persons", table, { match: ["nachname", "vorname"] });
    expect(json.rows.map(({ id, errors }) => [id, errors.nachname])).toEqual([
      [null, undefined],
      [baur, undefined],
      [mueller, undefined],
      [umlaut, undefined],
      [null, ["ambiguous"]],
    ]);
  });

  it("a row is refused by cell with all reasons, while valid rows are written", async () => {
    const table = csvOf(
      ["Name", "Branchen", "E-Mail", "Webseite", "Organisationsform", "Themenfelder", "Kommentare"],
      ["", "x", "keine", "javascript:1", "Zirkus", "Quatsch", "x".repeat(40_000)],
      ["=1+1", "x", "", "", "", "", ""],
      ["Gutes Haus", "x", "", "www.example.org", "Hochschule", "Acoustics", "'=1"],
    );
    const { id, json } = await imports.preview("institutions", table);
    expect(json.rows.map(({ errors }) => errors)).toEqual([
      {
        name: ["required"],
        email: ["email"],
        webseite: ["url"],
        organisationsform: ["unknown_name"],
        themenfelder: ["unknown_name"],
        kommentare: ["max"],
      },
      { name: ["formula"] },
      {},
    ]);
    expect(await imports.run(id)).toMatchObject({
      state: "done",
      done: 1,
      total: 1,
      result: { create: 1, refused: 2 },
    });
    const list = await api.get<{ data: Record<string, unknown>[] }>("/api/institutions?filter=Gutes+Haus");
    expect(list.json.data).toMatchObject([{ kommentare: "=1", themenfelder: [{ themenfeld_id: topics[1] }] }]);
    const refused = csvRows((await api.get(`/api/imports/${id}/refused`)).bytes);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.at(-1)).toBe("Grund");
    expect(refused[1]?.at(-1)).toContain("Themenfelder: „Quatsch“ gibt es hier nicht");
    expect(refused[1]?.at(-1)).toContain("Kommentare: Höchstens 10000 Zeichen");
    expect(refused[2]).toEqual(["#NV", "x", "", "", "", "", "", expect.stringMatching(/^Name: .*\(=1\+1\)$/)]);
    const only = await api.get<{ total: number; data: { row: number }[] }>(
      `/api/imports/${id}/rows?action=refused&pageSize=1&pageNo=1`,
    );
    expect(only.json).toMatchObject({ total: 2, data: [{ row: 3 }] });
  });

  it("a table of refused rows can be uploaded again, and is refused for the same reasons", async () => {
    const table = csvOf(["Name", "Branchen", "E-Mail"], ["=1+1", "x", ""], ["#NV", "x", ""], ["Haus", "x", "keine"]);
    const { id, json } = await imports.preview("institutions", table);
    const { bytes } = await api.get(`/api/imports/${id}/refused`, { headers: { "accept-language": "en" } });
    const again = await imports.preview("institutions", bytes as Uint8Array<ArrayBuffer>);
    expect(json).toMatchObject({ refused: 3 });
    expect(again.json.rows.map(({ errors }) => errors)).toEqual(json.rows.map(({ errors }) => errors));
    const [headers, ...rows] = csvRows((await api.get(`/api/imports/${again.id}/refused`)).bytes);
    expect(headers).toEqual(["Name", "Branchen", "E-Mail", "Grund"]);
    expect(rows.map(([name]) => name)).toEqual(["#N/A", "#NV", "Haus"]);
  });

  it("a table with names truncated by an export is refused, since the missing ones are unknown", async () => {
    const table = csvOf(["Name", "Branchen", "Themenfelder"], ["Haus […]", "x", "Akustik | Bil […]"]);
    const { json } = await imports.preview("institutions", table);
    expect(json.rows.map(({ errors }) => errors)).toEqual([{ themenfelder: ["cut"] }]);
  });

  it("an entry that occurs twice in a cell is linked once", async () => {
    const own = await createInstitution(db(), { name: "Doppelt", themenfelder: [topics[1] ?? 0] });
    const table = csvOf(["ID", "Name", "Themenfelder"], [own, "Doppelt", "Akustik | akustik"]);
    expect((await imports.preview("institutions", table)).json).toMatchObject({ same: 1, update: 0 });
  });

  it("unknown thematic fields are created when requested", async () => {
    const table = csvOf(
      ["Name", "Branchen", "Themenfelder"],
      ["Xanten eins", "x", "Ganz neu | Akustik"],
      ["Xanten zwei", "x", "ganz NEU"],
    );
    expect((await imports.preview("institutions", table)).json).toMatchObject({ refused: 2 });
    const { id, json } = await imports.preview("institutions", table, { unknown: "create" });
    expect(json).toMatchObject({ create: 2 });
    expect(
      (await api.get<{ total: number }>("/api/thematicfields?filter=Ganz+neu")).json.total,
      "nothing is written yet",
    ).toBe(0);
    const { state, batch } = await imports.run(id);
    expect(state).toBe("done");
    const topicsCreated = await api.get<{ total: number }>("/api/thematicfields?filter=Ganz+neu");
    expect(topicsCreated.json.total).toBe(1);
    const history = await api.get<{ total: number; data: { source: string }[] }>(`/api/history?batch=${batch}`);
    expect(history.json.total).toBe(6);
    expect(new Set(history.json.data.map(({ source }) => source))).toEqual(new Set(["import"]));
    const reverted = await api.post(`/api/history/batches/${batch}/revert`);
    expect(reverted.json).toMatchObject({ success: true, changes: 6 });
    expect((await api.get<{ total: number }>("/api/institutions?filter=Xanten")).json.total).toBe(0);
  });
});

describe("import quotas", () => {
  const upload = async () => (await imports.upload("institutions", "Name\r\na")).json.id;
  const ids = async () =>
    (await db().import.findMany({ select: { import_id: true }, orderBy: { import_id: "asc" } })).map(
      ({ import_id }) => import_id,
    );
  const setState = (id: number, state: string) =>
    db().$executeRaw`UPDATE imports SET state = ${state}, seen_at = now() WHERE import_id = ${id}`;

  it("the 21st import of an account replaces its oldest one", async () => {
    const first = await upload();
    for (let count = 1; count < 20; count += 1) await upload();
    const last = await upload();
    const remaining = await ids();
    expect(remaining).toHaveLength(20);
    expect(remaining).not.toContain(first);
    expect(remaining).toContain(last);
  });

  it("the import quota holds for concurrent uploads", async () => {
    for (let count = 0; count < 19; count += 1) await upload();
    await Promise.all([upload(), upload(), upload()]);
    expect(await ids()).toHaveLength(20);
  });

  it("a running import is never deleted by the quota", async () => {
    const running = await upload();
    await setState(running, "running");
    for (let count = 0; count < 20; count += 1) await upload();
    const remaining = await ids();
    expect(remaining).toHaveLength(20);
    expect(remaining).toContain(running);
  });

  it("an upload is refused by the quota only where all imports are running", async () => {
    for (let count = 0; count < 20; count += 1) await setState(await upload(), "running");
    const refused = await imports.upload("institutions", "Name\r\na");
    expect([refused.status, refused.json.errors]).toEqual([422, { imports: ["max"] }]);
    expect(await ids()).toHaveLength(20);
  });

  it("the quota deletes as many old imports as 200 MB of rows need", async () => {
    const [first, second] = [await upload(), await upload()];
    const size = 200 * 1_048_576;
    await db().$executeRaw`UPDATE imports SET row_bytes = ${size - 1_000} WHERE import_id = ${first}`;
    await db().$executeRaw`UPDATE imports SET row_bytes = 900 WHERE import_id = ${second}`;
    const third = await upload();
    expect(await ids()).toEqual([first, second, third]);
    await db().$executeRaw`UPDATE imports SET row_bytes = 1_000 WHERE import_id = ${second}`;
    const last = await upload();
    expect(await ids()).toEqual([second, third, last]);
  });

  it("the quota counts each account separately", async () => {
    const first = await upload();
    for (let count = 1; count < 20; count += 1) await upload();
    const other = importCalls(await loggedIn());
    expect((await other.upload("institutions", "Name\r\na")).status).toBe(201);
    expect(await ids()).toContain(first);
  });
});

describe("permissions and validation", () => {
  it("only the owner can access an import, and readers cannot import", async () => {
    const { json } = await imports.upload("members", csvOf(["Nachname"], ["x"]));
    const other = await loggedIn({ role: "admin" });
    expect((await other.get(`/api/imports/${json.id}`)).status).toBe(404);
    const reader = importCalls(await loggedIn({ role: "reader" }));
    expect((await reader.upload("members", csvOf(["Nachname"], ["x"]))).status).toBe(403);
    expect((await api.delete(`/api/imports/${json.id}`)).status).toBe(200);
    expect((await api.get(`/api/imports/${json.id}`)).status).toBe(404);
  });

  it.each([
    [{ mapping: { Vorname: {} } }, { mapping: ["type"] }],
    [{ mapping: { Vorname: "passwort" } }, { mapping: ["unknown"] }],
    [{ mapping: { Woanders: "vorname" } }, { mapping: ["unknown"] }],
    [{ mapping: { Vorname: "email", Nachname: "email" } }, { mapping: ["twice"] }],
    [{ mapping: { Vorname: "institut", Nachname: "institut" } }, { mapping: ["twice"] }],
    [{ mapping: {} }, { mapping: ["required"] }],
    [{ mapping: { Vorname: "vorname" }, match: ["email"] }, { match: ["unknown"] }],
    [{ mapping: { Vorname: "vorname" }, unknown: "guess" }, { unknown: ["type"] }],
  ])("the preview refuses an invalid mapping: %j", async (body, errors) => {
    const { json } = await imports.upload("members", csvOf(["Vorname", "Nachname"], ["a", "b"]));
    const answer = await api.put(`/api/imports/${json.id}`, body);
    expect({ status: answer.status, errors: answer.json.errors }).toEqual({ status: 422, errors });
    expect((await api.post(`/api/imports/${json.id}/run`)).json).toMatchObject({ message: "import_not_ready" });
  });
});

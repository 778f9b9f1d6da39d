import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { text } from "node:stream/consumers";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { expectDefined } from "@/lib/base/errors/invariant";
import { unpacked, zipParts } from "@/lib/base/documents/zip-parts";
import {
  createAny,
  createInstitution,
  createMember,
  createProject,
  createThematicField,
} from "../../support/factories";
import { ROLE } from "@/prisma/reference-data";
import { call, loggedIn, type Client } from "../../support/api";
import { routeOf } from "../../support/route-tree";
import { csvRows, xlsxRows } from "../../support/records/spreadsheets";
import { insertMany } from "../../support/databases/insert-many";

type Handler = (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const english = { headers: { "accept-language": "en" } };
const csv = async (path: string, options = {}) => csvRows((await api.get(`/api/${path}`, options)).bytes);
const xlsx = async (path: string, options = {}) => xlsxRows((await api.get(`/api/${path}`, options)).bytes);

/** Inserts enough records for several chunks of an export. */
const manyThematicFields = (word: string, count: number) => insertMany`
  INSERT INTO thematic_fields (themenfeld_de, themenfeld_en)
  SELECT ${word} || ' ' || lpad(n::text, 5, '0'), ${word} || ' field ' || n FROM generate_series(1, ${count}::int) AS n`;

/** Starts an export. @returns the response's status and a reader of its stream */
async function startExport(path: string) {
  const url = new URL(path, "http://localhost:3000");
  const { file, params } = routeOf(url.pathname);
  const { GET } = (await import(file)) as { GET: Handler };
  const request = new NextRequest(url, { headers: { authorization: `Bearer ${api.token}` } });
  const response = await GET(request, { params: Promise.resolve(params) });
  if (!response.body) throw new Error(`No body: ${response.status}`);
  return { status: response.status, reader: response.body.getReader() };
}

const openSnapshots = async () => {
  const [row] = await db().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'`;
  return row.count;
};

describe("exports", () => {
  it("a csv export has names in the request's language, in the format of German Excel", async () => {
    const topics = [
      await createThematicField(db(), { themenfeld_de: "Zoologie; Tiere", themenfeld_en: "Zoology" }),
      await createThematicField(db(), { themenfeld_de: "Akustik", themenfeld_en: "Acoustics" }),
    ];
    const id = await createMember(db(), {
      vorname: "Zoë",
      nachname: "Ausfuhr",
      email: "zoe@example.org",
      telefon: "+49 241 1",
      adresse: '=HYPERLINK("x")',
      kommentare: 'eins\r\n"zwei"',
      einrichtungen: [-1],
      themenfelder: topics,
    });
    await api.post(`/api/members/project/${id}/${await createProject(db(), { projekt_titel: "'-Vorhaben" })}`);
    const answer = await api.get("/api/members/export?format=csv&filter=Ausfuhr");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename=Hochschulmitglieder-${dayOf(new Date())}.csv`,
    );
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer.bytes);
    expect(text.startsWith("\uFEFFID;Titel;Nachname;Vorname;E-Mail;Telefon;Adresse;")).toBe(true);
    expect(text).toContain(`;'+49 241 1;"'=HYPERLINK(""x"")";`);
    expect(text).toContain(`;"eins\n""zwei""";''-Vorhaben;"Akustik | Zoologie; Tiere";;\r\n`);
    const [headers, row] = csvRows(answer.bytes);
    expect(headers?.slice(-5, -2)).toEqual(["Kommentare", "Kooperationsprojekte", "Themenfelder"]);
    expect(headers?.slice(-2)).toEqual(["Zuletzt bestätigt", "Bestätigt von"]);
    expect(row?.[0]).toBe(String(id));
    const [englishHeaders, englishRow] = await csv("members/export?format=csv&filter=Ausfuhr", english);
    expect(englishHeaders?.slice(0, 3)).toEqual(["ID", "Title", "Surname"]);
    expect([englishRow?.[1], englishRow?.at(-3)]).toEqual(["n/a", "Acoustics | Zoology"]);
  });

  it("an xlsx export has typed numbers and dates, and texts as text", async () => {
    const id = await createProject(db(), {
      projekt_titel: "=1+1 Tabelle",
      foerderer: "_x0041_ und & <b>",
      kommentare: "Zeile eins\nZeile zwei",
      vertragsgrundlage: 1,
      projektbeginn: "1850-02-03",
      projektende: "2031-12-31",
    });
    const columns = "projekt_id,projekt_titel,projektbeginn,projektende,vertragsgrundlage,foerderer,kommentare,created";
    const answer = await api.get(`/api/projects/export?format=xlsx&filter=Tabelle&columns=${columns}`, english);
    expect(answer.headers.get("content-disposition")).toContain("Cooperation-projects-");
    const [headers, row] = await xlsxRows(answer.bytes);
    expect(headers).toEqual([
      "ID",
      "Project title",
      "Project start",
      "Project end",
      "Contractual basis",
      "Sponsor",
      "Comments",
      "Created",
    ]);
    const today = new Date(`${dayOf(new Date())}T00:00:00Z`);
    const end = new Date("2031-12-31T00:00:00Z");
    expect(row?.slice(0, 5)).toEqual([id, "=1+1 Tabelle", "03.02.1850", end, "fixed-term"]);
    expect(row?.slice(5)).toEqual(["_x0041_ und & <b>", "Zeile eins\nZeile zwei", today]);
  });

  it("an xlsx export is ready to print, with the view and its filters only in the page header", async () => {
    await createProject(db(), { projekt_titel: "Druck & Satz", status: 1 });
    const query = "filter=Druck&sortBy=projektende&sortOrder=asc&where[status][in]=1";
    const exportQuery = `${query}&pageSize=50&columns=projekt_titel,projektende`;
    await api.post("/api/views/new", { kind: "projects", name: "Für Frau R&D", query, columns: [], shared: false });
    const { bytes } = await api.get(`/api/projects/export?format=xlsx&${exportQuery}`);
    const parts = new Map(zipParts(bytes).map((part) => [part.name, part]));
    const xml = async (name: string) => text(unpacked(expectDefined(parts.get(name), name)));
    const sheet = await xml("xl/worksheets/sheet1.xml");
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"');
    expect(sheet).toContain('<autoFilter ref="A1:B2"/>');
    expect(sheet).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"');
    const header = /<oddHeader>(.*)<\/oddHeader>/s.exec(sheet)?.[1]?.replaceAll("&amp;", "&");
    const filters = "Suchbegriff: Druck · Status: in Planung";
    const title = "Kooperationsprojekte – Für Frau R&&D";
    const day = displayDate(dayOf(new Date()));
    expect(header).toBe(`&L&"-,Bold"${title}&"-,Regular"\n${filters}&RStand: ${day}`);
    expect(await xml("xl/workbook.xml")).toContain("Kooperationsprojekte!$1:$1");
    expect(await xlsxRows(bytes)).toEqual([
      ["Projekttitel", "Projektende"],
      ["Druck & Satz", null],
    ]);
  });

  it("an xlsx export names a predefined view, and none for a list without filters", async () => {
    const title = async (query: string) => {
      const { bytes } = await api.get(`/api/projects/export?format=xlsx&${query}`, english);
      const sheet = zipParts(bytes).find(({ name }) => name === "xl/worksheets/sheet1.xml");
      const xml = await text(unpacked(expectDefined(sheet, "the sheet")));
      return /<oddHeader>&amp;L&amp;"-,Bold"(.*?)&amp;"/s.exec(xml)?.[1];
    };
    expect(await title("where[institutionen][empty]=true")).toBe("Cooperation projects – Without partner institution");
    expect(await title("")).toBe("Cooperation projects");
  });

  it("an xlsx export truncates a cell at Excel's limit and marks it as truncated", async () => {
    const topic = await createThematicField(db(), { themenfeld_de: "Sehr beliebt" });
    await insertMany`WITH created AS (
        INSERT INTO institutions (name, branchen, organisationsform)
        SELECT repeat('Haus ', 19) || n, 'x', -1 FROM generate_series(1, 400) AS n RETURNING partner_institution_id AS id)
      INSERT INTO institution_thematic_fields (partner_institution_id, themenfeld_id) SELECT id, ${topic} FROM created`;
    const definition = allDefinitions.find(({ name }) => name === "thematicField");
    expect(definition?.tabs).toEqual([]);
    const [, row] = await csv(`institutions/export?format=csv&topics=${topic}&columns=themenfelder`);
    expect(row).toEqual(["Sehr beliebt"]);
    const project = await createProject(db(), { projekt_titel: "Mit vielen" });
    await db().$executeRaw`INSERT INTO project_institutions (partner_institution_id, projekt_id)
      SELECT partner_institution_id, ${project} FROM institutions WHERE branchen = 'x'`;
    const path = "projects/export?filter=Mit+vielen&columns=institutionen&format=";
    const [[, excelRow], [, csvRow]] = [await xlsx(`${path}xlsx`), await csv(`${path}csv`)];
    expect(String(excelRow?.[0])).toHaveLength(32_767);
    expect(String(excelRow?.[0])).toMatch(/ \[…\]$/);
    expect(csvRow?.[0]?.split(" | ")).toHaveLength(400);
  });

  it.each(["csv", "xlsx"])("an export as %s has the rows of all pages of the list, in its order", async (format) => {
    const word = `Seiten${format}`;
    await manyThematicFields(word, 1_203);
    const path = `thematicfields/export?format=${format}&filter=${word}&sortBy=themenfeld_de&sortOrder=desc&pageSize=7&pageNo=3`;
    const rows = format === "csv" ? await csv(path) : await xlsx(path);
    expect(rows).toHaveLength(1_204);
    const names = rows.slice(1).map((row) => row[1]);
    expect(names).toEqual(Array.from({ length: 1_203 }, (_, at) => `${word} ${String(1_203 - at).padStart(5, "0")}`));
  });

  it("an export can be limited to the list's records with given ids", async () => {
    const [first, second, other] = [
      await createThematicField(db(), { themenfeld_de: "Auswahl B", themenfeld_en: "Selection B" }),
      await createThematicField(db(), { themenfeld_de: "Auswahl A", themenfeld_en: "Selection A" }),
      await createThematicField(db(), { themenfeld_de: "Anderes", themenfeld_en: "Other" }),
    ];
    await createThematicField(db(), { themenfeld_de: "Auswahl C", themenfeld_en: "Selection C" });
    const path = "thematicfields/export?format=csv&columns=themenfeld_de&filter=Auswahl";
    const rows = await csv(`${path}&ids=${first},${second},${other},999999`);
    expect(rows).toEqual([["Deutsche Bezeichnung"], ["Auswahl A"], ["Auswahl B"]]);
    const errors = async (ids: string) => (await api.get<{ errors: object }>(`/api/${path}&ids=${ids}`)).json.errors;
    for (const wrong of ["0", "x", "1,,2", ""]) expect(await errors(wrong), wrong).toEqual({ ids: ["type"] });
    expect(await errors(Array.from({ length: 1_001 }, () => 1).join())).toEqual({ ids: ["max"] });
  });

  it("an export of no records has only the header row", async () => {
    for (const rows of [
      await csv("persons/export?format=csv&filter=niemand"),
      await xlsx("persons/export?format=xlsx&filter=niemand"),
    ])
      expect(rows).toEqual([expect.arrayContaining(["ID", "Nachname", "Partnerinstitutionen"])]);
  });

  it.each(allDefinitions.map(({ apiPath }) => apiPath))(
    "an export of %s has unique column names, in both languages",
    async (path) => {
      const definition = allDefinitions.find(({ apiPath }) => apiPath === path);
      if (!definition) throw new Error(path);
      const id = await createAny(db(), definition);
      for (const options of [{}, english]) {
        const rows = await csv(`${path}/export?format=csv`, options);
        expect(new Set(rows[0]).size).toBe(rows[0]?.length);
        expect(rows.map(([key]) => key)).toContain(String(id));
      }
    },
  );
});

describe("columns with the fields of links", () => {
  it("a column with a field of links has a value for each link, also former ones, in label order", async () => {
    const project = await createProject(db(), { projekt_titel: "Verbund mit Rollen" });
    const link = async (name: string, body: object) =>
      api.post(`/api/projects/institution/${await createInstitution(db(), { name })}/${project}`, body);
    await link("Zuse-Haus", { rollen: [ROLE.partner, ROLE.coordinator], seit: "2020-02-01" });
    await link("Anton-Haus", { bis: "2021-12-31" });
    await link("Mitte-Haus", { rollen: [ROLE.funder] });
    await createProject(db(), { projekt_titel: "Verbund ohne Rollen" });
    const columns = "institutionen,institutionen.rollen,institutionen.seit,institutionen.bis";
    const path = `projects/export?filter=Verbund&sortBy=projekt_titel&columns=${columns}&format=`;
    const rows = [
      [
        "Anton-Haus | Mitte-Haus | Zuse-Haus",
        " | Förderung | Koordination, Partner",
        " |  | 01.02.2020",
        "31.12.2021 |  | ",
      ],
      ["", "", "", ""],
    ];
    const headers = ["Rolle", "seit", "bis"].map((name) => `Partnerinstitutionen: ${name}`);
    expect(await csv(`${path}csv`)).toEqual([["Partnerinstitutionen", ...headers], ...rows]);
    const [englishHeaders, row] = await csv(`${path}csv`, english);
    expect(englishHeaders?.slice(1)).toEqual(["Role", "since", "until"].map((name) => `Partner institutions: ${name}`));
    expect(row?.[1]).toBe(" | Funder | Coordinator, Partner");
    expect((await xlsx(`${path}xlsx`))[1]).toEqual(rows[0]);
  });

  it("columns with the fields of links are not exported by default", async () => {
    await createProject(db());
    const [headers] = await csv("projects/export?format=csv");
    expect(headers?.filter((header) => header.includes(":"))).toEqual([]);
  });
});

describe("invalid export requests", () => {
  it.each([
    ["", { format: ["required"] }],
    ["format=pdf", { format: ["type"] }],
    ["format=constructor", { format: ["type"] }],
    ["format=csv&format=xlsx", { format: ["type"] }],
    ["format=csv&columns=vorname,passwort", { columns: ["unknown"] }],
    ["format=csv&columns=themenfelder.rollen", { columns: ["unknown"] }],
    ["format=csv&columns=vorname&columns=vorname", { columns: ["type"] }],
    ["format=csv&sortBy=kommentare", { sortBy: ["type"] }],
    ["format=csv&where[status][in]=999", { "where[status][in]": ["exists"] }],
  ])("an invalid export request gets validation errors: %s", async (query, errors) => {
    const { status, json } = await api.get(`/api/members/export?${query}`);
    expect({ status, errors: json.errors }).toEqual({ status: 422, errors });
  });

  it("an export without a login gets 401, while readers may export", async () => {
    expect((await call("GET", "/api/members/export?format=csv")).status).toBe(401);
    const reader = await loggedIn({ role: "reader" });
    expect((await reader.get("/api/members/export?format=csv")).status).toBe(200);
  });
});

describe("running exports", () => {
  it("an export is a snapshot of its start despite concurrent writes", async () => {
    await manyThematicFields("Moment", 3_000);
    const { reader } = await startExport("/api/thematicfields/export?format=csv&filter=Moment");
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value, { stream: true });
    await db()
      .$executeRaw`UPDATE thematic_fields SET themenfeld_de = 'Moment anders' WHERE themenfeld_de LIKE 'Moment 02%'`;
    await db().$executeRaw`DELETE FROM thematic_fields WHERE themenfeld_de LIKE 'Moment 029%'`;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true });
    }
    expect(text).not.toContain("anders");
    expect(csvRows(new TextEncoder().encode(text))).toHaveLength(3_001);
  });

  it("an export ends when the client disconnects, and frees its slot", async () => {
    await manyThematicFields("Abbruch", 5_000);
    for (const format of ["csv", "xlsx"]) {
      const { reader } = await startExport(`/api/thematicfields/export?format=${format}&filter=Abbruch`);
      await reader.read();
      expect(await openSnapshots(), format).toBe(1);
      await reader.cancel("gone");
      await vi.waitFor(async () => expect(await openSnapshots(), format).toBe(0), { timeout: 5_000 });
    }
    expect(await csv("thematicfields/export?format=csv&filter=Abbruch")).toHaveLength(5_001);
  });

  it("an export delays the same user's next export, but not lists", async () => {
    await manyThematicFields("Warten", 3_000);
    const first = await startExport("/api/thematicfields/export?format=csv&filter=Warten");
    const second = csv("thematicfields/export?format=csv&filter=Warten&columns=themenfeld_id");
    expect((await api.get("/api/thematicfields?filter=Warten")).status).toBe(200);
    expect(await openSnapshots()).toBe(1);
    for (let read = await first.reader.read(); !read.done; read = await first.reader.read());
    expect(await second).toHaveLength(3_001);
  });

  it("an export reads nothing for HEAD", async () => {
    await manyThematicFields("Kopf", 3_000);
    const answer = await call("HEAD", "/api/thematicfields/export?format=csv", { token: api.token });
    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
    await vi.waitFor(async () => expect(await openSnapshots()).toBe(0), { timeout: 5_000 });
  });
});

it("exports the names of institutions linked to persons", async () => {
  const institution = await createInstitution(db(), { name: "Haus am Fluss" });
  await api.post("/api/persons/new", {
    vorname: "Ewa",
    nachname: "Verknüpft",
    email: "ewa@example.org",
    institution: [institution],
  });
  const [headers, row] = await csv("persons/export?format=csv&filter=Verkn%C3%BCpft");
  expect(row?.[headers?.indexOf("Partnerinstitutionen") ?? -1]).toBe("Haus am Fluss");
});

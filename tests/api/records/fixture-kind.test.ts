import { NextRequest } from "next/server";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { triggerChanges } from "@/prisma/triggers/trigger-changes";
import { defineRecord, type AnyDefinition, type KindName } from "@/lib/model/kinds/define";
import { links, multiselect, select } from "@/lib/model/fields/choice";
import { date } from "@/lib/model/fields/date";
import { email, text, webAddress } from "@/lib/model/fields/text";
import { allDefinitions } from "@/lib/model/kinds/registry";
import {
  relations as allRelations,
  type LinkCallName,
  type Relation,
  type RelationFields,
} from "@/lib/model/kinds/relations";
import { db } from "@/lib/store/database/client";
import { linkRoutes } from "@/lib/features/records/routes/link-routes";
import { openApiDocument } from "@/lib/http/openapi/document";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";
import { createRoutes, listRoutes, recordRoutes } from "@/lib/features/records/routes/record-routes";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";
import { createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * A record kind that exists only as a declaration in this test. The app's code must support it without
 * special cases.
 */

// The types know only the app's own kinds.
const NAME = "fundingProgramme" as KindName;

const fundingProgramme = defineRecord({
  name: NAME,
  key: "programme_id",
  apiPath: "programmes",
  pages: { list: "/programmes", detail: "/programme" },
  table: "programmes",
  fields: {
    titel: text({ required: true, max: 100 }),
    foerderer: text({ max: 100, visibleWhen: (values) => values.organisationsform === 1, required: true }),
    ansprechpartner: email({ max: 100 }),
    webseite: webAddress({ max: 255 }),
    frist: date(),
    organisationsform: select({ list: "organisationsformen", default: -1 }),
    einrichtungen: multiselect({ list: "einrichtungen", table: "programme_facilities", required: false }),
    themenfelder: links({ list: "themenfelder", linkList: "themenfelder" }),
  },
  form: [{ name: "notes", fields: ["titel", "foerderer", "ansprechpartner", "webseite", "frist"] }],
  columns: [
    { field: "titel", isSortable: true },
    { field: "frist", isSortable: true },
    { field: "organisationsform", isSortable: true },
    { field: "einrichtungen" },
  ],
  defaultSort: "titel",
  searched: ["titel", "foerderer", "organisationsform", "einrichtungen"],
  linkFields: ["programme_id", "titel", "frist"],
  labelFields: () => ["titel"],
  detail: { parts: () => [["foerderer", "ansprechpartner"], "gefoerdert"], separator: " · " },
  countName: "programmes_count",
  afterCreate: "record",
}) as unknown as AnyDefinition;

const project = { kind: "project", column: "projekt_id" } as const;
const relations: Relation[] = [
  {
    name: "programmeProjects",
    table: "programme_projects",
    ends: [
      { kind: NAME, column: "programme_id", list: "gefoerdert", call: "programmes/project" },
      { ...project, list: "programme", call: "projects/programme" },
    ],
    fields: {
      bewilligt: date(),
      betrag: text({ max: 100 }),
      formen: multiselect({ list: "organisationsformen", required: false }),
    },
  },
  {
    // A second relation between the same two kinds.
    name: "programmeCandidates",
    table: "programme_candidates",
    ends: [
      { kind: NAME, column: "programme_id", list: "beworben", call: "programmes/candidate" },
      { ...project, list: "bewerbungen", call: "projects/application" },
    ],
  },
  {
    name: "programmeThematicFields",
    table: "programme_thematic_fields",
    ends: [
      { kind: NAME, column: "programme_id", list: "themenfelder", call: "programmes/thematicfield" },
      { kind: "thematicField", column: "themenfeld_id" },
    ],
  },
];

const TYPES = {
  text: "varchar(500) NOT NULL DEFAULT ''",
  integer: "integer NOT NULL",
  date: "date",
  timestamptz: "timestamptz(3)",
  boolean: "boolean NOT NULL DEFAULT false",
  "text[]": "text[] NOT NULL DEFAULT '{}'",
  "integer[]": "integer[] NOT NULL DEFAULT '{}'",
};

const columnsOf = (fields: RelationFields) =>
  Object.entries(fields).flatMap(([name, { storage }]) =>
    storage.in === "column" ? [`"${name}" ${TYPES[storage.type]}`] : [],
  );

/** Returns the SQL that creates the kind's tables, derived from its declaration. */
function tables(): string[] {
  const columns = columnsOf(fundingProgramme.fields);
  columns.push(...fundingProgramme.sortColumns.map(({ column }) => `"${column}" varchar(500) NOT NULL DEFAULT ''`));
  const own = "programme_id integer NOT NULL REFERENCES programmes ON DELETE CASCADE";
  const pair = (table: string, column: string, target: string) => {
    const fields = columnsOf(relations.find((relation) => relation.table === table)?.fields ?? {});
    const keys = [own, `${column} integer NOT NULL REFERENCES ${target}`, `PRIMARY KEY (programme_id, ${column})`];
    return `CREATE TABLE ${table} (${[...keys, ...fields].join(", ")})`;
  };
  return [
    `CREATE TABLE programmes (programme_id serial PRIMARY KEY, version integer NOT NULL DEFAULT 1,
      suche text NOT NULL DEFAULT '', suche_kompakt text NOT NULL DEFAULT '',
      namen text NOT NULL DEFAULT '', suche_verknuepft text NOT NULL DEFAULT '',
      suche_verknuepft_kompakt text NOT NULL DEFAULT '', ${columns.join(", ")})`,
    pair("programme_facilities", "einrichtung_id", "einrichtungen"),
    pair("programme_projects", "projekt_id", "projects"),
    pair("programme_candidates", "projekt_id", "projects"),
    pair("programme_thematic_fields", "themenfeld_id", "thematic_fields"),
  ];
}

type Handlers = Record<
  string,
  (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response>
>;
type Json = Record<string, unknown> & { data: Record<string, unknown> };

let api: Client;
/** The migration of the kind, without its tables. */
let migration: string;
beforeAll(async () => {
  (allDefinitions as AnyDefinition[]).push(fundingProgramme);
  (allRelations as Relation[]).push(...relations);
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(tables().join(";"));
    migration = await triggerChanges(client);
    await client.query(migration);
  } finally {
    await client.end();
  }
  api = await loggedIn();
});

/** Calls a handler of the kind, as the route file of one of the app's kinds exports it. */
async function call(handlers: Handlers, method: string, path: string, params: Record<string, string>, body?: unknown) {
  const headers = new Headers({ authorization: `Bearer ${api.token}`, "content-type": "application/json" });
  const request = new NextRequest(new URL(path, "http://localhost:3000"), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await handlers[method]?.(request, { params: Promise.resolve(params) });
  if (!response) throw new Error(`No ${method}`);
  return { status: response.status, etag: response.headers.get("etag"), json: (await response.json()) as Json };
}

const create = (body: unknown) => call(createRoutes(fundingProgramme), "POST", "/api/programmes/new", {}, body);
const one = (method: string, id: unknown, body?: unknown) =>
  call(recordRoutes(fundingProgramme), method, `/api/programmes/${String(id)}`, { programme_id: String(id) }, body);
const list = (query: string) => call(listRoutes(fundingProgramme), "GET", `/api/programmes?${query}`, {});

const values = {
  titel: "Förderlinie Brücken",
  organisationsform: 1,
  foerderer: "Stiftung Übermorgen",
  einrichtungen: [1, 3],
  frist: null,
};

describe("declared kinds", () => {
  it("a declared kind gets a migration that contains only its own objects", () => {
    const statements = migration.split(/^(?=CREATE |UPDATE |DROP )/m).slice(1);
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.filter((sql) => !sql.includes("programme"))).toEqual([]);
  });

  it("a declared kind can be saved, loaded and listed with the names of its references", async () => {
    const created = await create(values);
    expect([created.status, created.etag]).toEqual([201, '"1"']);
    expect(created.json.data).toMatchObject({ programmes_count: 1 });
    const id = created.json.data.lastId;
    const shown = await one("GET", id);
    expect(shown.json.data).toEqual({
      ...values,
      ...{ programme_id: id, ansprechpartner: "", webseite: "", gefoerdert: [], beworben: [], themenfelder: [] },
    });
    const row = (await list("sortBy=organisationsform_de&sortOrder=desc")).json.data as unknown as Json[];
    expect(row).toEqual([
      expect.objectContaining({
        organisationsform_de: expect.any(String),
        einrichtungen: [1, 3].map((entry) => expect.objectContaining({ einrichtung_id: entry })),
      }),
    ]);
    expect((await one("PUT", id, { frist: "2027-03-31", einrichtungen: [] })).etag).toBe('"2"');
    expect((await one("GET", id)).json.data).toMatchObject({ frist: "2027-03-31", einrichtungen: [] });
  });

  it("a declared kind is validated by its fields: hidden text dropped, visible required, date optional", async () => {
    expect((await create({ titel: "A", organisationsform: 1 })).json).toMatchObject({
      errors: { foerderer: ["required"] },
    });
    expect((await create({ titel: "A", organisationsform: 1, foerderer: "" })).json.errors).toEqual({
      foerderer: ["required"],
    });
    const { json } = await create({ titel: "A", organisationsform: 2, foerderer: "unread", frist: "" });
    expect((await one("GET", json.data.lastId)).json.data).toMatchObject({ foerderer: "", frist: null });
    expect((await create({ titel: "A", frist: "31.3.2027" })).json).toMatchObject({ errors: { frist: ["date"] } });
  });

  it("a declared kind is found by every searched field and the typeahead, also after an entry is renamed", async () => {
    const id = (await create({ ...values, titel: "Suchbare Linie", einrichtungen: [2] })).json.data.lastId;
    const found = async (filter: string) =>
      ((await list(`filter=${encodeURIComponent(filter)}&pageSize=100`)).json.data as unknown as Json[]).map(
        (row) => row.programme_id,
      );
    expect(await found("suchbare uebermorgen")).toContain(id);
    await db().$executeRaw`UPDATE einrichtungen SET einrichtung_name_en = 'Renamed house' WHERE einrichtung_id = 2`;
    expect(await found("suchbare renamed")).toEqual([id]);
    await db().$executeRaw`UPDATE organisationsformen SET organisationsform_de = 'Umbenannte Form' WHERE ogf_id = 1`;
    expect(await found("suchbare umbenannte")).toEqual([id]);
    const hits = await call(searchRoutes(fundingProgramme), "GET", "/api/programmes_search?search=suchb&detail=1", {});
    expect(hits.json).toEqual([
      {
        id,
        label: "Suchbare Linie",
        programme_id: id,
        titel: "Suchbare Linie",
        frist: null,
        detail: "Stiftung Übermorgen",
      },
    ]);
  });

  it("a declared kind supports two relations to the same kind, and has a history", async () => {
    const id = Number((await create({ ...values, titel: "Verknüpfte Linie" })).json.data.lastId);
    const projekt_id = await createProject(db(), { projekt_titel: "Gefördertes" });
    const link = (name: string, method: string) =>
      call(linkRoutes(name as LinkCallName), method, `/api/${name}/${id}/${projekt_id}`, {
        programme_id: String(id),
        projekt_id: String(projekt_id),
      });
    expect((await link("programmes/project", "POST")).json.tabledata).toMatchObject([{ projekt_id }]);
    expect((await link("projects/application", "POST")).json.tabledata).toMatchObject([{ programme_id: id }]);
    expect((await one("GET", id)).json.data).toMatchObject({
      gefoerdert: [{ projekt_id }],
      beworben: [{ projekt_id }],
    });
    expect((await link("programmes/project", "DELETE")).json.tabledata).toEqual([]);
    expect((await one("GET", id)).json.data).toMatchObject({ gefoerdert: [], beworben: [{ projekt_id }] });

    await one("DELETE", id);
    const { json } = await api.get<{ data: { action: string; change_id: number }[] }>(
      `/api/history?kind=programmes&id=${id}`,
    );
    expect(json.data.map(({ action }) => action)).toEqual(["delete", "unlink", "link", "link", "create"]);
    expect((await api.post(`/api/history/${json.data[0]?.change_id}/revert`)).json).toMatchObject({
      success: true,
      id,
    });
    const restored = await one("GET", id);
    expect(restored.etag).toBe('"2"');
    expect(restored.json.data).toMatchObject({ ...values, titel: "Verknüpfte Linie", beworben: [{ projekt_id }] });
  });

  it("a declared kind has links with values, of fields that only its relation declares", async () => {
    const id = Number((await create({ ...values, titel: "Linie mit Werten" })).json.data.lastId);
    const projekt_id = await createProject(db(), { projekt_titel: "Bewilligtes" });
    const link = (method: string, body?: unknown) => {
      const params = { programme_id: String(id), projekt_id: String(projekt_id) };
      const handlers = linkRoutes("programmes/project" as LinkCallName);
      return call(handlers, method, `/api/programmes/project/${id}/${projekt_id}`, params, body);
    };
    const form = (ogf_id: number) => expect.objectContaining({ ogf_id }) as unknown;
    const added = await link("POST", { bewilligt: "2026-02-01", formen: [2, 1] });
    expect(added.json.tabledata).toMatchObject([{ bewilligt: "2026-02-01", betrag: "", formen: [form(1), form(2)] }]);
    expect((await link("PUT", { betrag: "x".repeat(101), formen: [99] })).json.errors).toEqual({
      betrag: ["max"],
      formen: ["exists"],
    });
    const beforeUpdate = new Date().toISOString();
    await link("PUT", { betrag: "1 Mio.", formen: null });
    await link("DELETE");
    const past = await call(recordRoutes(fundingProgramme), "GET", `/api/programmes/${id}?at=${beforeUpdate}`, {
      programme_id: String(id),
    });
    expect(past.json.data.gefoerdert).toMatchObject([{ bewilligt: "2026-02-01", formen: [form(1), form(2)] }]);

    const { json } = await api.get<{ data: { change_id: number; fields: unknown }[] }>(
      `/api/history?kind=programmes&id=${id}`,
    );
    expect(json.data.map(({ fields }) => fields).slice(0, 2)).toEqual([
      [
        { name: "bewilligt", old: "2026-02-01", new: null },
        { name: "betrag", old: "1 Mio.", new: null },
      ],
      [
        { name: "betrag", old: "", new: "1 Mio." },
        { name: "formen", old: [1, 2], new: [] },
      ],
    ]);
    expect((await api.post(`/api/history/${json.data[0]?.change_id}/revert`)).json).toMatchObject({ success: true });
    expect((await one("GET", id)).json.data.gefoerdert).toMatchObject([{ betrag: "1 Mio.", bewilligt: "2026-02-01" }]);
  });

  it("a declared kind is filtered by the fields of its links, which bulk changes write", async () => {
    const [granted, applied] = [
      Number((await create({ ...values, titel: "Bewilligte Linie" })).json.data.lastId),
      Number((await create({ ...values, titel: "Offene Linie" })).json.data.lastId),
    ];
    const projekt_id = await createProject(db());
    for (const id of [granted, applied]) {
      const ids = { programme_id: String(id), projekt_id: String(projekt_id) };
      const path = `/api/programmes/project/${id}/${projekt_id}`;
      await call(linkRoutes("programmes/project" as LinkCallName), "POST", path, ids);
    }
    const set_links = { gefoerdert: { bewilligt: "2024-02-29", betrag: "10.000 €", formen: [2] } };
    const changed = await call(
      bulkRoutes(fundingProgramme),
      "POST",
      "/api/programmes/bulk",
      {},
      { ids: [granted], set_links },
    );
    expect(changed.json).toMatchObject({ changed: 1, refused: [] });
    const found = async (where: string) =>
      ((await list(`ids=${granted},${applied}&${where}`)).json.data as unknown as Json[]).map(({ titel }) => titel);
    expect(await found("where[gefoerdert.betrag][contains]=10.000&where[gefoerdert.formen][in]=2,3")).toEqual([
      "Bewilligte Linie",
    ]);
    expect(await found("where[gefoerdert.bewilligt][empty]=true")).toEqual(["Offene Linie"]);
    const { status, json } = await list("where[gefoerdert.zustand][in]=current");
    expect({ status, errors: json.errors }, "a relation without a period has no states").toEqual({
      status: 422,
      errors: { "where[gefoerdert.zustand][in]": ["unknown"] },
    });
  });

  it("a declared kind records direct SQL writes through its triggers", async () => {
    const id = Number((await create({ ...values, titel: "Von Hand" })).json.data.lastId);
    await db().$executeRaw`UPDATE programmes SET titel = 'Mit der Hand' WHERE programme_id = ${id}`;
    await db().$executeRaw`INSERT INTO programme_facilities VALUES (${id}, 4)`;
    const { json } = await api.get<{ data: unknown[] }>(`/api/history?kind=programmes&id=${id}&action=update`);
    expect(json.data).toMatchObject([
      { user: null, source: "command", fields: [{ name: "einrichtungen", old: [1, 3], new: [1, 3, 4] }] },
      { user: null, fields: [{ name: "titel", old: "Von Hand", new: "Mit der Hand" }] },
    ]);
    expect((await one("GET", id)).etag).toBe('"3"');
  });

  it("a declared kind has its calls in the OpenAPI document", () => {
    const { paths, components } = openApiDocument([
      ...[listRoutes, createRoutes, recordRoutes, searchRoutes].map((routesOf) => routesOf(fundingProgramme)),
      linkRoutes("programmes/project" as LinkCallName),
    ]);
    expect(Object.keys(paths)).toEqual([
      "/programmes",
      "/programmes/new",
      "/programmes/{programme_id}",
      "/programmes_search",
      "/programmes/project/{programme_id}/{projekt_id}",
    ]);
    expect(components.schemas.FundingProgrammeCreate).toMatchObject({
      required: ["titel"],
      properties: { frist: { format: "date" }, titel: { maxLength: 100, minLength: 1 } },
    });
  });
});

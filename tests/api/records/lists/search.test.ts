import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "@/lib/model/kinds/define";
import { detailText } from "@/lib/model/kinds/detail";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { commandContext } from "@/lib/store/database/transaction";
import { db, type Connection } from "@/lib/store/database/client";
import { formatContextIn } from "@/lib/features/exports/server/read-overview";
import { findOptionsWithDeleted, findRecord } from "@/lib/store/records/find-records";
import { searchKinds } from "@/lib/store/search/search-everything";
import { createAny } from "../../../support/factories";
import { call, loggedIn, type Client } from "../../../support/api";
import { insertMany } from "../../../support/databases/insert-many";

let api: Client;
beforeAll(async () => {
  api = await loggedIn({ role: "reader" });
});

/** The hits of the global search of one kind. */
type FoundOfKind = { kind: string; hits: { id: number; label: string; detail: string }[]; total: number };

const search = async (text: string, headers = {}) =>
  (await api.get<FoundOfKind[]>(`/api/search?search=${encodeURIComponent(text)}`, { headers })).json;

/** Returns the field with the German name of the records of a kind. */
const nameField = (kind: string) => definitionOf(kind).labelFields("de").at(-1) ?? "";
const create = (kind: string, name: string, more: AnyRow = {}) =>
  createAny(db(), definitionOf(kind), { [nameField(kind)]: name, ...more });

describe("the global search", () => {
  it("the search appends records that the list's filter finds, and names the matching field", async () => {
    const institution = await create("institution", "Fundhaus", {
      adresse: "Weg 1, 1010 Fundort",
      telefon: "0815 4711",
    });
    const project = await create("project", "Vorhaben A", { foerderer: "Fundort-Stiftung" });
    const linked = await create("project", "Vorhaben B");
    await createAny(db(), definitionOf("project"), { projekt_titel: "Fundort", status: 2 });
    for (const id of [project, linked]) {
      await db().projectInstitution.create({ data: { partner_institution_id: institution, projekt_id: id } });
    }
    const found = await search("fundort");
    expect(found.find(({ kind }) => kind === "projects")).toMatchObject({
      hits: [
        { label: "Fundort" },
        { id: project, label: "Vorhaben A", detail: "Förderer: Fundort-Stiftung" },
        { id: linked, label: "Vorhaben B", detail: "Partnerinstitution: Fundhaus, Weg 1, 1010 Fundort" },
      ],
      total: 3,
    });
    expect(await search("4711", { cookie: "NEXT_LOCALE=en" })).toEqual([
      { kind: "institutions", hits: [{ id: institution, label: "Fundhaus", detail: "Phone: 0815 4711" }], total: 1 },
    ]);
  });

  it("the search counts what the list shows, of which it returns five, each once", async () => {
    const member = await create("member", "Vielgenannt");
    for (let number = 1; number <= 7; number++) {
      const id = await create("project", number === 1 ? "Vielgenannt selbst" : `Nummer ${number}`);
      await db().memberProject.create({ data: { ph_id: member, projekt_id: id } });
    }
    const found = (await search("vielgenannt")).find(({ kind }) => kind === "projects");
    expect(found?.hits.map(({ label }) => label)).toEqual([
      "Vielgenannt selbst",
      ...[2, 3, 4, 5].map((number) => `Nummer ${number}`),
    ]);
    const list = await api.get<{ total: number }>("/api/projects?filter=vielgenannt");
    expect([found?.total, list.json.total]).toEqual([7, 7]);
  });

  it("the search returns every kind in order, each with the hits of its own search and the total", async () => {
    for (const { name } of allDefinitions) {
      for (const text of ["Überallding", "Altes Überallding", "Nichtüberallding"]) await create(name, text);
    }
    for (let more = 0; more < 4; more++) await create("institution", `Überallding ${more}`);
    const found = await search("UEBERALL");
    expect(found.map(({ kind }) => kind)).toEqual(["members", "projects", "institutions", "persons", "thematicfields"]);
    expect(found.map(({ total }) => total)).toEqual([3, 3, 7, 3, 3]);
    for (const { kind, hits } of found) {
      const byKind = await api.get<{ id: number; label: string; detail: string }[]>(
        `/api/${kind}_search?search=UEBERALL&detail=1`,
      );
      expect(hits, kind).toEqual(byKind.json.map(({ id, label, detail }) => ({ id, label, detail })));
      expect(hits.length, kind).toBe(kind === "institutions" ? 5 : 3);
    }
  });

  it("the search ranks whole names first among many partial matches", async () => {
    await insertMany`
      INSERT INTO persons (vorname, nachname, email) SELECT 'Jobstanna ' || n, 'Hofmannsdorn', 'a@example.org' FROM generate_series(1, 300) AS n`;
    const id = await createAny(db(), definitionOf("person"), { vorname: "Anna", nachname: "Mannsdorn" });
    const [found] = await search("anna mannsdorn");
    expect(found).toMatchObject({ kind: "persons", total: 301 });
    expect(found?.hits[0]).toMatchObject({ id, label: "Anna Mannsdorn" });
  });

  it("the search omits kinds without hits, and adds details in the request's language to equal names", async () => {
    const details = { name: "Namenlosigkeit", abteilung: "Abteilung Nord" };
    const institution = await create("institution", details.name, details);
    expect(await search("namenlosig")).toEqual([
      {
        kind: "institutions",
        hits: [{ id: institution, label: "Namenlosigkeit", detail: expect.stringContaining("Nord") }],
        total: 1,
      },
    ]);
    const id = await create("thematicField", "Zweisprachigkeit", { themenfeld_en: "Bilingualism" });
    const [german] = await search("bilingualism");
    expect(german?.hits).toEqual([expect.objectContaining({ id, label: "Zweisprachigkeit" })]);
    const [english] = await search("zweisprachig", { cookie: "NEXT_LOCALE=en" });
    expect(english?.hits).toEqual([expect.objectContaining({ id, label: "Bilingualism" })]);
  });

  it("the search returns the detail line that the record's page stores for the command palette", async () => {
    const context = commandContext();
    const institution = await create("institution", "Zweitzeiler");
    await create("member", "Zweitzeiler", { institut: 20, email: "z@example.org" });
    await create("project", "Zweitzeiler", {
      vertragsgrundlage: 1,
      projektbeginn: "2025-01-31",
      projektende: "2026-02-28",
    });
    await create("person", "Zweitzeiler", { email: "p@example.org", institution: [institution] });
    await create("thematicField", "Zweitzeiler", { themenfeld_en: "Second line" });
    const names = formatContextIn("de", await findOptionsWithDeleted(context, ["institute", "verknuepfungsrollen"]));
    for (const definition of allDefinitions) {
      const found = (await search("zweitzeiler")).find(({ kind }) => kind === definition.apiPath);
      const [hit] = found?.hits ?? [];
      const loaded = await findRecord(context, definition, Number(hit?.id));
      expect(hit?.detail, definition.name).not.toBe("");
      expect(detailText(definition, loaded?.data ?? {}, names), definition.name).toBe(hit?.detail);
    }
  });

  it("the search uses names alone below three characters", async () => {
    const id = await create("institution", "Yj", { kommentare: "Yj Yk" });
    expect((await search("yj")).map(({ kind, total }) => [kind, total])).toEqual([["institutions", 1]]);
    expect(await search("yk")).toEqual([]);
    expect((await search("yj yk"))[0]?.hits[0]).toMatchObject({ id });
  });

  it("the search requires two characters, and finds nothing for invalid text", async () => {
    await create("institution", "Xq");
    expect(await search(" xq ")).toEqual([expect.objectContaining({ kind: "institutions", total: 1 })]);
    for (const text of ["x", " x ", "", "xq\0", "x".repeat(201), "%%", "__"])
      expect(await search(text), text).toEqual([]);
    expect((await api.get("/api/search")).json).toEqual([]);
    expect((await call("GET", "/api/search?search=xq")).status).toBe(401);
  });

  it("the search with a kind uses only the records' own fields", async () => {
    const institution = await create("institution", "Eigenhaus", { adresse: "Weg 1, Selbstort" });
    const project = await create("project", "Fremdes", {});
    await db().projectInstitution.create({ data: { partner_institution_id: institution, projekt_id: project } });
    const searchKind = async (kind: string) =>
      (await api.get<FoundOfKind[]>(`/api/search?search=selbstort&kind=${kind}`)).json;
    expect(await searchKind("institutions")).toEqual([
      {
        kind: "institutions",
        hits: [{ id: institution, label: "Eigenhaus", detail: "Adresse: Weg 1, Selbstort" }],
        total: 1,
      },
    ]);
    expect(await searchKind("projects")).toEqual([]);
  });

  it("the search returns as many hits as the limit allows", async () => {
    for (let number = 1; number <= 8; number++)
      await create("institution", `Ort ${number}`, { adresse: "Grenzhausen" });
    const found = async (limit: string) =>
      (await api.get<FoundOfKind[]>(`/api/search?search=grenzhausen&kind=institutions${limit}`)).json[0];
    expect([(await found(""))?.hits.length, (await found("&limit=7"))?.hits.length]).toEqual([5, 7]);
    expect(await found("&limit=200")).toMatchObject({ total: 8, hits: { length: 8 } });
  });

  it.each(["kind=nothing", "kind=members&kind=members", "limit=4", "limit=201", "limit=x"])(
    "the search refuses %s",
    async (more) => {
      const answer = await api.get<{ errors: object }>(`/api/search?search=irgendetwas&${more}`);
      expect(answer.status).toBe(422);
      expect(answer.json.errors).toEqual({ [more.slice(0, more.indexOf("="))]: ["type"] });
    },
  );

  it("the search needs one statement for all kinds", async () => {
    let statements = 0;
    const counting = new Proxy(db(), {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== "$queryRaw") return value;
        return (...query: Parameters<Connection["$queryRaw"]>) => {
          statements++;
          return target.$queryRaw(...query);
        };
      },
    });
    await searchKinds(counting, allDefinitions, "irgendetwas", { locale: "de", limit: 5 });
    expect(statements).toBe(1);
  });
});

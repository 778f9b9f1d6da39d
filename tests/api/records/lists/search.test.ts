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
type FoundOfKind = {
  kind: string;
  hits: { id: number; label: string; detail: string; by: string }[];
  total: number;
};

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
      {
        kind: "institutions",
        hits: [{ id: institution, label: "Fundhaus", detail: "Phone: 0815 4711", by: "field" }],
        total: 1,
      },
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
      expect(hits, kind).toEqual(byKind.json.map(({ id, label, detail }) => ({ id, label, detail, by: "name" })));
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
        hits: [{ id: institution, label: "Namenlosigkeit", detail: expect.stringContaining("Nord"), by: "name" }],
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

  describe("by what the search found a record", () => {
    /** Returns by what the search found records of a kind, by their ids. */
    async function reasonsOf(kind: string, text: string, more = "") {
      const path = `/api/search?search=${encodeURIComponent(text)}${more}`;
      const found = (await api.get<FoundOfKind[]>(path)).json.find((one) => one.kind === kind);
      return Object.fromEntries((found?.hits ?? []).map(({ id, by }) => [id, by]));
    }

    it.each(["Grünewäldchen", "gruenewaeldchen", "GRUNEWALDCHEN", "ünewald"])("the name contains %s", async (text) => {
      const person = await create("person", "Grünewäldchen", { vorname: "Jörg" });
      expect((await reasonsOf("persons", text))[person]).toBe("name");
      expect((await reasonsOf("persons", `joerg ${text}`))[person]).toBe("name");
    });

    it("the name in the other language is a name, too", async () => {
      const field = await create("thematicField", "Anderssprachlich", { themenfeld_en: "Otherlingual" });
      expect(await reasonsOf("thematicfields", "otherlingual")).toEqual({ [field]: "name" });
    });

    it.each(["Größenwahn AG", "groessenwahn ag", "Werkstatt Größenwahn"])("an alias is needed for %s", async (text) => {
      const institution = await create("institution", "Werkstatt", { aliases: ["Größenwahn AG"] });
      expect((await reasonsOf("institutions", text))[institution]).toBe("alias");
      expect((await reasonsOf("institutions", "werkstatt"))[institution]).toBe("name");
    });

    it.each(["Südseitenblick", "suedseiten", "Kommentarhaus südseitenblick"])(
      "another field is needed for %s",
      async (text) => {
        const institution = await create("institution", "Kommentarhaus", { kommentare: "Mit Südseitenblick" });
        expect((await reasonsOf("institutions", text))[institution]).toBe("field");
      },
    );

    it("the e-mail address, by which typeahead finds people, is a field", async () => {
      const person = await create("person", "Adressat", { email: "postfach.anders@example.org" });
      expect(await reasonsOf("persons", "postfach.anders")).toEqual({ [person]: "field" });
      expect(await reasonsOf("persons", "adressat postfach.anders")).toEqual({ [person]: "field" });
    });

    it("a linked record is needed for a word that the record does not contain", async () => {
      const member = await create("member", "Verknüpfmann");
      const project = await create("project", "Vorhaben ohne ihn", { kommentare: "Sonderwort" });
      await db().memberProject.create({ data: { ph_id: member, projekt_id: project } });
      expect(await reasonsOf("projects", "verknuepfmann")).toEqual({ [project]: "linked" });
      expect(await reasonsOf("projects", "sonderwort verknuepfmann")).toEqual({ [project]: "linked" });
      expect(await reasonsOf("members", "verknuepfmann")).toEqual({ [member]: "name" });
    });

    it("names beyond the five best are names, too", async () => {
      const ids: number[] = [];
      for (let number = 1; number <= 7; number++) ids.push(await create("institution", `Vielhaus ${number}`));
      const reasons = await reasonsOf("institutions", "vielhaus", "&kind=institutions&limit=10");
      expect(reasons).toEqual(Object.fromEntries(ids.map((id) => [id, "name"])));
    });
  });

  it("no hit by name is missing because e-mail addresses contain the text", async () => {
    await insertMany`
      INSERT INTO persons (vorname, nachname, email) SELECT 'Aaron', 'Vorne ' || n, n || '@haseldorf.example' FROM generate_series(1, 300) AS n`;
    const person = await create("person", "Zuhaseldorf");
    const [found] = await search("haseldorf");
    expect(found?.hits[0]).toMatchObject({ id: person, by: "name" });
    expect(found?.hits.map(({ by }) => by)).toEqual(["name", "field", "field", "field", "field"]);
  });

  it("an alias that is the text, or begins with it, ranks before names that only contain it", async () => {
    for (let number = 1; number <= 6; number++) await create("institution", `Qrx-Verbund ${number}`);
    await create("institution", "Alter Qrx");
    const whole = await create("institution", "Anders", { aliases: ["Alt", "QRX"] });
    expect((await search("qrx"))[0]?.hits[0]).toMatchObject({ id: whole, by: "alias", detail: /^auch: QRX/ });
    const beginning = await create("institution", "Noch anders", { aliases: ["Zwqrx Haus"] });
    for (let number = 1; number <= 6; number++) await create("institution", `Azwqrx ${number}`);
    expect((await search("zwqrx"))[0]?.hits[0]).toMatchObject({ id: beginning, by: "alias" });
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
        hits: [{ id: institution, label: "Eigenhaus", detail: "Adresse: Weg 1, Selbstort", by: "field" }],
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
    await searchKinds(counting, allDefinitions, "irgendetwas", { locale: "de", limit: 5, visibilities: ["alle"] });
    expect(statements).toBe(1);
  });
});

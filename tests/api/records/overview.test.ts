import { parse as parseDisposition } from "content-disposition";
import { beforeAll, describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { readOverviewSheet } from "@/lib/features/exports/server/read-overview";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { readPdf } from "../../support/pdf";

/*
 * The overview of a record, and the PDF with the same contents.
 */

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const context = (locale: "de" | "en") => ({ ...commandContext(db()), locale });
const sheetOf = async (kind: string, id: number, locale: "de" | "en" = "de") => {
  const sheet = await readOverviewSheet(context(locale), definitionOf(kind), id);
  if (!sheet) throw new Error(`No ${kind} ${id}`);
  return sheet;
};

async function partner() {
  const topic = await createThematicField(db(), { themenfeld_de: "Hörforschung", themenfeld_en: "Hearing research" });
  const id = await createInstitution(db(), {
    name: "Universität Łódź",
    adresse: "ul. Narutowicza 68, 90-136 Łódź",
    email: "kontakt@example.org",
    telefon: "+48 (0)42 635 40 00",
    kommentare: "Zeile eins\nZeile zwei",
    themenfelder: [topic],
  });
  const linkedMember = await createMember(db(), { vorname: "Zoë", nachname: "Groß" });
  const running = { vertragsgrundlage: 1, status: 2, projektbeginn: "2024-02-01", projektende: "2999-12-31" };
  const projects = [
    await createProject(db(), { ...running, projekt_titel: "Laufendes Vorhaben" }),
    await createProject(db(), { ...running, projekt_titel: "Vergessenes Vorhaben", projektende: "2024-12-31" }),
    await createProject(db(), { ...running, projekt_titel: "Abgebrochenes Vorhaben", status: 5 }),
  ];
  for (const project of projects) await api.post(`/api/institutions/project/${id}/${project}`);
  await api.post(`/api/members/project/${linkedMember}/${projects[0]}`);
  const contact = await createPerson(db(), {
    vorname: "Ewa",
    nachname: "Żak",
    position: "Rektorin",
    telefon: "",
    email: "ewa@example.org",
  });
  await api.post(`/api/institutions/persons/${contact}/${id}`);
  return { id, projects, contact };
}

describe("overviews", () => {
  it("the overview shows an institution's contact data, projects, persons, topics and comments", async () => {
    const { id, projects, contact } = await partner();
    const { overview, highlights, label } = await sheetOf("institution", id);
    expect(label).toBe("Universität Łódź");
    expect(highlights).toContainEqual({ pieces: ["+48 (0)42 635 40 00"], href: "tel:+48426354000" });
    expect(overview.facts).toContainEqual({
      label: "E-Mail",
      text: "kontakt@example.org",
      href: "mailto:kontakt@example.org",
    });
    expect(overview.facts).toContainEqual({ label: "Telefon", text: "+48 (0)42 635 40 00", href: "tel:+48426354000" });
    expect(overview.notes).toEqual([{ label: "Kommentare", text: "Zeile eins\nZeile zwei", href: null }]);
    const [ofProjects, ofPersons, ofTopics] = overview.parts;
    expect(ofProjects).toMatchObject({
      heading: "Kooperationsprojekte",
      total: 3,
      columns: ["Laufzeit", "Status", "Hochschulmitglieder"],
      shares: [expect.any(Number), null, null, expect.any(Number)],
      blocks: [
        {
          heading: "Laufend und geplant",
          rows: [
            {
              id: projects[0],
              label: "Laufendes Vorhaben",
              href: `/projects/${projects[0]}`,
              cells: [{ text: "01.02.2024 – 31.12.2999" }, { text: "laufend" }],
              names: ["Zoë Groß"],
            },
          ],
        },
        { heading: "Früher", rows: [{ id: projects[1] }, { id: projects[2], names: [] }] },
      ],
    });
    expect(ofPersons?.blocks).toEqual([
      {
        heading: null,
        total: 1,
        rows: [
          {
            id: contact,
            label: "Ewa Żak",
            href: `/person/${contact}`,
            names: null,
            cells: [
              { text: "Rektorin", href: null },
              { text: "", href: null },
              { text: "ewa@example.org", href: "mailto:ewa@example.org" },
            ],
          },
        ],
      },
    ]);
    expect(ofTopics?.blocks[0]?.rows.map((row) => row.label)).toEqual(["Hörforschung"]);
  });

  it("the overview shows current projects first, then the newest, and the total when truncated", async () => {
    const id = await createMember(db());
    const old = { vertragsgrundlage: 0, projektbeginn: "1999-01-01", projekt_titel: "Läuft seit langem" };
    await api.post(`/api/members/project/${id}/${await createProject(db(), old)}`);
    for (let number = 1; number <= 52; number++) {
      const projektbeginn = `20${String(number).padStart(2, "0")}-01-01`;
      const project = await createProject(db(), {
        vertragsgrundlage: 0,
        status: 3,
        projektbeginn,
        projekt_titel: `Projekt ${number}`,
      });
      await api.post(`/api/members/project/${id}/${project}`);
    }
    const { overview } = await sheetOf("member", id);
    const [ofProjects] = overview.parts;
    const rows = ofProjects?.blocks.flatMap((block) => block.rows) ?? [];
    expect(ofProjects).toMatchObject({ total: 53, href: `/members/${id}?tab=kooperationsprojekte` });
    expect(ofProjects?.blocks.map((block) => block.total)).toEqual([1, 52]);
    expect(rows).toHaveLength(50);
    expect(
      rows.slice(0, 2).map((row) => row.label),
      "what runs before what is over",
    ).toEqual(["Läuft seit langem", "Projekt 52"]);
  });

  it("the overview omits empty fields and n/a entries", async () => {
    const id = await createMember(db(), { titel: -1, fakultaet: -1, institut: -1, einrichtungen: [-1], telefon: "" });
    const { overview, highlights } = await sheetOf("member", id);
    expect(overview.facts.map((fact) => fact.label)).not.toEqual(expect.arrayContaining(["Titel"]));
    expect(JSON.stringify([overview.facts, highlights])).not.toContain("k. A.");
  });
});

describe("GET /api/<kind>/{id}/overview", () => {
  it("returns the formatted fields and linked records in the language of the request", async () => {
    const { id, contact } = await partner();
    type Answer = {
      data: { label: string; facts: unknown[]; parts: { relation: string; blocks: unknown }[] };
    };
    const english = { headers: { "accept-language": "en" } };
    const { status, json } = await api.get<Answer>(`/api/institutions/${id}/overview`, english);
    expect(status).toBe(200);
    const { data } = json;
    expect(data.label).toBe("Universität Łódź");
    expect(data.facts).toContainEqual({ label: "Phone", text: "+48 (0)42 635 40 00", href: "tel:+48426354000" });
    expect(data.parts.find(({ relation }) => relation === "institutionPersons")).toMatchObject({
      heading: "Partner persons",
      total: 1,
      blocks: [{ rows: [{ id: contact, label: "Ewa Żak", href: `/person/${contact}` }] }],
    });
  });

  it("begins the fields of a person with the e-mail address, which pages show beside the heading", async () => {
    const { contact } = await partner();
    const { json } = await api.get<{ data: { facts: unknown[] } }>(`/api/persons/${contact}/overview`);
    expect(json.data.facts[0]).toEqual({ label: "E-Mail", text: "ewa@example.org", href: "mailto:ewa@example.org" });
    expect((await sheetOf("person", contact)).overview.facts).not.toContainEqual(json.data.facts[0]);
  });

  it("returns 404 for an unknown record", async () => {
    expect((await api.get("/api/institutions/999999/overview")).status).toBe(404);
  });
});

describe("overviews as PDF", () => {
  const pdf = (path: string) => api.get(`/api/${path}`);

  it.each([
    ["members", createMember],
    ["projects", createProject],
    ["institutions", createInstitution],
    ["persons", createPerson],
    ["thematicfields", createThematicField],
  ])("the PDF is rendered for %s", async (path, create) => {
    const id = await create(db());
    const { data } = (await api.get<{ data: Record<string, string> }>(`/api/${path}/${id}`)).json;
    const answer = await pdf(`${path}/${id}/overview.pdf`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const { pages } = await readPdf(answer.bytes);
    const name = data.projekt_titel ?? data.name ?? data.themenfeld_de ?? data.nachname ?? "";
    expect(name).not.toBe("");
    expect(pages[0]).toContain(name);
  });

  it("the PDF has non-Latin-1 names, the date, page numbers, and the requested language", async () => {
    const { id } = await partner();
    const german = await readPdf((await pdf(`institutions/${id}/overview.pdf?lang=de`)).bytes);
    const english = await readPdf((await pdf(`institutions/${id}/overview.pdf?lang=en`)).bytes);
    for (const text of [
      "Partnerinstitution",
      "Universität Łódź",
      "Ewa Żak",
      "Zoë Groß",
      "Hörforschung",
      "Laufzeit",
      "Früher (2)",
    ])
      expect(german.pages.join("\n"), text).toContain(text);
    expect(german.pages[0]).toMatch(/Stand: \d\d\.\d\d\.\d{4}/);
    expect(german.pages[0]).toContain("Seite 1 von 1");
    for (const text of [
      "Partner institution",
      "Universität Łódź",
      "Hearing research",
      "Period",
      "ongoing",
      "Page 1 of 1",
    ])
      expect(english.pages.join("\n"), text).toContain(text);
    expect([german.title, german.language]).toEqual(["Universität Łódź", "de"]);
    expect(english.language).toBe("en");
  });

  it("the PDF embeds its fonts and has a meaningful file name", async () => {
    const { id } = await partner();
    const { bytes, headers } = await pdf(`institutions/${id}/overview.pdf?lang=de`);
    expect(new TextDecoder("latin1").decode(bytes)).toContain("/FontFile2");
    const { type, parameters } = parseDisposition(headers.get("content-disposition") ?? "");
    expect(type).toBe("inline");
    expect(parameters.filename).toMatch(/^Universität-Łódź-\d{4}-\d\d-\d\d-de\.pdf$/);
  });

  it("the PDF is refused without a login, for unknown records, and for other languages", async () => {
    const { id } = await partner();
    expect((await call("GET", `/api/institutions/${id}/overview.pdf`)).status).toBe(401);
    expect(await pdf("institutions/2000000000/overview.pdf")).toMatchObject({
      status: 404,
      json: { message: "data_not_found" },
    });
    for (const query of ["lang=fr", "lang=", "lang=de&lang=en"]) {
      const answer = await pdf(`institutions/${id}/overview.pdf?${query}`);
      expect([answer.status, answer.json], query).toMatchObject([422, { errors: { lang: ["type"] } }]);
    }
  });

  it("the PDF accepts names that are truncated inside a surrogate pair", async () => {
    const id = await createProject(db(), { projekt_titel: `${"x".repeat(79)}𝒳𝒳` });
    expect((await pdf(`projects/${id}/overview.pdf`)).status).toBe(200);
  });

  it("the PDF leaves no heading alone at the bottom of a page", async () => {
    const id = await createMember(db());
    const topic = await createThematicField(db(), { themenfeld_de: "Gehört zur Überschrift" });
    await api.post(`/api/members/thematicfield/${id}/${topic}`);
    for (let number = 1; number <= 36; number++) {
      const project = await createProject(db(), { projekt_titel: `Projekt ${number}` });
      await api.post(`/api/members/project/${id}/${project}`);
      const { pages } = await readPdf((await pdf(`members/${id}/overview.pdf?lang=de`)).bytes);
      const withHeading = pages.findIndex((text) => text.includes("Themenfelder (1)"));
      expect(pages[withHeading], `${number} projects`).toContain("Gehört zur Überschrift");
    }
  });

  it("the PDF breaks a long record into pages", async () => {
    const id = await createMember(db(), { kommentare: "Ein Satz über die Zusammenarbeit. ".repeat(290) });
    const { pages } = await readPdf((await pdf(`members/${id}/overview.pdf?lang=de`)).bytes);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[1]).toContain(`Seite 2 von ${pages.length}`);
  });
});

describe("preferences", () => {
  it("preferences are stored per account, and changed individually", async () => {
    const client = await loggedIn();
    expect((await client.get("/api/user/preferences")).json).toEqual({ record_tab: "base_data", single_keys: true });
    expect((await client.put("/api/user/preferences", { record_tab: "overview" })).status).toBe(200);
    expect((await client.put("/api/user/preferences", {})).status).toBe(200);
    expect((await client.get("/api/user/preferences")).json).toEqual({ record_tab: "overview", single_keys: true });
    expect((await api.get("/api/user/preferences")).json).toEqual({ record_tab: "base_data", single_keys: true });
  });

  it.each([{ record_tab: "history" }, { record_tab: null }, { single_keys: "no" }, { theme: "dark" }])(
    "preferences refuse %j",
    async (body) => {
      const answer = await api.put("/api/user/preferences", body);
      expect([answer.status, Object.keys(answer.json.errors as object)]).toEqual([422, Object.keys(body)]);
      expect((await api.get("/api/user/preferences")).json).toEqual({ record_tab: "base_data", single_keys: true });
    },
  );
});

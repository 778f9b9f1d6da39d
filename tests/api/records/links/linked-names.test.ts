import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LINK_PREVIEW_SIZE } from "@/lib/model/limits";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { HistoryEntry } from "@/lib/features/history/history-answers";
import { rowSubtitleOf } from "@/lib/model/kinds/highlight";
import { definitionOf } from "@/lib/model/kinds/registry";
import { columnsNamed } from "@/lib/model/lists/columns";
import { defaultListQuery } from "@/lib/model/lists/list-query";
import { writeFeed } from "@/lib/features/deadlines/server/calendar/feed";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { listDeadlines } from "@/lib/features/deadlines/server/find-deadlines";
import { deadlinesToReport } from "@/lib/features/deadlines/server/deadlines-to-report";
import { readOverviewSheet } from "@/lib/features/exports/server/read-overview";
import { findMergeView } from "@/lib/features/duplicates/server/merge-page";
import { listWithColumns } from "@/lib/store/records/list-with-columns";
import { recordWords } from "@/lib/store/records/record-words";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createMember, createPerson, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import { readPdf } from "../../../support/pdf";
import { insertMany } from "../../../support/databases/insert-many";

/* Contract §13: wherever a linked record is named, its role is shown, and no former one as current. */

type Locale = "de" | "en";

const today = dayOf(new Date());
const [yesterday, tomorrow] = [daysLater(today, -1), daysLater(today, 1)];
const display = (day: string) => day.split("-").reverse().join(".");

let api: Client;
let project: number;
beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => {
  project = await createProject(db(), { projekt_titel: "Brücken" });
});

const linkInstitution = async (name: string, values: object = {}, to = project) => {
  const id = await createInstitution(db(), { name });
  expect((await api.post(`/api/projects/institution/${id}/${to}`, values)).status).toBe(200);
  return id;
};
const linkMember = async (nachname: string, values: object = {}, to = project) => {
  const id = await createMember(db(), { vorname: "Ada", nachname });
  expect((await api.post(`/api/projects/member/${id}/${to}`, values)).status).toBe(200);
  return id;
};
const linkPerson = async (nachname: string, values: object, institution: number) => {
  const id = await createPerson(db(), { vorname: "Eva", nachname });
  expect((await api.post(`/api/persons/institution/${institution}/${id}`, values)).status).toBe(200);
  return id;
};
const context = (locale: Locale) => ({ ...commandContext(db()), locale });
const sheetOf = async (kind: string, id: number, locale: Locale = "de") => {
  const sheet = await readOverviewSheet(context(locale), definitionOf(kind), id);
  if (!sheet) throw new Error(`No ${kind} ${id}`);
  return sheet;
};
const headOf = async (kind: string, id: number, locale: Locale = "de") =>
  (await sheetOf(kind, id, locale)).highlights.map(({ pieces }) => pieces.join(" · "));

describe("headings of records", () => {
  it("a project's heading names its institutions, the coordinator first, and its responsible members", async () => {
    await linkInstitution("A-Uni");
    await linkInstitution("B-Uni", { rollen: [ROLE.funder] });
    await linkInstitution("Z-Uni", { rollen: [ROLE.coordinator], seit: "2021-01-01" });
    await linkInstitution("C-Uni");
    await linkMember("Müller", { rollen: [ROLE.projectLead] });
    await linkMember("Maier", { rollen: [ROLE.contributor] });
    await linkMember("Kurz", { rollen: [ROLE.cooperationOfficer] });
    expect((await headOf("project", project)).slice(-2)).toEqual([
      "Koordination: Z-Uni · +3",
      "Projektleitung: Ada Müller · Kooperationsbeauftragte/r: Ada Kurz",
    ]);
    expect((await headOf("project", project, "en")).at(-1)).toMatch(/^Project lead: Ada Müller/);
  });

  it("a project's heading names all institutions where there is room, those with roles first", async () => {
    await linkInstitution("A-Uni");
    await linkInstitution("B-Uni", { rollen: [ROLE.funder] });
    await linkInstitution("Z-Uni", { rollen: [ROLE.coordinator] });
    expect((await headOf("project", project)).at(-1)).toBe("Koordination: Z-Uni · Förderung: B-Uni · A-Uni");
  });

  it("a heading does not name former and future links as current ones", async () => {
    await linkInstitution("Alt", { rollen: [ROLE.coordinator], bis: yesterday });
    await linkInstitution("Neu", { rollen: [ROLE.coordinator], seit: tomorrow });
    await linkInstitution("Jetzt", { seit: today, bis: today });
    await linkMember("Gegangen", { rollen: [ROLE.projectLead], bis: yesterday });
    const head = await headOf("project", project);
    expect(head.at(-1)).toBe("Jetzt");
    expect(head.join()).not.toMatch(/Gegangen|Alt|Neu/);
  });

  it("a heading names former links with their periods if none is current", async () => {
    const institution = await createInstitution(db(), { name: "Uni Bern" });
    const person = await linkPerson("Weg", { rollen: [ROLE.head], seit: "2019-01-01", bis: "2020-12-31" }, institution);
    expect(await headOf("person", person)).toContain("Leitung: Uni Bern (2019 – 2020)");
    expect((await headOf("institution", institution)).join()).not.toContain("Weg");
  });

  it("an institution's heading names its head, contact and main contact, but not its staff", async () => {
    const institution = await createInstitution(db());
    await linkPerson("Chef", { rollen: [ROLE.head] }, institution);
    await linkPerson("Kontakt", { rollen: [ROLE.institutionContact] }, institution);
    await linkPerson("Haupt", { hauptkontakt: true }, institution);
    await linkPerson("Team", { rollen: [ROLE.staff] }, institution);
    expect(await headOf("institution", institution)).toContain(
      "Leitung: Eva Chef · Ansprechperson: Eva Kontakt · Hauptkontakt: Eva Haupt",
    );
  });

  it("a heading names records with leading roles of a list that is longer than the page", async () => {
    await insertMany`
      WITH made AS (
        INSERT INTO institutions (name, organisationsform, branchen)
        SELECT 'A ' || n, -1, 'Bildung' FROM generate_series(1, ${LINK_PREVIEW_SIZE + 1}::int) AS n
        RETURNING partner_institution_id)
      INSERT INTO project_institutions (projekt_id, partner_institution_id)
      SELECT ${project}, partner_institution_id FROM made`;
    await linkInstitution("Z-Uni", { rollen: [ROLE.coordinator] });
    await linkInstitution("Alt", { rollen: [ROLE.partner], bis: yesterday });
    expect((await headOf("project", project)).at(-1)).toBe(`Koordination: Z-Uni · +${LINK_PREVIEW_SIZE + 1}`);
  });
});

describe("overviews", () => {
  const partOf = async (kind: string, id: number, relation: string, locale: Locale = "de") => {
    const part = (await sheetOf(kind, id, locale)).overview.parts.find((each) => each.relation === relation);
    if (!part) throw new Error(`No section ${relation}`);
    return part;
  };

  it("the overview shows current links with roles and periods, and former ones separately", async () => {
    await linkInstitution("A-Uni", { bis: "2023-12-31", rollen: [ROLE.partner], seit: "2021-01-01" });
    await linkInstitution("B-Uni");
    await linkInstitution("C-Uni", { seit: tomorrow, rollen: [ROLE.partner] });
    await linkInstitution("D-Uni", { rollen: [ROLE.coordinator], seit: "2021-01-01", hauptkontakt: true });
    const part = await partOf("project", project, "projectInstitutions");
    expect(part.total).toBe(4);
    expect(part.columns).toEqual(["Rolle", "Organisationsform", "Adresse"]);
    expect(part.shares).toHaveLength(4);
    const shown = part.blocks.map(({ heading, total, rows }) => [
      ...[heading, total],
      ...rows.map(({ label, cells }) => `${label}: ${cells[0]?.text}`),
    ]);
    expect(shown).toEqual([
      [
        "Aktuell",
        3,
        "D-Uni: Koordination · seit 2021 · Hauptkontakt",
        "B-Uni: ",
        `C-Uni: Partner · ab ${display(tomorrow)}`,
      ],
      ["Früher", 1, "A-Uni: Partner · 2021 – 2023"],
    ]);
    const english = await partOf("project", project, "projectInstitutions", "en");
    expect([english.columns[0], english.blocks[0]?.rows[0]?.cells[0]?.text]).toEqual([
      "Role",
      "Coordinator · since 2021 · Main contact",
    ]);
  });

  it("the overview lists a former link to a current project under the past ones, and counts it there", async () => {
    const ongoing = { status: PROJECT_STATUS.ongoing, vertragsgrundlage: 0, projektbeginn: "2020-01-01" };
    const institution = await createInstitution(db());
    const projects = [await createProject(db(), ongoing), await createProject(db(), ongoing)];
    await api.post(`/api/projects/institution/${institution}/${projects[0]}`, { bis: yesterday });
    await api.post(`/api/projects/institution/${institution}/${projects[1]}`);
    const { blocks } = await partOf("institution", institution, "projectInstitutions");
    expect(blocks.map(({ heading, total, rows }) => [heading, total, rows[0]?.id])).toEqual([
      ["Laufend und geplant", 1, projects[1]],
      ["Früher", 1, projects[0]],
    ]);
  });

  it("the overview names the linked records of linked records with their roles, without former ones", async () => {
    const institution = await linkInstitution("Uni");
    await linkMember("Müller", { rollen: [ROLE.projectLead] });
    await linkMember("Alt", { rollen: [ROLE.projectLead], bis: yesterday });
    await linkMember("Adam");
    const { blocks } = await partOf("institution", institution, "projectInstitutions");
    expect(blocks[0]?.rows[0]?.names).toEqual(["Projektleitung: Ada Müller", "Ada Adam"]);
  });

  it("the overview has no column for roles if no link has any", async () => {
    await linkInstitution("Uni");
    const part = await partOf("project", project, "projectInstitutions");
    expect([part.columns, part.blocks[0]?.heading]).toEqual([["Organisationsform", "Adresse"], null]);
  });

  it("the overview is printed with roles and periods", async () => {
    await linkInstitution("Uni Wien", { rollen: [ROLE.coordinator], seit: "2021-01-01" });
    await linkInstitution("Uni Bern", { rollen: [ROLE.partner], bis: "2023-12-31" });
    const pdf = async (lang: string) =>
      (await readPdf((await api.get(`/api/projects/${project}/overview.pdf?lang=${lang}`)).bytes)).pages.join("\n");
    const german = await pdf("de");
    for (const text of ["Koordination: Uni Wien", "Koordination · seit 2021", "Partner · bis 2023", "Früher (1)"])
      expect(german).toContain(text);
    expect(await pdf("en")).toContain("Coordinator · since 2021");
  });
});

describe("lists with linked records", () => {
  const definition = definitionOf("project");
  const listed = async (filter: string, columns: string[] = ["projekt_titel"]) => {
    const { rows } = await listWithColumns(
      commandContext(),
      definition,
      { ...defaultListQuery(definition), filter },
      columns,
    );
    return rows[0] ?? {};
  };
  const german = { locale: "de" as const, words: recordWords("de"), today };
  const subtitleOf = (row: object) =>
    rowSubtitleOf(definition, { ...row, projektbeginn: null, projektende: null }, german);

  beforeEach(async () => {
    project = await createProject(db(), { projekt_titel: `Liste ${crypto.randomUUID()}` });
  });
  const title = async () =>
    String((await api.get<{ data: { projekt_titel: string } }>(`/api/projects/${project}`)).json.data.projekt_titel);

  it("a row's subtitle names the coordinator first, and counts current links only", async () => {
    await linkInstitution("A-Uni");
    await linkInstitution("B-Uni");
    await linkInstitution("C-Uni", { bis: yesterday });
    await linkInstitution("Z-Uni", { rollen: [ROLE.coordinator] });
    expect(subtitleOf(await listed(await title()))).toEqual(["Koordination: Z-Uni", "A-Uni", "+1"]);
  });

  it("a row's subtitle names former links only if none is current, with their periods", async () => {
    await linkInstitution("A-Uni", { rollen: [ROLE.partner], bis: "2020-12-31" });
    expect(subtitleOf(await listed(await title()))).toEqual(["Partner: A-Uni (bis 2020)"]);
  });

  it("a link column contains all links, former ones last and with their periods", async () => {
    await linkInstitution("A-Uni", { bis: "2020-12-31" });
    await linkInstitution("B-Uni", { rollen: [ROLE.coordinator] });
    await linkMember("Alt", { bis: "2020-12-31" });
    const columns = ["institutionen", "hochschulmitglieder"];
    const row = await listed(await title(), columns);
    expect(columnsNamed(definition, columns).map(({ names }) => names?.(row, german))).toEqual([
      ["Koordination: B-Uni", "A-Uni (bis 2020)"],
      ["Ada Alt (bis 2020)"],
    ]);
  });

  it("API rows contain all institutions, without the values of links", async () => {
    const former = await linkInstitution("A-Uni", { bis: yesterday, rollen: [ROLE.partner] });
    const current = await linkInstitution("B-Uni");
    const { json } = await api.get<{ data: object[] }>(`/api/projects?ids=${project}`);
    expect(json.data).toMatchObject([
      {
        institutionen: [
          { partner_institution_id: former, name: "A-Uni" },
          { partner_institution_id: current, name: "B-Uni" },
        ],
      },
    ]);
    expect(JSON.stringify(json.data)).not.toContain("rollen");
  });
});

describe("deadlines", () => {
  beforeEach(async () => {
    const ends = { projektbeginn: "2020-01-01", projektende: daysLater(today, 30), vertragsgrundlage: 1 };
    project = await createProject(db(), { ...ends, status: PROJECT_STATUS.ongoing, kuendigungsfrist: "" });
    await linkMember("Anton", { rollen: [ROLE.contributor] });
    await linkMember("Alt", { rollen: [ROLE.projectLead], bis: yesterday });
    await linkMember("Zorn", { rollen: [ROLE.projectLead], seit: today });
  });
  const query = { pageNo: 0, pageSize: 100 };

  it("deadlines have current members with their roles, responsible ones first", async () => {
    type Row = { projekt_id: number; members: object[] };
    const { json } = await api.get<{ data: Row[] }>("/api/deadlines?pageSize=100");
    const members = json.data.find(({ projekt_id }) => projekt_id === project)?.members;
    expect(members).toMatchObject([
      { nachname: "Zorn", rollen: [{ rolle_id: ROLE.projectLead, rolle_de: "Projektleitung" }] },
      { nachname: "Anton", rollen: [{ rolle_id: ROLE.contributor }] },
    ]);
    expect(members).toHaveLength(2);
  });

  it("calendars and digests of deadlines name current members", async () => {
    const { rows } = await listDeadlines(commandContext(), query);
    const own = rows.filter(({ projekt_id }) => projekt_id === project);
    // RFC 5545 folds long lines.
    const feed = (language: Locale) => writeFeed(own, language, today).replaceAll("\r\n ", "");
    expect(feed("de")).toContain("Ada Zorn (Projektleitung)\\, Ada Anton (Mitarbeit)");
    expect(feed("en")).toContain("Ada Zorn (Project lead)\\, Ada Anton (Contributor)");
    const reported = await deadlinesToReport(context("de"), { memberEmail: null });
    const members = reported.find(({ projekt_id }) => projekt_id === project)?.members;
    expect(members?.map(({ name }) => name)).toEqual(["Ada Zorn (Projektleitung)", "Ada Anton (Mitarbeit)"]);
  });
});

describe("search hits", () => {
  it("a search hit names the current institutions of a person with their roles", async () => {
    const [now, former] = [
      await createInstitution(db(), { name: "Uni Wien" }),
      await createInstitution(db(), { name: "Uni Bern" }),
    ];
    const nachname = `Quendler${Math.trunc(performance.now())}`;
    const person = await linkPerson(nachname, { rollen: [ROLE.head] }, now);
    await api.post(`/api/persons/institution/${former}/${person}`, { bis: yesterday });
    type Hits = { kind: string; hits: { detail: string }[] }[];
    const detail = async (options = {}) => {
      const { json } = await api.get<Hits>(`/api/search?search=${nachname}`, options);
      return json.find(({ kind }) => kind === "persons")?.hits[0]?.detail;
    };
    expect(await detail()).toMatch(/ · Leitung: Uni Wien$/);
    expect(await detail({ headers: { "accept-language": "en" } })).toMatch(/ · Head: Uni Wien$/);
  });
});

describe("the merge page", () => {
  it("the merge page shows which links get roles, unite them, and lose those that are taken", async () => {
    const [keep, drop] = [await createInstitution(db()), await createInstitution(db())];
    const link = (institution: number, to: number, rollen: number[]) =>
      api.post(`/api/projects/institution/${institution}/${to}`, { rollen });
    const both = await createProject(db(), { projekt_titel: "Beide" });
    await link(keep, both, [ROLE.partner]);
    await link(drop, both, [ROLE.coordinator]);
    await link(drop, project, [ROLE.funder]);
    const ofKeep = await createProject(db(), { projekt_titel: "Ohne Rolle" });
    await link(drop, ofKeep, []);
    const view = await findMergeView(commandContext(), {
      definition: definitionOf("institution"),
      keep,
      drop,
      isOfMany: false,
    });
    expect(view?.links.find(({ name }) => name === "kooperationsprojekte")).toMatchObject({
      ...{ total: 3, moved: 2, joined: 1 },
      roles: [
        { label: "Brücken", isJoined: false, roles: [ROLE.funder], lost: [] },
        { label: "Beide", isJoined: true, roles: [ROLE.partner, ROLE.coordinator], lost: [] },
      ],
    });
  });

  it("the merge page shows the roles that links lose because others have them", async () => {
    const [keep, drop] = [await createProject(db()), project];
    await linkMember("Erste", { rollen: [ROLE.projectLead] }, keep);
    await linkMember("Zweite", { rollen: [ROLE.projectLead, ROLE.contributor] }, drop);
    const view = await findMergeView(commandContext(), {
      definition: definitionOf("project"),
      keep,
      drop,
      isOfMany: false,
    });
    expect(view?.links.find(({ name }) => name === "hochschulmitglieder")?.roles).toEqual([
      { label: "Ada Zweite", isJoined: false, roles: [ROLE.contributor], lost: [ROLE.projectLead] },
    ]);
  });
});

describe("history entries", () => {
  const newest = async () => (await api.get<{ data: HistoryEntry[] }>("/api/history/entries?pageSize=1")).json.data[0];

  it("a history entry begins with the record whose links were changed", async () => {
    const [first, second] = [await linkMember("Erste", { rollen: [ROLE.projectLead] }), await linkMember("Zweite")];
    const body = { rollen: [ROLE.projectLead], replace: true };
    expect((await api.put(`/api/projects/member/${second}/${project}`, body)).json).toMatchObject({ success: true });
    const entry = await newest();
    expect(entry?.batch).toMatchObject({
      count: 2,
      summary: { story: "record", action: "update", subject: { kind: "projects", id: project } },
    });
    expect(entry?.batch?.summary.parts).toEqual([{ kind: "projects", action: "update", count: 2, ofLinks: true }]);
    expect(entry?.batch?.changes.map(({ related }) => related?.id).sort()).toEqual([first, second].sort());
  });
});

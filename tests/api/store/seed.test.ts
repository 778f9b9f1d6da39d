import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { responseValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { dayOf } from "@/lib/model/fields/moments";
import { linkStateOn } from "@/lib/model/kinds/link-states";
import { linkListOf, type Relation } from "@/lib/model/kinds/relations";
import { adoptContacts } from "@/lib/features/quality/server/contacts";
import { commandContext } from "@/lib/store/database/transaction";
import { countCheck } from "@/lib/features/quality/server/quality";
import { countListed, readListQuery } from "@/lib/store/records/find-records";
import type { ProjectLinks } from "@/prisma/demo/links";
import { schemaOf } from "@/lib/model/values/schemas";
import { db } from "@/lib/store/database/client";
import { DEMO_AGREEMENTS } from "@/prisma/demo/agreements/demo-agreements";
import { demoData, type DemoData } from "@/prisma/demo/dataset";
import institutions from "@/prisma/demo/institutions.json";
import projects from "@/prisma/demo/projects.json";
import { REFERENCE_DATA, ROLE } from "@/prisma/reference-data";
import { ensureUser, seedDemoData, seedReferenceData } from "@/prisma/seed-data";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { setDemoPassword } from "@/scripts/postgres/prepare-database";
import { createMember, createPerson, createProject } from "../../support/factories";
import { call } from "../../support/api";
import { readAll } from "../../support/records/read-files";

const run = promisify(execFile);

const recordCounts = async () => ({
  members: await db().member.count(),
  projects: await db().project.count(),
  institutions: await db().institution.count(),
  persons: await db().person.count(),
  thematicFields: await db().thematicField.count(),
});

const linkCounts = async () => ({
  memberProjects: await db().memberProject.count(),
  memberThematicFields: await db().memberThematicField.count(),
  projectInstitutions: await db().projectInstitution.count(),
  projectPersons: await db().projectPerson.count(),
  projectThematicFields: await db().projectThematicField.count(),
  institutionPersons: await db().institutionPerson.count(),
  institutionThematicFields: await db().institutionThematicField.count(),
  personThematicFields: await db().personThematicField.count(),
  memberFacilities: await db().memberFacility.count(),
  memberStatuses: await db().memberStatus.count(),
  projectFacilities: await db().projectFacility.count(),
});

const referenceCounts = async () => ({
  titel: await db().titel.count(),
  fakultaeten: await db().fakultaet.count(),
  institute: await db().institut.count(),
  einrichtungen: await db().einrichtung.count(),
  personenstatus: await db().personenstatus.count(),
  vertragsgrundlagen: await db().vertragsgrundlage.count(),
  projekt_status: await db().projektstatus.count(),
  zusammenarbeit: await db().zusammenarbeit.count(),
  organisationsformen: await db().organisationsform.count(),
});

/** Runs the seed command in a child process. */
const seedCommand = (url: string, ...options: string[]) =>
  run(process.execPath, ["--import", "tsx", "prisma/seed.ts", ...options], {
    env: { ...process.env, DATABASE_URL: url },
  });

describe("the reference seed", () => {
  it("the reference seed writes every list once, with the wording of the migration", async () => {
    const stored = {
      titel: await db().titel.findMany({ orderBy: { titel_id: "asc" } }),
      fakultaeten: await db().fakultaet.findMany({ orderBy: { fakultaet_id: "asc" } }),
      institute: await db().institut.findMany({ orderBy: { institut_id: "asc" } }),
      einrichtungen: await db().einrichtung.findMany({ orderBy: { einrichtung_id: "asc" } }),
      personenstatus: await db().personenstatus.findMany({ orderBy: { status_id: "asc" } }),
      vertragsgrundlagen: await db().vertragsgrundlage.findMany({ orderBy: { grundlage_id: "asc" } }),
      projekt_status: await db().projektstatus.findMany({ orderBy: { projektstatus_id: "asc" } }),
      zusammenarbeit: await db().zusammenarbeit.findMany({ orderBy: { zusammenarbeit_id: "asc" } }),
      organisationsformen: await db().organisationsform.findMany({ orderBy: { ogf_id: "asc" } }),
      verknuepfungsrollen: await db().verknuepfungsrolle.findMany({ orderBy: { rolle_id: "asc" } }),
      // In German dictionary order, behind "not applicable", which the migration adds.
      laender: await db().land.findMany({ where: { land_id: { not: -1 } }, orderBy: { land_de: "asc" } }),
      dateiarten: await db().dateiart.findMany({ orderBy: { position: "asc" } }),
    };
    expect(stored).toMatchObject(REFERENCE_DATA);
    // All entries are active, and their positions have the same order.
    for (const [list, entries] of Object.entries(stored)) {
      const positions = entries.map(({ position }) => position);
      expect(positions, list).toEqual(positions.toSorted((a, b) => a - b));
      expect(
        entries.every(({ active }) => active),
        list,
      ).toBe(true);
    }
  });

  it("the reference seed keeps renamed entries and does not restore deleted ones", async () => {
    const before = await referenceCounts();
    const where = { titel_id: 1 };
    await db().titel.update({ where, data: { titel_de: "Doktor" } });
    const deleted = await db().fakultaet.delete({ where: { fakultaet_id: 3 } });
    await seedReferenceData(db());
    expect(await referenceCounts()).toEqual({ ...before, fakultaeten: before.fakultaeten - 1 });
    expect(await db().titel.findUnique({ where })).toMatchObject({ titel_id: 1, titel_de: "Doktor", titel_en: "Dr." });
    await db().fakultaet.create({ data: deleted });
  });

  it("the reference seed adds entries of a new version", async () => {
    const before = await referenceCounts();
    const last = Math.max(...REFERENCE_DATA.fakultaeten.map(({ fakultaet_id }) => fakultaet_id));
    // Simulates the database of a previous version, which had one entry less.
    await db().fakultaet.delete({ where: { fakultaet_id: last } });
    await db().$executeRaw`SELECT setval(pg_get_serial_sequence('fakultaeten', 'fakultaet_id'), ${last - 1}::bigint)`;
    await seedReferenceData(db());
    expect(await referenceCounts()).toEqual(before);
  });

  it("the reference seed leaves the sequence usable for new entries", async () => {
    const { institut_id } = await db().institut.create({ data: { institut_name_de: "Neu", institut_name_en: "New" } });
    expect(institut_id).toBeGreaterThan(Math.max(...REFERENCE_DATA.institute.map((entry) => entry.institut_id)));
    await seedReferenceData(db());
    const next = await db().institut.create({ data: { institut_name_de: "Neuer", institut_name_en: "Newer" } });
    expect(next.institut_id).toBeGreaterThan(institut_id);
    await db().institut.deleteMany({ where: { institut_id: { gte: institut_id } } });
  });
});

describe("the demo seed", () => {
  let data: DemoData;

  beforeAll(async () => {
    // Renames the last table that the seed writes, so that the seed fails just before its end.
    await db().$executeRaw`ALTER TABLE project_persons RENAME TO project_persons_away`;
    await expect(seedDemoData(db())).rejects.toThrow();
    await db().$executeRaw`ALTER TABLE project_persons_away RENAME TO project_persons`;
    expect(Object.values(await recordCounts())).toEqual([0, 0, 0, 0, 0]);

    data = demoData();
    await seedDemoData(db());
  });

  it("the demo seed has the documented size, with rows in every relation", async () => {
    const counts = await recordCounts();
    expect(counts.institutions).toBeGreaterThanOrEqual(300);
    expect(counts.projects).toBeGreaterThanOrEqual(200);
    expect(projects.length).toBeGreaterThanOrEqual(200);
    expect(counts.thematicFields).toBeGreaterThanOrEqual(60);
    expect(counts.members).toBeGreaterThanOrEqual(90);
    expect(counts.persons).toBeGreaterThanOrEqual(70);
    for (const [relation, count] of Object.entries(await linkCounts())) expect(count, relation).toBeGreaterThan(50);
  });

  it("the demo seed is idempotent, also when run concurrently", async () => {
    const before = { ...(await recordCounts()), ...(await linkCounts()) };
    await Promise.all([seedDemoData(db()), seedDemoData(db())]);
    expect({ ...(await recordCounts()), ...(await linkCounts()) }).toEqual(before);
  });

  it("the demo seed is deterministic", () => {
    const { members, persons, projects: all, projectLinks, personLinks } = demoData();
    expect({ projectLinks, personLinks }).toEqual({ projectLinks: data.projectLinks, personLinks: data.personLinks });
    expect(members).toEqual(data.members);
    expect(persons).toEqual(data.persons);
    expect(all).toEqual(data.projects);
  });

  it("the demo seed contains only trimmed values that the forms accept", () => {
    const forms = data.projects.map(({ mitglieder, institutionen, personen, ...values }) => {
      expect([...mitglieder, ...institutionen, ...personen].every((id) => id > 0)).toBe(true);
      return values;
    });
    const roundTrip = (definition: AnyDefinition, all: readonly AnyRow[]) =>
      all.map((values) => responseValues(definition, schemaOf(definition).parse(values)));
    expect(roundTrip(definitionOf("member"), data.members)).toEqual(data.members);
    expect(roundTrip(definitionOf("project"), forms)).toEqual(forms);
    expect(roundTrip(definitionOf("institution"), data.institutions)).toEqual(data.institutions);
    expect(roundTrip(definitionOf("person"), data.persons)).toEqual(data.persons);
    expect(roundTrip(definitionOf("thematicField"), data.thematicFields)).toEqual(data.thematicFields);
  });

  it("the demo seed contains no reachable contact data", () => {
    const people = [...data.members, ...data.persons, ...data.institutions.filter(({ email }) => email)];
    expect(people.filter(({ email }) => !/^[a-z.-]+@[a-z-]+\.internal$/.test(email))).toEqual([]);
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
    const unassigned = /^(030 23125|069 90009|040 66969|0221 4710|089 99998)-\d{3}$/;
    expect(people.filter(({ telefon }) => telefon && !unassigned.test(telefon))).toEqual([]);
    expect(data.institutions.filter(({ telefon }) => telefon)).toEqual([]);
  });

  it("the demo seed contains only plausible addresses of people", () => {
    const isPlausible = (name: "email" | "ph_webseite", text: string) => {
      const plausibility = definitionOf("member").fields[name]?.plausibility;
      return text === "" || (plausibility?.must.test(text) === true && !plausibility.never.test(text));
    };
    const people = [...data.members, ...data.persons];
    expect(people.filter(({ email }) => !isPlausible("email", email))).toEqual([]);
    expect(people.filter(({ ph_webseite }) => !isPlausible("ph_webseite", ph_webseite))).toEqual([]);
  });

  it("the demo seed contains surnames in umlaut variants, to demonstrate the search", () => {
    const surnames = new Set([...data.members, ...data.persons].map(({ nachname }) => nachname));
    for (const name of ["Müller", "Mueller", "Schröder", "Schroeder", "Weiß", "Weiss"])
      expect(surnames).toContain(name);
  });

  it("the demo seed contains only rows of redistributable sources", () => {
    const sources = new Set([...institutions, ...projects].map(({ quelle }) => quelle.split(":")[0]));
    expect([...sources].sort()).toEqual(["cordis-cs", "cordis-h2020", "h2020", "hipo"]);
    expect(new Set(institutions.map(({ quelle, name }) => `${quelle} ${name}`)).size).toBe(institutions.length);
  });

  it("the demo seed gives every real project as many partners as its source", async () => {
    const rows = await db().project.findMany({
      where: { institutionen: { some: {} } },
      select: { projekt_titel: true, _count: { select: { institutionen: true } } },
    });
    const stored = new Map(rows.map(({ projekt_titel, _count }) => [projekt_titel, _count.institutionen]));
    expect(stored).toEqual(new Map(projects.map(({ projekt_titel, beteiligte }) => [projekt_titel, beteiligte])));
    const untitled = projects.filter(({ quelle }) => quelle.startsWith("h2020:"));
    for (const { projekt_titel, quelle } of untitled) {
      expect(projekt_titel).toMatch(new RegExp(`^Horizon 2020: [A-Z].* ${quelle.slice("h2020:".length)}$`));
    }
    expect(projects.length - untitled.length).toBe(21);
  });

  describe("links of the demo seed", () => {
    const project = definitionOf("project");
    const today = dayOf(new Date());
    const states = (relation: Relation, links: readonly AnyRow[]) =>
      new Set(links.map((values) => linkStateOn(relation, values, today)));
    const rolesIn = (links: readonly AnyRow[]) => new Set(links.flatMap(({ rollen }) => rollen as number[]));
    const linkedOf = (list: keyof ProjectLinks) => data.projectLinks.flatMap((links) => [...links[list].values()]);

    it("the demo seed has links of every role, and current, former and future ones", () => {
      const members = linkedOf("hochschulmitglieder");
      const all = [...members, ...linkedOf("institutionen"), ...linkedOf("personen")];
      const personal = data.personLinks.flatMap((links) => [...links.values()]);
      const usedRoles = rolesIn([...all, ...personal]);
      expect(Object.values(ROLE).filter((role) => role !== ROLE.funder && !usedRoles.has(role))).toEqual([]);
      expect(states(linkListOf("project", "hochschulmitglieder").relation, members).size).toBe(3);
      expect(states(linkListOf("person", "institutionen").relation, personal)).toEqual(new Set(["current", "former"]));
    });

    it("the demo seed gives real projects the coordinator of their source", async () => {
      const holders = await db().projectInstitution.count({ where: { rollen: { has: ROLE.coordinator } } });
      expect(holders).toBe(projects.length);
      expect(projects.filter(({ partner, koordination }) => !partner.includes(koordination))).toEqual([]);
    });

    it("the demo seed has a responsible member for most projects with members, but not for all", async () => {
      const total = async (query: string) => {
        const parameters = new URLSearchParams(query);
        return countListed(commandContext(), project, await readListQuery(commandContext(), project, parameters));
      };
      const [all, withoutResponsible] = [
        await total("where[hochschulmitglieder][empty]=false"),
        await total("where[hochschulmitglieder][empty]=false&where[zustaendige][empty]=true"),
      ];
      expect(withoutResponsible).toBeGreaterThan(3);
      expect(withoutResponsible).toBeLessThan(all / 4);
      expect((await countCheck(commandContext(), "projects_without_responsible"))?.count).toBeGreaterThan(1);
    });

    it("the demo seed has contacts in free text, several of whom are linked persons without the role", async () => {
      expect(data.institutions.filter(({ kontaktperson }) => kontaktperson).length).toBeGreaterThan(10);
      const { changes } = await adoptContacts(commandContext(), true);
      expect(changes.length).toBeGreaterThan(5);
    });
  });

  describe("the demo's agreements", () => {
    it("are read by the job, and propose what differs from their projects", { timeout: 180_000 }, async () => {
      // On a busy machine, one run does not read them all.
      while ((await readAll()) === "done");
      const proposals = await db().proposal.findMany({ orderBy: [{ label: "asc" }, { field: "asc" }] });
      expect(proposals.map(({ label, field, value }) => `${label.split(" ", 1)[0]} ${field} ${value}`)).toEqual([
        "Austauschprogramm kuendigungsfrist 6 months",
        "Austauschprogramm projektbeginn 2027-01-01",
        "Austauschprogramm projektende 2031-12-31",
        "Austauschprogramm vertragsgrundlage 1",
        "Bildung projektende 2028-12-31",
        "English kuendigungsfrist 3 months to the end of the calendar year",
        "English projektende 2028-02-29",
        "Forschungsverbund kuendigungsfrist 6 Monate vor Ablauf, verlängert sich automatisch um 1 Jahr",
        "Forschungsverbund projektbeginn 2027-04-01",
        "Forschungsverbund projektende 2030-03-31",
        "Forschungsverbund vertragsgrundlage 1",
        "Französisch kuendigungsfrist 6 months to the end of the calendar year",
        "Französisch vertragsgrundlage 0",
        "Historische kuendigungsfrist 6 weeks to the end of the quarter",
        "Lesepatinnen kuendigungsfrist 3 Monate zum 31. Juli",
        "Mehrsprachige kuendigungsfrist 3 Monate vor Ablauf, verlängert sich automatisch um 1 Jahr",
        "Musik kuendigungsfrist 2 Monate zum 31. Juli",
      ]);
    });

    it("are in the history as created", async () => {
      const changes = await db().$queryRaw<{ action: string; label: string }[]>`
        SELECT action, label FROM changes WHERE kind = 'files' ORDER BY change_id`;
      expect(changes).toEqual(DEMO_AGREEMENTS.map(({ values }) => ({ action: "create", label: values.bezeichnung })));
    });
  });

  it("the demo seed leaves the sequences usable for new records", async () => {
    // Compares with the greatest ids, because the failed seed above has used up ids.
    const last = {
      member: (await db().member.aggregate({ _max: { ph_id: true } }))._max.ph_id ?? 0,
      project: (await db().project.aggregate({ _max: { projekt_id: true } }))._max.projekt_id ?? 0,
      person: (await db().person.aggregate({ _max: { person_id: true } }))._max.person_id ?? 0,
    };
    expect(await createMember(db())).toBe(last.member + 1);
    expect(await createProject(db())).toBe(last.project + 1);
    expect(await createPerson(db())).toBe(last.person + 1);
  });
});

describe("the seed command", () => {
  const url = () => process.env.DATABASE_URL ?? "";

  it("the seed command writes reference data into the database of DATABASE_URL", async () => {
    const { stdout } = await seedCommand(url());
    expect(stdout).toContain("Reference data is in place.");
  });

  it("the seed command refuses demo data for a database other than the embedded one", async () => {
    const before = await recordCounts();
    await expect(seedCommand(url(), "--demo")).rejects.toMatchObject({
      code: 1,
      stderr: "Demo data is written into the project's own embedded database only; nothing was changed.\n",
    });
    expect(await recordCounts()).toEqual(before);
  });

  it("the seed command prints a one-line error when DATABASE_URL is missing or unreachable", async () => {
    await expect(seedCommand("")).rejects.toMatchObject({
      stderr: expect.stringMatching(/^DATABASE_URL is not set.*\n$/),
    });
    await expect(seedCommand("postgresql://koop:secret@127.0.0.1:1/x")).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The database of DATABASE_URL cannot be reached: [^\n]*127\.0\.0\.1:1\.\n$/),
    });
  });
});

describe("ensureUser", () => {
  it("ensureUser creates a confirmed account once, ignoring the case of its address", async () => {
    await ensureUser(db(), { email: "Admin@Example.org", name: "Admin", password: "kooperation", role: "admin" });
    const first = await db().user.findUniqueOrThrow({ where: { email: "admin@example.org" } });
    expect(first.email_verified_at).not.toBeNull();
    await ensureUser(db(), { email: "ADMIN@example.org", name: "Somebody else", password: "other", role: "reader" });
    expect(await db().user.findMany({ where: { email: "admin@example.org" } })).toEqual([first]);
  });
});

describe("passwords chosen for the demo", () => {
  const login = async (password: string) =>
    (await call("POST", "/api/auth/login", { body: { email: DEMO_USER.email, password } })).json;

  it("a chosen demo password replaces the default one and ends its sessions, but only the first time", async () => {
    await ensureUser(db(), DEMO_USER);
    const token = String((await login(DEMO_USER.password)).access_token);
    const status = async (bearer: string) => (await call("GET", "/api/user", { token: bearer })).status;
    expect(await status(token)).toBe(200);

    await setDemoPassword(db(), "von uns gewaehlt");
    expect(await status(token)).toBe(401);
    expect((await login(DEMO_USER.password)).message).toBe("username_password_error");
    const next = String((await login("von uns gewaehlt")).access_token);
    await setDemoPassword(db(), "von uns gewaehlt");
    expect(await status(next)).toBe(200);
  });
});

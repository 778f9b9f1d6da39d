import { beforeAll, describe, expect, it } from "vitest";
import { dayOf } from "@/lib/model/fields/moments";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { firstQualityDay, qualityChecks } from "@/lib/features/quality/quality-checks";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { confirmRecords } from "@/lib/store/records/confirm-records";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { startRunner } from "@/lib/features/jobs/server/runner";
import { jobs } from "@/lib/features/operations/server/jobs";
import { countCheck, countQuality, findStoredQuality, findQuality } from "@/lib/features/quality/server/quality";
import { editRecord } from "@/lib/store/records/edit-records";
import { definitionOf } from "@/lib/model/kinds/registry";
import { ROLE, SIGNED_CONTRACT } from "@/prisma/reference-data";
import { ANY_ROUND } from "../../support/records/confirmations";
import { createInstitution, createMember, createPerson, createProject } from "../../support/factories";
import { createStoredFile } from "../../support/records/stored-files";
import { loggedIn, type Client } from "../../support/api";

/*
 * Data quality checks: each count equals the total of the list that it links to, and is stored once
 * a day.
 */

type Check = {
  name: string;
  count: number;
  lists: { kind: string; query: string | null; count: number }[];
  days: { day: string; count: number }[];
};
type Quality = { success: true; counted_at: string; checks: Check[] };

const { fixedTerm, openEnded } = referenceLists.vertragsgrundlagen.rules;
const GERMANY = 276;
const DAY = 86_400_000;
const later = (days: number) => new Date(Date.now() + days * DAY);

let api: Client;
let reader: Client;
beforeAll(async () => {
  [api, reader] = [await loggedIn({ role: "editor" }), await loggedIn({ role: "reader" })];
});

const counts = (checks: readonly { name: string; count: number }[]) =>
  Object.fromEntries(checks.map(({ name, count }) => [name, count]));

async function countedAgain() {
  expect((await api.post("/api/quality")).json).toEqual({ success: true, message: "data_updated" });
  return (await api.get<Quality>("/api/quality")).json.checks;
}

/**
 * Runs `work` and returns the difference of each count that it changed. The check for unconfirmed
 * records is omitted, because it counts every new record.
 */
async function added(work: () => Promise<unknown>) {
  const before = counts(await countedAgain());
  await work();
  const after = Object.entries(counts(await countedAgain()));
  return Object.fromEntries(
    after
      .map(([name, count]) => [name, count - (before[name] ?? 0)])
      .filter(([name, more]) => name !== "unconfirmed" && more !== 0),
  );
}

const usable = { email: "a@uni-ulm.de", ph_webseite: "" };

describe("quality checks", () => {
  it("quality checks find nothing in valid data", async () => {
    const done = async () => {
      const institution = await createInstitution(db(), { email: "", webseite: "www.uni-ulm.de", land: GERMANY });
      const project = { vertragsgrundlage: openEnded, projektbeginn: "2020-01-01" };
      const id = await createProject(db(), { ...project, status: PROJECT_STATUS.ongoing });
      const member = await createMember(db(), usable);
      await api.post(`/api/members/project/${member}/${id}`, { rollen: [ROLE.projectLead] });
      await api.post(`/api/institutions/project/${institution}/${id}`);
      await createPerson(db(), { ...usable, email: "b@uni-ulm.de", institution: [institution] });
      await createStoredFile(db(), { kind: "projects", record: id });
    };
    expect(await added(done)).toEqual({});
  });

  it.each<[string, () => Promise<unknown>]>([
    ["members_without_project", () => createMember(db(), { ...usable, email: "c@uni-ulm.de" })],
    ["persons_without_institution", () => createPerson(db(), { ...usable, email: "d@uni-ulm.de" })],
    [
      "duplicates",
      async () => {
        await createInstitution(db(), { name: "Universität Ulm", land: GERMANY });
        await createInstitution(db(), { name: "Universitaet Ulm e. V.", land: GERMANY });
      },
    ],
    ["addresses", () => createInstitution(db(), { webseite: "http://http://uni-ulm.de", land: GERMANY })],
    ["institutions_without_country", () => createInstitution(db())],
  ])("quality checks find exactly the defect: %s", async (name, work) => {
    expect(await added(work)).toEqual({ [name]: 1 });
  });

  it("quality checks find projects without partner, without contract basis, and ended but not completed", async () => {
    const basis = { vertragsgrundlage: openEnded, projektbeginn: "2020-01-01" };
    const ended = { vertragsgrundlage: fixedTerm, projektbeginn: "2020-01-01", projektende: "2020-12-31" };
    const institution = await createInstitution(db(), { webseite: "" });
    const person = await createPerson(db(), { ...usable, email: "e@uni-ulm.de", institution: [institution] });
    const member = await createMember(db(), { ...usable, email: "g@uni-ulm.de" });
    const project = async (values?: Parameters<typeof createProject>[1]) => {
      const id = await createProject(db(), values);
      await api.post(`/api/members/project/${member}/${id}`, { rollen: [ROLE.projectLead] });
      await createStoredFile(db(), { kind: "projects", record: id });
      return id;
    };
    await project();
    const linked = (id: number) => api.post(`/api/institutions/project/${institution}/${id}`);

    expect(await added(() => project(basis))).toEqual({ projects_without_partner: 1 });
    const withPerson = async () => api.post(`/api/persons/project/${person}/${await project(basis)}`);
    expect(await added(withPerson)).toEqual({});
    expect(await added(async () => linked(await project()))).toEqual({ projects_without_basis: 1 });
    const endedProject = async () => linked(await project({ ...ended, status: PROJECT_STATUS.ongoing }));
    expect(await added(endedProject)).toEqual({ projects_over: 1 });
    const finished = async () => linked(await project({ ...ended, status: PROJECT_STATUS.completed }));
    expect(await added(finished)).toEqual({});
    const endless = async () => linked(await project({ ...basis, status: PROJECT_STATUS.discontinued }));
    expect(await added(endless)).toEqual({ projects_without_end: 1 });
  });

  it("the list of finished projects without a known end has no statuses with which a project is never active", async () => {
    const list = async () => {
      const { json } = await api.get<Quality>("/api/quality");
      return json.checks.find(({ name }) => name === "projects_without_end")?.lists[0]?.query;
    };
    expect(await list()).toBe("where[status][in]=3,5&where[aktiv_bis][empty]=true");
    const where = { projektstatus_id: { in: [PROJECT_STATUS.completed, PROJECT_STATUS.discontinued] } };
    await db().projektstatus.updateMany({ where, data: { nie_aktiv: true } });
    expect(counts(await countedAgain())).toMatchObject({ projects_without_end: 0 });
    await db().projektstatus.updateMany({ where, data: { nie_aktiv: false } });
  });

  describe("ongoing projects without a responsible member", () => {
    const name = "projects_without_responsible";
    const open = { vertragsgrundlage: openEnded, projektbeginn: "2020-01-01" };
    const count = async (values: Parameters<typeof createProject>[1], link?: object) => {
      const member = await createMember(db(), usable);
      const more = await added(async () => {
        const id = await createProject(db(), { ...open, ...values });
        if (link) await api.post(`/api/members/project/${member}/${id}`, link);
      });
      return more[name] ?? 0;
    };

    it.each<[string, Parameters<typeof createProject>[1], object | undefined, number]>([
      ["without members", {}, undefined, 1],
      ["in planning", { status: PROJECT_STATUS.planned }, undefined, 1],
      ["whose members have no responsible role", {}, { rollen: [ROLE.contributor] }, 1],
      ["whose lead has left", {}, { rollen: [ROLE.projectLead], bis: "2024-12-31" }, 1],
      ["that end later", { vertragsgrundlage: fixedTerm, projektende: "2099-12-31" }, undefined, 1],
      ["but not those with a lead", {}, { rollen: [ROLE.projectLead] }, 0],
      ["but not finished ones", { status: PROJECT_STATUS.completed }, undefined, 0],
      ["but not ended ones", { vertragsgrundlage: fixedTerm, projektende: "2020-12-31" }, undefined, 0],
    ])("the check for a responsible member counts projects %s", async (_, values, link, expected) => {
      expect(await count({ status: PROJECT_STATUS.ongoing, ...values }, link)).toBe(expected);
    });

    it("the check for a responsible member uses the status flag for finished projects", async () => {
      const set = (beendet: boolean) =>
        db().projektstatus.update({ where: { projektstatus_id: PROJECT_STATUS.onHold }, data: { beendet } });
      await createProject(db(), { ...open, status: PROJECT_STATUS.onHold });
      expect(await added(() => set(true))).toMatchObject({ [name]: -1 });
      await set(false);
    });

    it("the dashboard shows the same number of projects without a responsible member as their list", async () => {
      const counted = await countCheck(commandContext(), name);
      const query = counted?.href.split("?")[1];
      expect(counted?.count).toBeGreaterThan(0);
      expect((await api.get<{ total: number }>(`/api/projects?${query}`)).json.total).toBe(counted?.count);
    });
  });

  describe("ongoing projects without a signed contract", () => {
    const name = "projects_without_signed_contract";
    const open = { vertragsgrundlage: openEnded, projektbeginn: "2020-01-01", status: PROJECT_STATUS.ongoing };
    const ended = { vertragsgrundlage: fixedTerm, projektende: "2020-12-31" };

    it.each<[string, Parameters<typeof createProject>[1], number | null, number]>([
      ["without files", {}, null, 1],
      ["with a draft", {}, 2, 1],
      ["but not those with a signed contract", {}, SIGNED_CONTRACT, 0],
      ["but not finished ones", { status: PROJECT_STATUS.completed }, null, 0],
      ["but not ended ones", ended, null, 0],
    ])("the check for a signed contract counts projects %s", async (_, values, dateiart, expected) => {
      const more = await added(async () => {
        const record = await createProject(db(), { ...open, ...values });
        if (dateiart !== null) await createStoredFile(db(), { kind: "projects", record, dateiart });
      });
      expect(more[name] ?? 0).toBe(expected);
    });
  });

  it("quality checks find records that were not confirmed for twelve months", async () => {
    const unconfirmed = async () => {
      const { lists = [] } = (await countedAgain()).find(({ name }) => name === "unconfirmed") ?? {};
      return lists.find(({ kind }) => kind === "members");
    };
    const before = (await unconfirmed())?.count ?? 0;
    await createMember(db());
    for (const days of [0, 300, 400]) {
      const confirmed = [{ id: await createMember(db()), at: later(-days), by: "Erika Muster", round: ANY_ROUND }];
      await inTransaction(commandContext(), (unit) => confirmRecords(unit, definitionOf("member"), confirmed));
    }
    const list = await unconfirmed();
    expect(list?.count).toBe(before + 2);
    expect(list?.query).toMatch(/^where\[bestaetigt_am\]\[before\]=\d{4}-\d\d-\d\d$/);
  });

  it("counts of quality checks equal the totals of their lists, under unique names", async () => {
    const member = await createMember(db(), { email: "kein-platz@example.org", ph_webseite: "http://uni" });
    const checks = await countedAgain();
    for (const { name, count, lists } of checks) {
      expect(count, name).toBe(lists.reduce((sum, list) => sum + list.count, 0));
      for (const { kind, query, count: listCount } of lists) {
        const path = query === null ? `/api/duplicates?kind=${kind}` : `/api/${kind}?${new URLSearchParams(query)}`;
        const { status, json } = await reader.get<{ total: number }>(path);
        expect({ status, total: json.total }, `${kind} ${query}`).toEqual({ status: 200, total: listCount });
      }
    }
    const names = qualityChecks.flatMap(({ lists }) => lists.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(
      checks.find(({ name }) => name === "addresses")?.lists.filter(({ count }) => count > 0).length,
    ).toBeGreaterThan(1);
    await editRecord(commandContext(), definitionOf("member"), { id: member, remove: true });
  });
});

describe("quality counts", () => {
  const context = commandContext();
  const checkOf = (quality: Awaited<ReturnType<typeof findStoredQuality>>, name: string) => {
    const check = quality?.checks.find((one) => one.name === name);
    if (!check) throw new Error(`${name} is not there`);
    return check;
  };

  it("quality counts remain those of the day's last count until the next count", async () => {
    await countQuality();
    const before = await findQuality(context);
    await createMember(db(), { ...usable, email: "f@uni-ulm.de" });
    expect(await findQuality(context)).toEqual(before);
    const name = "members_without_project";
    expect(counts(await countedAgain())[name]).toBe(checkOf(before, name).count + 1);
  });

  it("quality counts are computed by the first read of a day, once a day, and deleted when old", async () => {
    await db().$executeRaw`DELETE FROM quality_counts`;
    expect(await findStoredQuality(context)).toBeNull();
    await findQuality(context);
    await findQuality(context, later(1));
    await findQuality(context, later(1));
    const days = checkOf(await findStoredQuality(context, later(1)), "addresses").days.map(({ day }) => day);
    expect(days).toEqual([dayOf(new Date()), dayOf(later(1))]);

    await countQuality(later(200));
    const rows = await db().$queryRaw<{ day: string }[]>`
      SELECT DISTINCT to_char(day, 'YYYY-MM-DD') AS day FROM quality_counts`;
    expect(rows).toEqual([{ day: dayOf(later(200)) }]);
    expect(firstQualityDay("2026-06-29")).toBe("2026-01-01");
    await db().$executeRaw`DELETE FROM quality_counts`;
  });

  it("quality counts are recomputed while a list has none for the day, such as a new one", async () => {
    await countQuality();
    await db().$executeRaw`DELETE FROM quality_counts WHERE list = 'projects_over'`;
    const storedRows = () =>
      db().$queryRaw`SELECT count(*)::int AS count FROM quality_counts WHERE list = 'projects_over'`;
    // Incomplete counts are used for a minute, so that not every read counts everything again.
    await findQuality(context);
    expect(await storedRows()).toEqual([{ count: 0 }]);
    await db().$executeRaw`UPDATE quality_counts SET counted_at = counted_at - interval '61 seconds'`;
    await findQuality(context);
    expect(await storedRows()).toEqual([{ count: 1 }]);
  });

  it("quality counts can be computed concurrently", async () => {
    await Promise.all([countQuality(), countQuality(), api.post("/api/quality"), api.post("/api/quality")]);
    const [rows] = await db().$queryRaw<[{ count: number }]>`SELECT count(*)::int AS count FROM quality_counts`;
    expect(rows.count).toBe(qualityChecks.reduce((sum, { lists }) => sum + lists.length, 0));
  });

  it("quality counts are computed by a job", async () => {
    await db().$executeRaw`DELETE FROM quality_counts`;
    const runner = await startRunner({ jobs, pauseMs: null });
    await runner.workOff();
    await runner.stop();
    const states = await db().$queryRaw`SELECT state::text FROM pgboss.job WHERE name = 'quality'`;
    expect(states).toEqual([{ state: "completed" }]);
    expect(await findStoredQuality(context)).not.toBeNull();
  });

  it("quality counts can be read by all users, but recomputed only by editors", async () => {
    expect((await reader.get("/api/quality")).status).toBe(200);
    expect((await reader.post("/api/quality")).status).toBe(403);
  });
});

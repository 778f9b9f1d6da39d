import fc from "fast-check";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { ProjectStatistics } from "@/lib/features/statistics/statistics-answers";
import {
  COUNTED,
  STATISTIC_FIELDS,
  type Counted,
  type StatisticField,
} from "@/lib/features/statistics/statistic-fields";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createMember, createProject, createThematicField } from "../../support/factories";
import { activeOn, countedOn, type World } from "./oracle";

/*
 * Contract §17: compares statistics of random projects and links with plain counting, and each address
 * with the list that it leads to.
 */

const RUNS = 25;
const TIMEOUT_MS = 200_000;

/** Days at the ends of months and years, and next to them, so that periods often touch. */
const anyDay = fc.constantFrom(
  "2019-12-31",
  "2020-01-01",
  "2021-06-30",
  "2022-12-31",
  "2023-01-01",
  "2024-12-31",
  "2025-03-30",
);
const anyBound = fc.option(anyDay, { nil: null });
const anyPeriod = fc
  .tuple(anyBound, anyBound)
  .map(([seit, bis]) => (seit !== null && bis !== null && seit > bis ? { seit: bis, bis: seit } : { seit, bis }));

const anyWorld = fc.record({
  projects: fc.array(
    fc.record({
      status: fc.constantFrom(1, 2, 3, 6),
      vertragsgrundlage: fc.constantFrom(-1, 0, 1),
      projektbeginn: anyBound,
      projektende: anyDay,
      kuendigungsfrist: fc.constantFrom("", "verlängert sich automatisch um ein Jahr"),
      finishedOn: anyBound,
      themenfelder: fc.subarray([0, 1]),
      einrichtungen: fc.subarray([-1, 1, 2], { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  institutions: fc.array(fc.record({ land: fc.constantFrom(-1, 276, 756), organisationsform: fc.constantFrom(1, 2) }), {
    minLength: 1,
    maxLength: 3,
  }),
  members: fc.array(fc.record({ fakultaet: fc.constantFrom(-1, 1), institut: fc.constantFrom(1, 2) }), {
    minLength: 1,
    maxLength: 3,
  }),
  links: fc.array(
    fc.record({
      project: fc.nat(3),
      other: fc.nat(2),
      to: fc.constantFrom<"institutions" | "members">("institutions", "members"),
      period: anyPeriod,
      hasRole: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

const anyQuestion = fc.record({
  days: fc.constantFrom(
    "on=2022-12-31",
    "on=2020-01-01",
    "from=2019-12-31&to=2025-03-30",
    "from=2019-01-01&to=2025-03-30&step=half",
  ),
  by: fc.uniqueArray(fc.constantFrom(...STATISTIC_FIELDS), { maxLength: 2 }),
  count: fc.constantFrom(...COUNTED.filter((one) => one !== "persons")),
  filter: fc.constantFrom(
    "",
    "&where[status][in]=2",
    "&where[institutionen.land][in]=276&where[institutionen.zustand][in]=current",
    "&where[hochschulmitglieder.zustand][in]=former,future",
  ),
});

let api: Client;
let roles: { project_institution: number; project_member: number };
let topics: number[];
beforeAll(async () => {
  api = await loggedIn();
  const stored = await db().verknuepfungsrolle.findMany({ orderBy: { rolle_id: "asc" } });
  const roleOf = (relation: string) =>
    stored.find((role) => role.relation === relation && !role.eindeutig)?.rolle_id ?? 0;
  roles = { project_institution: roleOf("project_institution"), project_member: roleOf("project_member") };
  topics = [await createThematicField(db()), await createThematicField(db())];
});
beforeEach(async () => void (await db().$executeRaw`TRUNCATE projects, institutions, members CASCADE`));

type Generated = typeof anyWorld extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes a world into the database. @returns it with the keys of its records */
async function write({ projects, institutions, members, links }: Generated): Promise<World> {
  await db().$executeRaw`TRUNCATE projects, institutions, members CASCADE`;
  const world: World = { projects: [], institutions: [], members: [], links: [] };
  for (const institution of institutions) {
    world.institutions.push({ ...institution, id: await createInstitution(db(), institution) });
  }
  for (const member of members) world.members.push({ ...member, id: await createMember(db(), member) });
  for (const { finishedOn, ...values } of projects) {
    const { vertragsgrundlage: basis, projektbeginn: begin, projektende: end } = values;
    const stored = {
      ...values,
      // A project has a begin if it has a basis, and an end if that is a fixed term.
      projektbeginn: basis < 0 ? null : begin !== null && begin < end ? begin : end,
      projektende: basis === 1 ? end : null,
      themenfelder: values.themenfelder.map((at) => topics[at] ?? 0),
    };
    const id = await createProject(db(), stored);
    if (finishedOn !== null) {
      const finish = { projekt_id: id, finished_on: new Date(finishedOn) };
      await db().projectFinish.upsert({ where: { projekt_id: id }, create: finish, update: finish });
    }
    world.projects.push({ ...stored, finishedOn, id });
  }
  await db().$executeRaw`UPDATE project_deadlines SET holds_until = NULL, revision = revision + 1`;
  for (const { project, other, to, period, hasRole } of links) {
    const [at, linked] = [world.projects[project], world[to][other]];
    if (!at || !linked || world.links.some((one) => one.project === at.id && one.to === to && one.other === linked.id))
      continue;
    const role = to === "institutions" ? roles.project_institution : roles.project_member;
    const link = { ...period, rollen: hasRole ? [role] : [] };
    const call = to === "institutions" ? "projects/institution" : "projects/member";
    const { status } = await api.post(`/api/${call}/${linked.id}/${at.id}`, link);
    expect(status).toBe(200);
    world.links.push({ project: at.id, other: linked.id, to, ...link });
  }
  return world;
}

const cellsOf = (rows: ProjectStatistics["rows"]) =>
  Object.fromEntries(rows.map(({ keys, values }) => [keys.map(({ id }) => String(id)).join(), values]));

async function total(href: string): Promise<number> {
  const { status, json } = await api.get<{ total: number }>(`/api${href}`);
  expect(status, href).toBe(200);
  return json.total;
}

/** Whether no address can lead to a number (contract §17). */
function isWithoutAddress(
  by: readonly StatisticField[],
  ids: readonly (number | null)[],
  count: Counted,
  filter: string,
): boolean {
  if (count !== "projects") return false;
  const lists: Partial<Record<StatisticField, string>> = {
    fakultaet: "hochschulmitglieder",
    institut: "hochschulmitglieder",
    land: "institutionen",
    organisationsform: "institutionen",
    rolle: "institutionen",
  };
  return by.some((field, at) => {
    const list = lists[field];
    if (list === undefined) return filter.includes(`where[${field}]`);
    return ids[at] === null || filter.includes(`where[${list}`);
  });
}

it("statistics count like plain counting, and each address shows as many records", { timeout: 240_000 }, async () => {
  const property = fc.asyncProperty(
    anyWorld,
    fc.array(anyQuestion, { minLength: 6, maxLength: 6 }),
    async (generated, questions) => {
      const world = await write(generated);
      for (const { days, by, count, filter } of questions) {
        const path = `/api/statistics/projects?${days}&count=${count}${by.length > 0 ? `&by=${by.join()}` : ""}${filter}`;
        const { status, json } = await api.get<ProjectStatistics & { data?: never }>(path);
        expect(status, path).toBe(200);
        const expected = json.days.map((day) => countedOn(world, day, { by, count, filter }));
        expect(json.totals, path).toEqual(expected.map(({ all }) => all));
        const keys = [...new Set(expected.flatMap(({ cells }) => [...cells.keys()]))];
        expect(cellsOf(json.rows), path).toEqual(
          Object.fromEntries(keys.map((key) => [key, expected.map(({ cells }) => cells.get(key) ?? 0)])),
        );
        const isFound = expected.map(({ projects }) => projects);
        const found = world.projects.filter(({ id }) => isFound.some((ids) => ids.has(id)));
        expect(json.unknown.no_begin, path).toBe(found.filter(({ projektbeginn }) => projektbeginn === null).length);
        for (const { keys: rowKeys, values, hrefs } of json.rows) {
          const ids = rowKeys.map(({ id }) => id);
          for (const [at, href] of hrefs.entries()) {
            const value = values[at] ?? 0;
            if (value === 0 || isWithoutAddress(by, ids, count, filter))
              expect(href, `${path} ${ids.join()}`).toBeNull();
            else expect(await total(href ?? "/none"), `${path} ${href}`).toBe(value);
          }
        }
      }
      const day = "2022-12-31";
      const { json } = await api.get<{ total: number }>(`/api/projects?active_on=${day}`);
      expect(json.total).toBe(world.projects.filter((project) => activeOn(project, day)).length);
    },
  );
  await fc.assert(property, {
    numRuns: RUNS,
    interruptAfterTimeLimit: TIMEOUT_MS,
    includeErrorInReport: true,
  } as never);
});

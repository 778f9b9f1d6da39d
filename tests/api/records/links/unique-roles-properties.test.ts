import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { getAt } from "@/lib/model/pure/get-at";
import { ROLE } from "@/prisma/reference-data";
import { createMember, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import type { Body } from "../../../support/records/history";

/*
 * Contract §13: whatever is linked, changed, replaced, merged, deleted and reverted, no two members
 * lead a project at the same time.
 */

const RUNS = Number(process.env.ROLE_PROPERTY_RUNS || 25);
const PROJECTS = 2;
const MEMBERS = 3;

const project = fc.nat(PROJECTS - 1);
const member = fc.nat(MEMBERS - 1);
const day = fc.option(fc.constantFrom("2020-01-01", "2022-06-30", "2022-07-01", "2030-12-31"), { nil: null });
const values = fc.record({
  rollen: fc.subarray([ROLE.projectLead, ROLE.contributor]),
  seit: day,
  bis: day,
});
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("link" as const, "relink" as const),
      fromMember: fc.boolean(),
      project,
      member,
      values,
      replace: fc.boolean(),
      successorOf: fc.option(member, { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unlink" as const), project, member }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      path: fc.constantFrom("projects", "members"),
      at: project,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("merge" as const),
      path: fc.constantFrom("projects", "members"),
      keep: project,
      drop: project,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("revert" as const), which: fc.nat(20), force: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type TestRecords = { projects: number[]; members: number[] };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

async function runAction({ projects, members }: TestRecords, action: Step): Promise<number> {
  if (action.do === "revert") {
    const { json } = await api.get<{ data: { change_id: number; batch: string | null }[] }>("/api/history?pageSize=20");
    const change = getAt(json.data, action.which % json.data.length);
    const path = change.batch ? `batches/${change.batch}` : change.change_id;
    return (await api.post(`/api/history/${path}/revert`, { force: action.force })).status;
  }
  if (action.do === "delete" || action.do === "merge") {
    const ids = action.path === "projects" ? projects : members;
    if (action.do === "delete") return (await api.delete(`/api/${action.path}/${getAt(ids, action.at)}`)).status;
    const [keep, drop] = [getAt(ids, action.keep), getAt(ids, action.drop)];
    return (await api.post(`/api/${action.path}/${keep}/merge`, { drop })).status;
  }
  const [ofProject, ofMember] = [getAt(projects, action.project), getAt(members, action.member)];
  if (action.do === "unlink") return (await api.delete(`/api/projects/member/${ofMember}/${ofProject}`)).status;
  const path = `/api/${action.fromMember ? "members/project" : "projects/member"}/${ofMember}/${ofProject}`;
  const body: Body = { ...action.values, replace: action.replace };
  if (action.do === "relink") return (await api.put(path, body)).status;
  const successor_of = action.fromMember || action.successorOf === null ? null : getAt(members, action.successorOf);
  return (await api.post(path, { ...body, successor_of })).status;
}

type Row = { projekt_id: number; ph_id: number; rollen: number[]; seit: string | null; bis: string | null };

/** Asserts that no two members lead a project at the same time, and that the derived roles are those of the links. */
async function checkUniqueLeads({ projects }: TestRecords): Promise<void> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT projekt_id, ph_id, rollen, to_char(seit, 'YYYY-MM-DD') AS seit, to_char(bis, 'YYYY-MM-DD') AS bis
    FROM member_projects WHERE projekt_id = ANY(${projects}::int[]) ORDER BY 1, 2`;
  const leadLinks = rows.filter(({ rollen }) => rollen.includes(ROLE.projectLead));
  for (const one of leadLinks) {
    for (const other of leadLinks) {
      if (one.projekt_id !== other.projekt_id || one.ph_id >= other.ph_id) continue;
      const isDisjoint = (one.bis ?? "9999") < (other.seit ?? "0000") || (other.bis ?? "9999") < (one.seit ?? "0000");
      expect(isDisjoint, JSON.stringify([one, other])).toBe(true);
    }
  }
  const derived = await db().$queryRaw<unknown[]>`
    SELECT scope_id AS projekt_id, other_id AS ph_id, rolle_id FROM link_roles
    WHERE relation = 'project_member' AND scope_id = ANY(${projects}::int[]) ORDER BY 1, 2, 3`;
  const expected = rows.flatMap(({ projekt_id, ph_id, rollen }) =>
    rollen.toSorted((a, b) => a - b).map((rolle_id) => ({ projekt_id, ph_id, rolle_id })),
  );
  expect(derived).toEqual(expected);
}

it(
  "never gives a unique role to two links of a project at the same time",
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20, size: "max" }), async (steps) => {
      const records: TestRecords = {
        projects: await Promise.all(Array.from({ length: PROJECTS }, () => createProject(db()))),
        members: await Promise.all(Array.from({ length: MEMBERS }, () => createMember(db()))),
      };
      for (const one of steps) {
        expect([200, 404, 409, 422], JSON.stringify(one)).toContain(await runAction(records, one));
        await checkUniqueLeads(records);
      }
    });
    await fc.assert(property, { numRuns: RUNS });
  },
  60_000 + RUNS * 2_000,
);

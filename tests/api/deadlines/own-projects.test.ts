import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { deadlinesToReport } from "@/lib/features/deadlines/server/deadlines-to-report";
import { ROLE } from "@/prisma/reference-data";
import { createMember, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * Whose project a deadline belongs to: digests of the scope `mine` (contract §13), and the filter
 * `member` of deadlines (contract §11).
 */

const today = dayOf(new Date());
const [yesterday, tomorrow] = [daysLater(today, -1), daysLater(today, 1)];
const EMAIL = "Ada.Adler@ph.example";
const endedProject = {
  vertragsgrundlage: referenceLists.vertragsgrundlagen.rules.fixedTerm,
  status: PROJECT_STATUS.ongoing,
  projektbeginn: "2020-01-01",
  projektende: "2020-12-31",
};

let api: Client;
let [member, other]: number[] = [];
beforeAll(async () => {
  api = await loggedIn();
  member = await createMember(db(), { email: EMAIL });
  other = await createMember(db());
});
beforeEach(async () => void (await db().project.deleteMany()));

type Links = [member: number | undefined, values: object][];
const lead = { rollen: [ROLE.projectLead] };
const officer = { rollen: [ROLE.cooperationOfficer] };
const contributor = { rollen: [ROLE.contributor] };

async function linkedProject(links: Links) {
  const id = await createProject(db(), endedProject);
  for (const [ph_id, values] of links) {
    expect((await api.post(`/api/members/project/${ph_id}/${id}`, values)).status).toBe(200);
  }
}

describe("digests of own projects", () => {
  it.each<[string, () => Links, number]>([
    [
      "projects for which the member is responsible",
      () => [
        [member, officer],
        [other, lead],
      ],
      1,
    ],
    ["projects to which the member is linked while nobody is responsible", () => [[member, contributor]], 1],
    [
      "projects to which the member is linked without a role",
      () => [
        [member, {}],
        [other, contributor],
      ],
      1,
    ],
    [
      "projects whose former lead has left",
      () => [
        [member, contributor],
        [other, { ...lead, bis: yesterday }],
      ],
      1,
    ],
    [
      "projects whose lead is still to come",
      () => [
        [member, contributor],
        [other, { ...lead, seit: tomorrow }],
      ],
      1,
    ],
    [
      "no projects for which another member is responsible",
      () => [
        [member, contributor],
        [other, lead],
      ],
      0,
    ],
    ["no projects that the member has left", () => [[member, { ...lead, bis: yesterday }]], 0],
    ["no projects that the member is to join", () => [[member, { ...lead, seit: tomorrow }]], 0],
    ["no projects of others", () => [[other, lead]], 0],
    ["no projects without members", () => [], 0],
  ])("a digest of own projects lists %s", async (_, links, count) => {
    await linkedProject(links());
    const rows = await deadlinesToReport(commandContext(), { memberEmail: EMAIL.toLowerCase() });
    expect(rows).toHaveLength(count);
    expect(await deadlinesToReport(commandContext(), { memberEmail: null })).toHaveLength(1);
  });
});

it.each<[string, object, number]>([
  ["counts current links, whatever their role", contributor, 1],
  ["counts future links", { seit: tomorrow }, 1],
  ["does not count former links", { ...lead, bis: yesterday }, 0],
])("the filter of deadlines by member %s", async (_, values, total) => {
  await linkedProject([[member, values]]);
  expect((await api.get<{ total: number }>(`/api/deadlines?member=${member}`)).json.total).toBe(total);
});

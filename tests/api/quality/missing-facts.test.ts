import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { definitionOf } from "@/lib/model/kinds/registry";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { findMissingFacts } from "@/lib/features/quality/server/missing-facts";
import { db } from "@/lib/store/database/client";
import { commandContext, type Context } from "@/lib/store/database/transaction";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createMember, createPerson, projectValues } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/* What the head of a project's page lists as missing. */

const { none, openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;
const today = dayOf(new Date());
const ALL = ["partner", "responsible", "basis"];

let api: Client;
let project: number;
beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => {
  project = await create({ vertragsgrundlage: none });
});

async function create(values: Parameters<typeof projectValues>[0]): Promise<number> {
  const body = projectValues({ status: PROJECT_STATUS.ongoing, kuendigungsfrist: "", ...values });
  const { json } = await api.post<{ data: { lastId: number } }>("/api/projects/new", body);
  return json.data.lastId;
}

const change = (values: object) => api.put(`/api/projects/${project}`, values);

async function missing(context: Context = commandContext()) {
  const facts = await findMissingFacts(context, definitionOf("project"), project);
  return facts.map(({ name }) => name);
}

describe("missing facts of a project", () => {
  it("a new project lacks partner, responsible member and contractual basis, each with its place", async () => {
    expect(await findMissingFacts(commandContext(), definitionOf("project"), project)).toEqual([
      { name: "partner", tab: "institutionen" },
      { name: "responsible", tab: "hochschulmitglieder" },
      { name: "basis", tab: "base_data", field: "vertragsgrundlage" },
    ]);
  });

  it.each([
    ["an institution", async () => api.post(`/api/projects/institution/${await createInstitution(db())}/${project}`)],
    ["a person", async () => api.post(`/api/projects/persons/${await createPerson(db())}/${project}`)],
  ])("a project with %s has a partner", async (_, link) => {
    await link();
    expect(await missing()).toEqual(["responsible", "basis"]);
  });

  it("only a current member with a role that makes responsible is the responsible member", async () => {
    const member = await createMember(db());
    const path = `/api/projects/member/${member}/${project}`;
    await api.post(path, { rollen: [ROLE.contributor] });
    expect(await missing()).toEqual(ALL);
    await api.put(path, { rollen: [ROLE.projectLead] });
    expect(await missing()).toEqual(["partner", "basis"]);
    await api.put(path, { bis: daysLater(today, -1) });
    expect(await missing()).toEqual(ALL);
  });

  it.each([
    ["open-ended", { vertragsgrundlage: openEnded, projektbeginn: "2020-01-01" }],
    ["fixed-term", { vertragsgrundlage: fixedTerm, projektbeginn: "2020-01-01", projektende: daysLater(today, 900) }],
  ])("an %s contract lacks a notice period until it is there", async (_, contract) => {
    await change(contract);
    expect(await missing()).toEqual(["partner", "responsible", "notice_period"]);
    await change({ kuendigungsfrist: "3 Monate" });
    expect(await missing()).toEqual(["partner", "responsible"]);
  });

  it("another basis needs no notice period", async () => {
    await change({ vertragsgrundlage: 2, projektbeginn: "2020-01-01" });
    expect(await missing()).toEqual(["partner", "responsible"]);
  });

  it("a finished project lacks nothing", async () => {
    await change({ status: PROJECT_STATUS.completed });
    expect(await missing()).toEqual([]);
  });

  it("readers are not told what is missing", async () => {
    const reader = { role: "reader" } as Context["actor"];
    expect(await missing({ ...commandContext(), actor: reader })).toEqual([]);
  });

  it("records of other kinds lack nothing", async () => {
    expect(await findMissingFacts(commandContext(), definitionOf("person"), await createPerson(db()))).toEqual([]);
  });
});

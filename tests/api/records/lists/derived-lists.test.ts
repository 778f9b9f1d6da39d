import { beforeAll, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import { defaultListQuery } from "@/lib/model/lists/list-query";
import { importColumnsOf } from "@/lib/features/exports/spreadsheet-columns";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { listWithColumns } from "@/lib/store/records/list-with-columns";
import { ROLE } from "@/prisma/reference-data";
import { createMember, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

/* `zustaendige` of projects: members linked currently with a role that is flagged `zustaendig` (contract §13). */

type List = { total: number; data: Record<string, unknown>[]; errors: object };

const today = dayOf(new Date());
const [yesterday, tomorrow] = [daysLater(today, -1), daysLater(today, 1)];

let api: Client;
let [first, second]: number[] = [];
/** The keys of the projects, by their titles. */
const projects = new Map<string, number>();

beforeAll(async () => {
  api = await loggedIn();
  [first, second] = [
    await createMember(db(), { vorname: "Zoë", nachname: "Zuse" }),
    await createMember(db(), { vorname: "Ada", nachname: "Adler" }),
  ];
  const project = async (title: string, ...links: [member: number | undefined, values: object][]) => {
    const id = await createProject(db(), { projekt_titel: title });
    projects.set(title, id);
    for (const [member, values] of links) {
      expect((await api.post(`/api/projects/member/${member}/${id}`, values)).status).toBe(200);
    }
  };
  await project("Beide", [first, { rollen: [ROLE.projectLead] }], [second, { rollen: [ROLE.cooperationOfficer] }]);
  await project(
    "Eine",
    [first, { rollen: [ROLE.contributor] }],
    [second, { rollen: [ROLE.contributor, ROLE.projectLead], seit: today, bis: today }],
  );
  await project("Früher", [first, { rollen: [ROLE.projectLead], bis: yesterday }]);
  await project("Künftig", [first, { rollen: [ROLE.projectLead], seit: tomorrow }]);
  await project("Ohne Rolle", [first, {}], [second, { rollen: [ROLE.contributor] }]);
  await project("Niemand");
});

const titles = async (query: string) =>
  (await api.get<List>(`/api/projects?${query}`)).json.data.map(({ projekt_titel }) => projekt_titel);

describe("the filter by responsible members", () => {
  it("the filter by responsible members finds projects by a currently responsible member", async () => {
    expect(await titles(`where[zustaendige][any]=${first}`)).toEqual(["Beide"]);
    expect(await titles(`where[zustaendige][any]=${second}`)).toEqual(["Beide", "Eine"]);
    expect(await titles(`where[zustaendige][any]=${first},${second}`)).toEqual(["Beide", "Eine"]);
    expect(await titles("where[zustaendige][any]=999999999")).toEqual([]);
  });

  it("the filter by responsible members finds projects without any, ignoring former and future ones", async () => {
    expect(await titles("where[zustaendige][empty]=true")).toEqual(["Früher", "Künftig", "Niemand", "Ohne Rolle"]);
    expect(await titles("where[zustaendige][empty]=false")).toEqual(["Beide", "Eine"]);
  });

  it("the filter by responsible members need not match the member of a filter on the link list", async () => {
    expect(await titles(`where[hochschulmitglieder][any]=${first}&where[zustaendige][any]=${second}`)).toEqual([
      "Beide",
      "Eine",
    ]);
  });

  it("the filter by responsible members uses the flag of the role", async () => {
    const set = (zustaendig: boolean) =>
      db().verknuepfungsrolle.update({ where: { rolle_id: ROLE.contributor }, data: { zustaendig } });
    await set(true);
    expect(await titles("where[zustaendige][empty]=true")).toEqual(["Früher", "Künftig", "Niemand"]);
    await set(false);
  });

  it("the choices of the filter by responsible members name its members", async () => {
    const { json } = await api.get<Record<string, object[]>>(
      `/api/projects/filter_choices?where[zustaendige][any]=${first}`,
    );
    expect(json.zustaendige).toEqual([{ id: first, label: "Zoë Zuse" }]);
  });

  it("the filter by responsible members refuses operators of other fields, and linked projects", async () => {
    for (const name of ["where[zustaendige][in]", "where[kooperationsprojekte.zustaendige][any]"]) {
      const { status, json } = await api.get<List>(`/api/members?${encodeURIComponent(name)}=1`);
      expect(status).toBe(422);
      expect(json.errors).toEqual({ [name]: ["unknown"] });
    }
  });
});

describe("the column of responsible members", () => {
  it("the column contains the responsible members, those with leading roles first, next to all members", async () => {
    const context = commandContext();
    const definition = definitionOf("project");
    const { rows } = await listWithColumns(context, definition, defaultListQuery(definition), [
      "zustaendige",
      "hochschulmitglieder",
    ]);
    const named = Object.fromEntries(
      rows.map((row) => [
        String(row.projekt_titel),
        (row.zustaendige as { nachname: string }[]).map(({ nachname }) => nachname).join(),
      ]),
    );
    expect(named).toEqual({
      ...{ Beide: "Zuse,Adler", Eine: "Adler" },
      ...{ Früher: "", Künftig: "", Niemand: "", "Ohne Rolle": "" },
    });
    const one = rows.find(({ projekt_titel }) => projekt_titel === "Eine");
    expect(one?.["zustaendige.total"]).toBe(1);
    expect(one?.hochschulmitglieder).toHaveLength(2);
  });

  it("the column of responsible members can be selected, also in a view", async () => {
    const columns = ["projekt_titel", "zustaendige"];
    expect((await api.put("/api/user/preferences", { columns: { projects: columns } })).status).toBe(200);
    const view = { kind: "projects", name: "Ohne", query: "where[zustaendige][empty]=true", columns, shared: false };
    expect((await api.post("/api/views/new", view)).status).toBe(201);
  });

  it("responsible members are exported with their names, but not by default, and no import sets them", async () => {
    const csv = async (query: string) =>
      new TextDecoder().decode((await api.get(`/api/projects/export?format=csv&${query}`)).bytes).trim();
    const rows = await csv("columns=projekt_titel,zustaendige&where[zustaendige][empty]=false");
    expect(rows.split("\r\n")).toEqual([
      "Projekttitel;Zuständige Mitglieder",
      "Beide;Ada Adler | Zoë Zuse",
      "Eine;Ada Adler",
    ]);
    expect(await csv("")).not.toContain("Zuständige Mitglieder");
    expect(importColumnsOf(definitionOf("project")).map(({ name }) => name)).not.toContain("zustaendige");
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BULK_MAX_LIST, MAX_ID } from "@/lib/model/limits";
import { db } from "@/lib/store/database/client";
import { overlap } from "../../../support/databases/overlap";
import { sql } from "@/lib/store/database/sql";
import { createInstitution, createProject, personValues } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

/* Records that are created together with links (contract §3). */

type Created = { data: { lastId: number } };
type Refused = { message: string; errors: Record<string, string[]> };
type Change = { action: string; batch: string | null; related: { kind: string; id: number } | null };

let api: Client;
let [project, institution] = [0, 0];
beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => {
  [project, institution] = [await createProject(db()), await createInstitution(db())];
});

const create = <Body>(add: unknown, values: object = personValues(), client = api) =>
  client.post<Body>("/api/persons/new", { ...values, add });
const links = () => ({ kooperationsprojekte: [project], institutionen: [institution] });

describe("a record that is created with links", () => {
  it("a new person is linked to a project and an institution in one batch, which one undo takes back", async () => {
    const { status, json } = await create<Created>(links());
    expect(status).toBe(201);
    const id = json.data.lastId;
    expect((await api.get(`/api/persons/${id}`)).json.data).toMatchObject({
      kooperationsprojekte: [{ projekt_id: project }],
      institutionen: [{ partner_institution_id: institution }],
    });
    const { json: history } = await api.get<{ data: Change[] }>(`/api/history?kind=persons&id=${id}`);
    expect(history.data.map(({ action }) => action).sort()).toEqual(["create", "link", "link"]);
    const [batch, ...others] = new Set(history.data.map((change) => change.batch));
    expect([typeof batch, others]).toEqual(["string", []]);

    expect((await api.post(`/api/history/batches/${batch}/revert`)).status).toBe(200);
    expect((await api.get(`/api/persons/${id}`)).status).toBe(404);
    expect((await api.get(`/api/projects/${project}`)).json.data).toMatchObject({ personen: [] });
  });

  it("`add` adds to the links that a field of the body names", async () => {
    const other = await createInstitution(db());
    const { json } = await create<Created>(links(), { ...personValues(), institution: [other] });
    const { institutionen } = (await api.get(`/api/persons/${json.data.lastId}`)).json.data as unknown as {
      institutionen: { partner_institution_id: number }[];
    };
    expect(institutionen.map((one) => one.partner_institution_id).sort((a, b) => a - b)).toEqual([institution, other]);
  });

  it("a deleted institution or project is refused, and nothing is written", async () => {
    await api.delete(`/api/institutions/${institution}`);
    const before = await db().person.count();
    const { status, json } = await create<Refused>(links());
    expect([status, json.errors]).toEqual([422, { "add.institutionen": ["exists"] }]);
    await api.delete(`/api/projects/${project}`);
    const { json: both } = await create<Refused>(links(), { ...personValues(), nachname: "" });
    expect(both.errors).toEqual({
      nachname: ["required"],
      "add.institutionen": ["exists"],
      "add.kooperationsprojekte": ["exists"],
    });
    expect(await db().person.count()).toBe(before);
  });

  it("an institution that is deleted at the same time is refused, and nothing is written", async () => {
    const lock = sql`SELECT 1 FROM institutions WHERE partner_institution_id = ${institution} FOR UPDATE`;
    const before = await db().person.count();
    const statuses = await overlap(
      lock,
      () => api.delete(`/api/institutions/${institution}`),
      () => create(links()),
    );
    const count = (await db().person.count()) - before;
    // Whichever comes first: the person exists exactly if the institution does.
    expect([
      [[200, 422], 0],
      [[200, 201], 1],
    ]).toContainEqual([statuses, count]);
  });

  it.each<[string, unknown, Record<string, string[]>]>([
    ["an unknown list", { unbekannt: [1] }, { "add.unbekannt": ["unknown"] }],
    ["a field that is no link list", { titel: [1] }, { "add.titel": ["unknown"] }],
    ["ids that are none", { kooperationsprojekte: ["x"] }, { "add.kooperationsprojekte": ["type"] }],
    ["a missing record", { kooperationsprojekte: [MAX_ID] }, { "add.kooperationsprojekte": ["exists"] }],
    [
      "too many ids",
      { institutionen: Array.from({ length: BULK_MAX_LIST + 1 }, (_, index) => index + 1) },
      { "add.institutionen": ["max"] },
    ],
    ["a list instead of an object", [1], { add: ["type"] }],
  ])("links of a new record are refused for %s", async (_, add, errors) => {
    const { status, json } = await create<Refused>(add);
    expect([status, json.errors]).toEqual([422, errors]);
  });

  it("a record without `add`, and link lists of a loaded record, are as before", async () => {
    const { json } = await api.post<Created>("/api/persons/new", {
      ...personValues(),
      kooperationsprojekte: [{ projekt_id: project }],
    });
    expect((await api.get(`/api/persons/${json.data.lastId}`)).json.data).toMatchObject({ kooperationsprojekte: [] });
  });

  it("readers create nothing", async () => {
    const reader = await loggedIn({ role: "reader" });
    expect((await create(links(), personValues(), reader)).status).toBe(403);
  });
});

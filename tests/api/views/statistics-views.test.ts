import { beforeAll, describe, expect, it } from "vitest";
import { loggedIn, type Client } from "../../support/api";

/* Contract §§10, 17: questions of statistics kept as views. */

type Created = { id: number; errors: object };

let [owner, reader] = [] as unknown as [Client, Client];
beforeAll(async () => {
  [owner, reader] = [await loggedIn(), await loggedIn({ role: "reader" })];
});

const values = {
  name: "Fakultäten seit zehn Jahren",
  query:
    "from=today-120m&to=last_year_end&step=year&by=fakultaet,land&count=institutions&map=world" +
    "&filter=wien&topics=1&where[status][in]=2&where[projektende][to]=today%2B12m",
  columns: [] as string[],
  shared: false,
};
const create = (overrides: object = {}) =>
  owner.post<Created>("/api/views/new", { kind: "statistics", ...values, ...overrides });
const listed = async (client: Client) => (await client.get<object[]>("/api/views?kind=statistics")).json;

describe("a view of statistics", () => {
  let id = 0;
  beforeAll(async () => {
    const created = await create();
    expect(created.status, JSON.stringify(created.json)).toBe(201);
    id = created.json.id;
  });

  it("is listed under its kind with its query as it was sent", async () => {
    expect(await listed(owner)).toEqual([{ id, kind: "statistics", ...values, own: true }]);
  });

  it("is not listed under the kind of the records that it counts", async () => {
    expect((await owner.get("/api/views?kind=projects")).json).toEqual([]);
  });

  it("is in the list of all kinds", async () => {
    expect((await owner.get("/api/views")).json).toMatchObject([{ id, kind: "statistics" }]);
  });

  it("is in the export of its owner's account", async () => {
    const { json } = await owner.get<{ views: object[] }>("/api/user/export");
    expect(json.views).toEqual([{ id, kind: "statistics", ...values }]);
  });

  it("keeps its query when a change is refused", async () => {
    const refused = await owner.put<Created>(`/api/views/${id}`, { ...values, query: "by=email" });
    expect([refused.status, refused.json.errors]).toEqual([422, { query: ["type"] }]);
    expect(await listed(owner)).toMatchObject([{ query: values.query }]);
  });

  it("can be changed, shared and deleted", async () => {
    const changed = { ...values, query: "on=last_year_end", shared: true };
    expect((await owner.put(`/api/views/${id}`, changed)).status).toBe(200);
    expect(await listed(reader)).toEqual([{ id, kind: "statistics", ...changed, own: false }]);
    expect((await owner.delete(`/api/views/${id}`)).status).toBe(200);
    expect(await listed(owner)).toEqual([]);
  });
});

it("saves the question that the page opens with", async () => {
  expect((await create({ query: "" })).status).toBe(201);
});

it.each([
  ["an unknown parameter", { query: "question=hrk" }, { query: ["unknown"] }],
  ["a parameter of lists only", { query: "sortBy=projekt_titel" }, { query: ["unknown"] }],
  ["a field that projects do not have", { query: "where[nachname][contains]=a" }, { query: ["unknown"] }],
  ["an entry that does not exist", { query: "where[status][in]=4711" }, { query: ["exists"] }],
  ["no day", { query: "on=tomorrow" }, { query: ["date"] }],
  ["days that contradict each other", { query: "on=today&from=today-12m" }, { query: ["exists"] }],
  ["a period that ends before it begins", { query: "from=today&to=today-12m" }, { query: ["date_order"] }],
  ["too many days", { query: "from=today-240m&step=month" }, { query: ["max"] }],
  ["a field by which nothing is counted", { query: "by=email" }, { query: ["type"] }],
  ["an unknown map", { query: "map=mars" }, { query: ["type"] }],
  ["two maps", { query: "map=world&map=europe" }, { query: ["type"] }],
  ["several errors", { query: "map=mars&on=tomorrow&filter=a&filter=b" }, { query: ["type", "date"] }],
  ["columns", { columns: ["land"] }, { columns: ["unknown"] }],
  ["columns with a wrong query", { columns: ["land"], query: "by=email" }, { columns: ["unknown"], query: ["type"] }],
  ["an unknown kind", { kind: "charts" }, { kind: ["exists"] }],
])("refuses a view of statistics with %s", async (_what, overrides, errors) => {
  const { status, json } = await create(overrides);
  expect([status, json.errors]).toEqual([422, errors]);
});

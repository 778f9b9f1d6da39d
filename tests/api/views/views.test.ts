import { beforeAll, expect, it } from "vitest";
import { createUser } from "../../support/factories";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";

/* Contract §10, "Views": a named query with columns, private or shared. */

let [owner, other, reader, admin] = [] as unknown as [Client, Client, Client, Client];
beforeAll(async () => {
  [owner, other] = [await loggedIn(), await loggedIn()];
  [reader, admin] = [await loggedIn({ role: "reader" }), await loggedIn({ role: "admin" })];
});

type View = { id: number; name: string; own: boolean };
const listed = async (client: Client, kind = "projects") => {
  const { json } = await client.get<View[]>(`/api/views?kind=${kind}`);
  return json;
};
const values = {
  name: "Enden bald",
  query: "where[projektende][from]=today&where[projektende][to]=today%2B12m&sortBy=projektende",
  columns: ["projekt_titel", "projektende", "institutionen", "changed"],
  shared: false,
};
const create = (client: Client, overrides: object = {}) =>
  client.post<{ id: number; errors: object }>("/api/views/new", { kind: "projects", ...values, ...overrides });

it("a view is private until it is shared, then visible to all and editable by its owner and admins", async () => {
  const created = await create(owner);
  expect([created.status, created.json]).toEqual([
    201,
    { success: true, message: "data_saved", id: expect.any(Number) as number },
  ]);
  const { id } = created.json;
  expect(await listed(owner)).toEqual([{ id, kind: "projects", ...values, own: true }]);
  expect(await listed(owner, "members")).toEqual([]);
  for (const client of [other, reader, admin]) expect(await listed(client)).toEqual([]);
  for (const client of [other, admin]) {
    expect((await client.put(`/api/views/${id}`, values)).status).toBe(404);
    expect((await client.delete(`/api/views/${id}`)).status).toBe(404);
  }
  const shared = { ...values, name: " Enden in einem Jahr ", shared: true };
  expect((await owner.put(`/api/views/${id}`, shared)).json).toEqual({ success: true, message: "data_updated" });
  for (const client of [other, reader]) {
    expect(await listed(client)).toMatchObject([{ id, name: "Enden in einem Jahr", own: false }]);
    expect((await client.put(`/api/views/${id}`, values)).status).toBe(403);
    expect((await client.delete(`/api/views/${id}`)).status).toBe(403);
  }
  const program = await loggedIn({ role: "admin" });
  const token = await program.post<{ token: string }>("/api/user/tokens", {
    name: "Programm",
    scope: "write",
    days: 1,
  });
  const headers = { authorization: `Bearer ${token.json.token}` };
  expect((await call("PUT", `/api/views/${id}`, { body: shared, headers })).status, "an admin's program").toBe(200);
  expect((await admin.put(`/api/views/${id}`, { ...shared, name: "Vom Amt" })).status).toBe(200);
  expect(await listed(owner)).toMatchObject([{ name: "Vom Amt", own: true }]);
  expect((await admin.delete(`/api/views/${id}`)).json).toEqual({ success: true, message: "data_deleted" });
  expect(await listed(owner)).toEqual([]);
  expect((await owner.delete(`/api/views/${id}`)).status).toBe(404);
  expect((await create(reader)).status).toBe(403);
});

it("refuses unknown columns and invalid parameters of a view", async () => {
  const errorsOf = async (overrides: object) => {
    const { status, json } = await create(owner, overrides);
    expect(status, JSON.stringify(overrides)).toBe(422);
    return json.errors;
  };
  expect(await errorsOf({ columns: ["nachname"], query: "where[nachname][contains]=a" })).toEqual({
    columns: ["unknown"],
    query: ["unknown"],
  });
  expect(await errorsOf({ query: "where[status][in]=4711" })).toEqual({ query: ["exists"] });
  expect(await errorsOf({ query: "filtr=x" })).toEqual({ query: ["unknown"] });
  expect(await errorsOf({ query: "where[projektende][from]=tomorrow" })).toEqual({ query: ["date"] });
  expect(await errorsOf({ name: "  ", kind: "users", shared: 1, columns: "a", more: 1 })).toEqual({
    name: ["required"],
    kind: ["exists"],
    shared: ["type"],
    columns: ["type"],
    more: ["unknown"],
  });
  const fullAccount = await loggedIn();
  const { id: user_id } = (await fullAccount.get<{ id: number }>("/api/user")).json;
  const view = { kind: "projects", name: "x", query: "", columns: [], shared: false, user_id };
  await db().view.createMany({ data: Array.from({ length: 200 }, () => view) });
  const refused = await create(fullAccount);
  expect(refused.json.errors).toEqual({ kind: ["max"] });
  expect((await owner.put("/api/views/1", { kind: "projects", ...values })).status).toBe(422);
  expect((await owner.get("/api/views?kind=users")).status).toBe(422);
});

it("views are deleted with their owner and included in the account's export", async () => {
  const deletedUser = await createUser(db());
  const { id } = await db().view.create({ data: { ...values, kind: "projects", user_id: deletedUser.id } });
  await db().user.delete({ where: { id: deletedUser.id } });
  expect(await db().view.findUnique({ where: { id } })).toBeNull();
  const created = (await create(owner)).json.id;
  const { json } = await owner.get<{ views: object[] }>("/api/user/export");
  expect(json.views).toEqual([{ id: created, kind: "projects", ...values }]);
});

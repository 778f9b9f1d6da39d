import { beforeAll, describe, expect, it } from "vitest";
import { ROLES, type Role } from "@/lib/model/accounts/roles";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { declarationOf } from "@/lib/http/request-handler";
import { editRecord } from "@/lib/store/records/edit-records";
import type { Edit } from "@/lib/store/records/edit";
import { planEdits } from "@/lib/store/records/plan-edits";
import { createMember, createProject, createUser, memberValues } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { routeFiles, routeOf } from "../../support/route-tree";

/*
 * Permissions by role (contract §9). The rules are repeated here by hand, to detect wrong
 * declarations in the routes.
 */

const WRITES = ["POST", "PUT", "DELETE"] as const;
const METHODS = ["GET", ...WRITES] as const;

/** Paths below which every logged-in user may change something: the user's own account. */
const OWN_ACCOUNT = /^\/api\/(user|auth)(\/|$)/;
/** Paths that readers may not read (contract §§14, 15). */
const EDITORS_READ = /^\/api\/(proposals|rounds)(\/|$)/;
/** Paths that only admins may read, and paths that only admins may change. */
const ADMINS_READ = /^\/api\/(users|jobs)(\/|$)|\/personal-data$/;
const ADMINS_WRITE = /^\/api\/(users|jobs|reference)(\/|$)|\/erase$/;

function requiredRole(method: (typeof METHODS)[number], path: string): Role {
  if (method === "GET" && EDITORS_READ.test(path)) return "editor";
  if (method === "GET") return ADMINS_READ.test(path) ? "admin" : "reader";
  if (OWN_ACCOUNT.test(path)) return "reader";
  return ADMINS_WRITE.test(path) ? "admin" : "editor";
}

const clients = {} as Record<Role, Client>;
beforeAll(async () => {
  for (const role of ROLES) clients[role] = await loggedIn({ role });
});

/** Lists every API call that needs a login, with ids that do not exist. */
async function protectedCalls() {
  const calls: { method: (typeof METHODS)[number]; path: string }[] = [];
  for (const file of routeFiles()) {
    const path = `/api/${file
      .replaceAll("\\", "/")
      .replace("/route.ts", "")
      .replaceAll(/\[[^[\]]+\]/g, "999999")}`;
    if (path.includes("[")) continue;
    const route = (await import(routeOf(path).file)) as Record<string, unknown>;
    for (const method of METHODS) {
      const access = declarationOf(route[method])?.access;
      if (access !== undefined && access !== "public") calls.push({ method, path });
    }
  }
  return calls;
}

describe("API calls", () => {
  it.each(ROLES)("every call is allowed or forbidden according to the role %s", async (role) => {
    const calls = await protectedCalls();
    expect(calls.length).toBeGreaterThan(60);
    const mismatches: string[] = [];
    for (const { method, path } of calls) {
      // A logout would end the session that the other calls need.
      if (path === "/api/auth/logout") continue;
      const { status, json } = await call(method, path, {
        token: clients[role].token,
        ...(method !== "GET" && { body: {} }),
      });
      const isForbidden = status === 403 && json?.message === "forbidden";
      const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(requiredRole(method, path));
      if (isAllowed === isForbidden) mismatches.push(`${method} ${path}: ${status}`);
    }
    expect(mismatches).toEqual([]);
  });
});

describe("readers", () => {
  it("a reader can read everything but change nothing, and gets 403 before validation errors", async () => {
    const id = await createMember(db(), { vorname: "Bleibt" });
    const { reader } = clients;
    expect((await reader.get(`/api/members/${id}`)).status).toBe(200);
    const refused = [
      await reader.put(`/api/members/${id}`, { vorname: "Neu" }),
      await reader.put(`/api/members/${id}`, { vorname: 7 }),
      await reader.put("/api/members/nichts", {}),
      await reader.delete(`/api/members/${id}`),
      await reader.post("/api/members/new", memberValues()),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, json: { success: false, message: "forbidden" } });
    expect((await reader.get<{ data: object }>(`/api/members/${id}`)).json.data).toMatchObject({ vorname: "Bleibt" });
  });

  it("the record operations themselves refuse a reader, independently of the route", async () => {
    const [member, project] = [await createMember(db()), await createProject(db())];
    const { id, email } = await createUser(db(), { role: "reader" });
    const context = { ...commandContext(), actor: { id, name: email, role: "reader" as const } };
    const definition = definitionOf("member");
    const linkList = linkListOf("member", "kooperationsprojekte");
    const edits: Edit[] = [
      { id: null, set: memberValues() },
      { id: member, set: { vorname: "Neu" } },
      { id: member, remove: true },
      { id: member, links: [{ sides: linkList, add: [project] }] },
      { id: member, links: [{ sides: linkList, remove: [project] }] },
      { id: member, links: [{ sides: linkList, only: [project] }] },
    ];
    for (const edit of edits) {
      await expect(editRecord(context, definition, edit)).rejects.toMatchObject({ code: "forbidden" });
      await expect(planEdits(context, definition, [edit])).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

it("a changed role applies from the next request and is reported by /user and /global", async () => {
  const { id, email } = await createUser(db(), { role: "editor" });
  const { json } = await call<{ access_token: string }>("POST", "/api/auth/login", {
    body: { email, password: "kooperation" },
  });
  const token = json.access_token;
  const role = async () => [
    (await call<{ role: string }>("GET", "/api/user", { token })).json.role,
    (await call<{ user: { role: string } }>("GET", "/api/global", { token })).json.user.role,
  ];
  expect(await role()).toEqual(["editor", "editor"]);
  expect((await call("POST", "/api/members/new", { token, body: memberValues() })).status).toBe(201);
  await db().user.update({ where: { id }, data: { role: "reader" } });
  expect(await role()).toEqual(["reader", "reader"]);
  expect((await call("POST", "/api/members/new", { token, body: memberValues() })).status).toBe(403);
});

it("the history of accounts is restricted to admins and contains role changes", async () => {
  const { id } = await createUser(db(), { role: "reader" });
  await db().user.update({ where: { id }, data: { role: "editor" } });
  expect((await clients.editor.get("/api/history?kind=users")).status).toBe(403);
  expect((await clients.editor.get(`/api/history?user=${id}`)).status).toBe(403);
  expect((await clients.admin.get(`/api/history?user=${id}`)).status).toBe(200);
  const { json } = await clients.admin.get<{ data: { fields: object[] }[] }>(`/api/history?kind=users&id=${id}`);
  expect(json.data[0]?.fields).toEqual([{ name: "role", old: "reader", new: "editor" }]);
});

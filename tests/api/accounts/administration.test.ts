import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commandContext } from "@/lib/store/database/transaction";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { db } from "@/lib/store/database/client";
import { changeAccount, createReadyAccount, setPassword } from "@/lib/features/accounts/server/administration";
import { storeToken } from "@/lib/features/accounts/server/mailed-tokens";
import { newToken } from "@/lib/base/web/crypto";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { startMailServer } from "../../support/servers/smtp";

/*
 * Account administration by admins (contract §9). Permissions by role are in permissions.test.ts.
 */

type Row = Record<string, unknown> & { id: number; email: string; name: string };
type Page = { data: Row[]; total: number };

const smtp = await startMailServer();
afterAll(() => smtp.close());
Object.assign(process.env, { SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: "100", REGISTRATION_DOMAINS: "ph.example" });
let admin: Client;
let adminId: number;

beforeAll(async () => {
  admin = await loggedIn({ role: "admin", name: "Ada Admin", email: "ada@ph.example" });
  adminId = (await admin.get<{ id: number }>("/api/user")).json.id;
});
beforeEach(async () => void (await db().user.deleteMany({ where: { NOT: { id: adminId } } })));

const refused = (message: string) => ({ status: 200, json: { success: false, message } });
const succeeded = (message: string) => ({ status: 200, json: { success: true, message } });
const canLogIn = async (email: string, password = TEST_PASSWORD) =>
  (await call<{ success: boolean }>("POST", "/api/auth/login", { body: { email, password } })).json.success;

describe("the list of accounts", () => {
  it("the list of accounts returns the account's fields without secrets", async () => {
    const { json } = await admin.get<Page>("/api/users");
    expect(json.data).toEqual([
      {
        id: adminId,
        email: "ada@ph.example",
        name: "Ada Admin",
        role: "admin",
        language: "de",
        disabled: false,
        email_verified: true,
        sign_in: "password",
        last_seen_at: expect.stringMatching(/^\d{4}-/),
        created_at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
  });

  it("the list of accounts is searchable by name and address, sortable and paginated", async () => {
    await createUser(db(), { name: "Zoë Müller", email: "zoe@ph.example", role: "reader" });
    await createUser(db(), { name: "Änne Bär", email: "aenne@ph.example" });
    const names = async (query: string) => {
      const { json } = await admin.get<Page>(`/api/users?${query}`);
      return json.data.map(({ name }) => name);
    };
    expect(await names("")).toEqual(["Ada Admin", "Änne Bär", "Zoë Müller"]);
    expect(await names("filter=zoe+MUELLER")).toEqual(["Zoë Müller"]);
    expect(await names("filter=aenne%40ph")).toEqual(["Änne Bär"]);
    expect(await names("filter=niemand")).toEqual([]);
    expect(await names("sortBy=role")).toEqual(["Zoë Müller", "Änne Bär", "Ada Admin"]);
    expect(await names("sortBy=email&sortOrder=desc")).toEqual(["Zoë Müller", "Änne Bär", "Ada Admin"]);
    expect((await names("sortBy=last_seen_at")).at(0)).toBe("Ada Admin");
    expect(await names("pageSize=1&pageNo=2")).toEqual(["Zoë Müller"]);
    expect((await admin.get<Page>("/api/users?filter=m%C3%BCller")).json.total).toBe(1);
    expect(await admin.get("/api/users?sortBy=password_hash")).toMatchObject({
      status: 422,
      json: { errors: { sortBy: ["type"] } },
    });
  });
});

describe("invitations", () => {
  const values = { email: "Neu@ph.example", name: "Nele Neu", role: "reader", language: "en" };
  const invite = () => admin.post<{ id: number }>("/api/users/new", values);

  it("an invitation mails a link in the user's language, valid for a day, to choose a password", async () => {
    const { status, json } = await invite();
    expect({ status, json }).toMatchObject({ status: 201, json: { success: true, message: "data_saved" } });
    const { id } = json;
    const account = { email: "neu@ph.example", sign_in: "none", email_verified: false, role: "reader" };
    expect((await admin.get(`/api/users/${id}`)).json).toMatchObject({ ...account, sessions: [] });
    expect(await canLogIn("neu@ph.example", "irgendeines")).toBe(false);

    const mail = smtp.mailsTo("neu@ph.example").at(-1);
    expect(mail?.subject).toBe("Your access to the cooperation database");
    const { expires_at } = await db().token.findFirstOrThrow({ where: { user_id: id } });
    expect(Math.round((expires_at.getTime() - Date.now()) / 60_000)).toBe(24 * 60);

    const token = smtp.tokenFor("neu@ph.example");
    const password = "ein neues Passwort";
    const body = { token, email: "neu@ph.example", password, c_password: password };
    expect((await call("POST", "/api/password/reset", { body })).status).toBe(200);
    expect(await canLogIn("neu@ph.example", password)).toBe(true);
    const after = { sign_in: "password", email_verified: true, role: "reader" };
    expect((await admin.get(`/api/users/${id}`)).json).toMatchObject(after);
  });

  it("an invitation without a role makes a reader", async () => {
    const { json } = await admin.post<{ id: number }>("/api/users/new", { email: "ohne@ph.example", name: "Ohne" });
    expect((await admin.get(`/api/users/${json.id}`)).json).toMatchObject({ role: "reader" });
  });

  it("an invitation is neither taken over by a registration nor deleted with expired registrations", async () => {
    const { json } = await invite();
    const password = "eines Fremden";
    const body = { email: "neu@ph.example", name: "Fremd", password, c_password: password };
    expect(await call("POST", "/api/auth/register", { body })).toMatchObject(refused("email_exists"));
    await db().user.update({ where: { id: json.id }, data: { created_at: new Date("2020-01-01") } });
    await deleteExpired();
    expect((await admin.get(`/api/users/${json.id}`)).json).toMatchObject({ name: "Nele Neu", sign_in: "none" });
  });

  it("an invitation is refused for a taken address, invalid values and a failing mail server", async () => {
    await invite();
    const answer = await admin.post("/api/users/new", { ...values, email: "ADA@ph.example" });
    expect(answer).toMatchObject({ status: 422, json: { errors: { email: ["taken"] } } });
    expect(await invite()).toMatchObject({ status: 422, json: { errors: { email: ["taken"] } } });
    const wrong = await admin.post("/api/users/new", { email: "x", name: "", role: "root", language: "fr" });
    expect(wrong).toMatchObject({
      status: 422,
      json: { errors: { email: ["email"], name: ["required"], role: ["type"], language: ["type"] } },
    });
    smtp.refuseWith(451);
    const withoutMail = await admin.post("/api/users/new", { ...values, email: "weg@ph.example" });
    smtp.refuseWith(null);
    expect(withoutMail).toMatchObject({ status: 503, json: { message: "error_api" } });
    expect(await db().user.count({ where: { email: "weg@ph.example" } })).toBe(0);
  });
});

describe("account changes", () => {
  it("PUT /api/users/{id} accepts a loaded account with changes, and a changed role applies immediately", async () => {
    const own = await loggedIn({ name: "Elif Editor", role: "editor" });
    const { id } = (await own.get<Row>("/api/user")).json;
    const { json: loaded } = await admin.get<Row>(`/api/users/${id}`);
    expect(loaded.sessions).toHaveLength(1);
    expect(await admin.put(`/api/users/${id}`, { ...loaded, role: "reader" })).toMatchObject(succeeded("data_updated"));
    expect((await admin.get<Row>(`/api/users/${id}`)).json).toMatchObject({ name: "Elif Editor", role: "reader" });
    expect((await own.post("/api/members/new", {})).status).toBe(403);
    expect((await admin.put(`/api/users/${id}`, { role: "root" })).status).toBe(422);
    expect((await admin.put(`/api/users/${id}`, { password: "x" })).status).toBe(422);
    expect((await admin.put("/api/users/999999", { name: "X" })).status).toBe(404);
  });

  it("the security log records each change of role or status, and nothing when nothing changed", async () => {
    const { id } = await createUser(db(), { role: "editor" });
    const { json: loaded } = await admin.get<Row>(`/api/users/${id}`);
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await admin.put(`/api/users/${id}`, loaded);
    expect(log).not.toHaveBeenCalled();
    await admin.put(`/api/users/${id}`, { ...loaded, role: "reader", disabled: true });
    const events = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    log.mockRestore();
    expect(events).toMatchObject([
      { event: "role_set", user_id: id, by: adminId, reason: "reader" },
      { event: "account_disabled", user_id: id, by: adminId },
    ]);
  });

  it("setting a password by command ends sessions and API tokens, but keeps the confirmation link valid", async () => {
    const own = await loggedIn();
    const { id } = (await own.get<Row>("/api/user")).json;
    await own.post("/api/user/tokens", { name: "Bericht", scope: "read", days: 1 });
    for (const purpose of ["verify_email", "reset_password"] as const)
      await storeToken(db(), id, purpose, { token: newToken(purpose) });
    await setPassword(commandContext(), id, "vom Betreiber");
    expect((await own.get("/api/user")).status).toBe(401);
    expect(await db().apiToken.count({ where: { user_id: id } })).toBe(0);
    const remaining = await db().token.findMany({ where: { user_id: id }, select: { purpose: true } });
    expect(remaining).toEqual([{ purpose: "verify_email" }]);
  });

  it("disabling an account ends its sessions and mailed links, and enabling it allows logins again", async () => {
    const own = await loggedIn({ email: "weg@ph.example" });
    const { id } = (await own.get<Row>("/api/user")).json;
    await call("POST", "/api/password/create", { body: { email: "weg@ph.example" } });
    expect(await admin.put(`/api/users/${id}`, { disabled: true })).toMatchObject(succeeded("data_updated"));
    expect((await own.get("/api/user")).status).toBe(401);
    expect(await db().token.count({ where: { user_id: id } })).toBe(0);
    expect(await canLogIn("weg@ph.example")).toBe(false);
    expect(await admin.put(`/api/users/${id}`, { disabled: false })).toMatchObject(succeeded("data_updated"));
    expect(await canLogIn("weg@ph.example")).toBe(true);
  });

  it("deleting an account ends its sessions, and the history keeps the author's name", async () => {
    const own = await loggedIn({ email: "weg@ph.example", name: "Wer Ging" });
    const { id } = (await own.get<Row>("/api/user")).json;
    await own.post("/api/thematicfields/new", { themenfeld_de: "Bleibt", themenfeld_en: "Stays" });
    expect(await admin.delete(`/api/users/${id}`)).toMatchObject(succeeded("data_deleted"));
    expect((await own.get("/api/user")).status).toBe(401);
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(404);
    const { json } = await admin.get<{ data: { user: object }[] }>("/api/history?kind=thematicfields&pageSize=1");
    expect(json.data[0]?.user).toEqual({ id, name: "Wer Ging" });
  });

  it("the history records the admin who changes an account", async () => {
    const { id } = await createUser(db(), { name: "Vorher" });
    await admin.put(`/api/users/${id}`, { name: "Nachher", role: "reader" });
    const { json } = await admin.get<{ data: object[] }>(`/api/history?kind=users&id=${id}&action=update`);
    expect(json.data).toMatchObject([
      {
        user: { id: adminId, name: "Ada Admin" },
        fields: [
          { name: "name", old: "Vorher", new: "Nachher" },
          { name: "role", old: "editor", new: "reader" },
        ],
      },
    ]);
  });
});

describe("the last admin and one's own account", () => {
  const own = () => `/api/users/${adminId}`;

  it("refuses to delete, demote or disable the last admin", async () => {
    await createUser(db(), { role: "admin", disabled_at: new Date() });
    await createUser(db(), { role: "admin", email_verified_at: null });
    expect(await admin.delete(own())).toMatchObject(refused("last_admin"));
    expect(await admin.put(own(), { role: "editor" })).toMatchObject(refused("last_admin"));
    expect(await admin.put(own(), { disabled: true, name: "Anders" })).toMatchObject(refused("last_admin"));
    expect((await admin.get("/api/user")).json).toMatchObject({ name: "Ada Admin", role: "admin" });
    await expect(changeAccount(commandContext(), adminId, { disabled: true })).rejects.toMatchObject({
      code: "last_admin",
    });
  });

  it("refuses to delete, demote or disable one's own account", async () => {
    await createUser(db(), { role: "admin" });
    expect(await admin.delete(own())).toMatchObject(refused("own_account"));
    expect(await admin.put(own(), { role: "reader" })).toMatchObject(refused("own_account"));
    expect(await admin.put(own(), { disabled: true })).toMatchObject(refused("own_account"));
    expect(await admin.put(own(), { role: "admin", disabled: false })).toMatchObject(succeeded("data_updated"));
  });

  it("keeps one admin when two admins demote each other concurrently", async () => {
    const other = await loggedIn({ role: "admin" });
    const otherId = (await other.get<Row>("/api/user")).json.id;
    const answers = await Promise.all([
      admin.put(`/api/users/${otherId}`, { role: "reader" }),
      other.put(own(), { role: "reader" }),
    ]);
    const admins = await db().user.count({ where: { role: "admin" } });
    await db().user.update({ where: { id: adminId }, data: { role: "admin" } });
    expect(admins, JSON.stringify(answers.map(({ json }) => json))).toBe(1);
  });
});

it("the first account created by command becomes an admin, later ones get the given role", async () => {
  const account = (number: number) => ({ email: `k${number}@ph.example`, name: "K", password: TEST_PASSWORD });
  await db().user.deleteMany();
  // A self-registered account does not become an admin, and the command ignores it when it looks
  // for the first account.
  await createUser(db());
  const [first, second, third] = [
    await createReadyAccount(commandContext(), { ...account(1), role: "reader" }),
    await createReadyAccount(commandContext(), { ...account(2), role: "reader" }),
    await createReadyAccount(commandContext(), account(3)),
  ];
  expect([first.role, second.role, third.role]).toEqual(["admin", "reader", "editor"]);
});

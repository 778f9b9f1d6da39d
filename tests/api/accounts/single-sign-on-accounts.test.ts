import { afterAll, afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { findAccount } from "@/lib/features/accounts/server/administration";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";
import { startIdentityProvider } from "../../support/servers/identity-provider";
import {
  accountByEmail,
  newBrowser,
  signIn,
  configureProvider,
  loggedInAccount,
} from "../../support/records/single-sign-on";
import { startMailServer } from "../../support/servers/smtp";

/*
 * How logins through single sign-on are mapped to accounts (contract §9), tested with a certified
 * OpenID provider.
 */

const smtp = await startMailServer();
Object.assign(process.env, { SMTP_URL: smtp.url });
const provider = await startIdentityProvider("http://localhost:3000");
afterAll(() => Promise.all([provider.close(), smtp.close()]));

let output: MockInstance<typeof console.log>;
beforeEach(() => {
  output = vi.spyOn(console, "log").mockReturnValue();
  configureProvider(provider, { REGISTRATION_DOMAINS: ["ph.example"] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Event = { event: string; reason?: string; by?: string };
const events = () => output.mock.calls.map(([line]) => JSON.parse(String(line)) as Event);
const eventLines = () => events().map(({ event, reason }) => [event, reason].filter(Boolean).join(" "));

const NO_ACCESS = "/login?sso=sso_no_access";

let count = 0;
const newPerson = () => {
  count += 1;
  return {
    sub: `subject-${count}`,
    email: `Person.${count}@ph.example`,
    email_verified: true,
    name: `Person ${count}`,
  };
};
/** Creates a person with an existing account. */
async function personWithAccount(overrides: Parameters<typeof createUser>[1] = {}) {
  const person = newPerson();
  const account = await createUser(db(), { email: person.email, ...overrides });
  return { person, ...account };
}
/** Returns the sign-in method of an account. */
const signInOf = async (id: number) => (await findAccount(commandContext(), id)).sign_in;

describe("accounts", () => {
  it("an account needs no second factor of the app after single sign-on", async () => {
    configure({ TOTP_REQUIRED: "all" });
    const browser = newBrowser();
    await signIn(provider, newPerson(), browser);
    expect((await browser.get("/api/members")).status).toBe(200);
  });

  it("an account is linked at the first login by its verified address, and keeps its password", async () => {
    const { person, id, email } = await personWithAccount({ role: "reader", name: "Frau Bekannt" });
    expect(await signInOf(id)).toBe("password");
    const browser = newBrowser();
    expect(await signIn(provider, person, browser)).toBe("/dashboard");
    expect(await loggedInAccount(browser)).toMatchObject({ id, email, name: "Frau Bekannt", role: "reader" });
    expect(await signInOf(id)).toBe("both");
    expect(events().find(({ event }) => event === "account_linked")).toMatchObject({
      by: "single sign-on",
      user_id: id,
    });
    expect((await newBrowser().post("/api/auth/login", { email, password: TEST_PASSWORD })).message).toBe(
      "login_success",
    );
  });

  it("a linked account is found by subject, even when the address changed", async () => {
    const { person, id } = await personWithAccount();
    await signIn(provider, person);
    const browser = newBrowser();
    const renamed = { ...person, email: "neuer.name@elsewhere.example", email_verified: false };
    expect(await signIn(provider, renamed, browser)).toBe("/dashboard");
    expect(await loggedInAccount(browser)).toMatchObject({ id, email: person.email.toLowerCase() });
  });

  it("a linked account is not given to another subject with the same address", async () => {
    const { person, id } = await personWithAccount();
    await signIn(provider, person);
    expect(await signIn(provider, { ...person, sub: "a successor" })).toBe(NO_ACCESS);
    expect(eventLines().at(-1)).toBe("login_failed sso_no_access: other_subject");
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ sso_subject: person.sub });
  });

  it.each([[false], [undefined], ["true"], [1]])(
    "an account is neither linked nor created when email_verified is %j",
    async (email_verified) => {
      const { person, id } = await personWithAccount();
      expect(await signIn(provider, { ...person, email_verified })).toBe(NO_ACCESS);
      expect(eventLines().at(-1)).toBe("login_failed sso_no_access: unverified_email");
      expect(await signInOf(id)).toBe("password");
      const stranger = newPerson();
      expect(await signIn(provider, { ...stranger, email_verified })).toBe(NO_ACCESS);
      expect(await accountByEmail(stranger.email.toLowerCase())).toBeNull();
    },
  );

  it("an account is created if REGISTRATION_DOMAINS allows it, with DEFAULT_ROLE and no password", async () => {
    configure({ DEFAULT_ROLE: "reader" });
    const person = newPerson();
    await signIn(provider, person);
    const created = await accountByEmail(person.email.toLowerCase());
    expect(created).toMatchObject({ name: person.name, role: "reader", password_hash: null, language: "de" });
    expect(created?.email_verified_at).not.toBeNull();
    expect(await signInOf(created?.id ?? 0)).toBe("sso");
    const history = await db().change.findFirst({ where: { kind: "users", id: created?.id } });
    expect(history).toMatchObject({ action: "create", source: "app" });
    expect(await signIn(provider, { ...newPerson(), email: "gast@elsewhere.example" })).toBe(NO_ACCESS);
    expect(eventLines().at(-1)).toBe("login_failed sso_no_access: not_allowed");
  });

  it("two concurrent first logins create one account", async () => {
    // Repeated five times, because the timing of the race differs each time.
    for (let times = 0; times < 5; times += 1) {
      const person = newPerson();
      const locations = await Promise.all([signIn(provider, person), signIn(provider, person)]);
      expect(locations).toEqual(["/dashboard", "/dashboard"]);
      expect(await db().user.count({ where: { sso_subject: person.sub } })).toBe(1);
    }
  });

  it("a disabled account cannot log in, linked or not", async () => {
    const { person, id } = await personWithAccount({ disabled_at: new Date() });
    expect(await signIn(provider, person)).toBe(NO_ACCESS);
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ sso_subject: null });
    const other = await personWithAccount();
    await signIn(provider, other.person);
    await db().user.update({ where: { id: other.id }, data: { disabled_at: new Date() } });
    const browser = newBrowser();
    expect(await signIn(provider, other.person, browser)).toBe(NO_ACCESS);
    expect(browser.cookies.size).toBe(0);
    expect(eventLines().at(-1)).toBe("login_failed sso_no_access: disabled");
  });

  it("an account can get a password by mail in addition to single sign-on", async () => {
    const person = newPerson();
    await signIn(provider, person);
    const email = person.email.toLowerCase();
    await newBrowser().post("/api/password/create", { email });
    const password = "ein neues Passwort";
    const values = { token: smtp.tokenFor(email), email, password, c_password: password };
    expect((await newBrowser().post("/api/password/reset", values)).message).toBe("reset_password_success");
    expect(await signInOf((await accountByEmail(email))?.id ?? 0)).toBe("both");
    expect(await signIn(provider, person)).toBe("/dashboard");
  });
});

describe("unconfirmed accounts", () => {
  it("single sign-on takes over an unconfirmed account and discards its password, name and link", async () => {
    const person = newPerson();
    const email = person.email.toLowerCase();
    const password = "das Passwort des Fremden";
    await newBrowser().post("/api/auth/register", { email, name: "Ein Fremder", password, c_password: password });
    const link = smtp.tokenFor(email);
    expect(await signIn(provider, person)).toBe("/dashboard");
    expect(await accountByEmail(email)).toMatchObject({ name: person.name, password_hash: null });
    expect((await newBrowser().post("/api/auth/login", { email, password })).message).toBe("username_password_error");
    expect((await newBrowser().post(`/api/auth/verify/${link}`, { password })).message).toBe("token_invalid");
  });

  it("an invited account keeps its name and role at the first single sign-on", async () => {
    const admin = await loggedIn({ role: "admin" });
    const person = newPerson();
    const email = person.email.toLowerCase();
    await admin.post("/api/users/new", { email, name: "Dr. Eingeladen", role: "reader", language: "en" });
    expect(await signIn(provider, person)).toBe("/dashboard");
    const account = await accountByEmail(email);
    expect(account).toMatchObject({ name: "Dr. Eingeladen", role: "reader", language: "en", sso_subject: person.sub });
    expect((await call("GET", `/api/password/find/${smtp.tokenFor(email)}`)).status).toBe(404);
  });
});

describe("the role claim", () => {
  const ROLES = {
    OIDC_ROLE_CLAIM: "realm_access.roles",
    OIDC_ADMIN_VALUE: "koop-admin",
    OIDC_EDITOR_VALUE: "koop-edit",
    OIDC_READER_VALUE: "koop-read",
  };
  const withRoles = (person: ReturnType<typeof newPerson>, ...roles: string[]) => ({
    ...person,
    realm_access: { roles },
  });

  it("the role claim sets the role at each login, applies immediately, and is in the history", async () => {
    configure(ROLES);
    await createUser(db(), { role: "admin" });
    const { person, id } = await personWithAccount({ role: "reader" });
    const browser = newBrowser();
    await signIn(provider, withRoles(person, "offline_access", "koop-read", "koop-admin"), browser);
    expect(await loggedInAccount(browser)).toMatchObject({ id, role: "admin" });
    const secondBrowser = newBrowser();
    await signIn(provider, withRoles(person, "koop-read"), secondBrowser);
    expect(await loggedInAccount(secondBrowser)).toMatchObject({ role: "reader" });
    expect(await loggedInAccount(browser)).toMatchObject({ role: "reader" });
    await signIn(provider, withRoles(person, "koop-read"));
    expect(eventLines().filter((line) => line.startsWith("role_set"))).toEqual(["role_set admin", "role_set reader"]);
    const changes = await db().change.findMany({ where: { kind: "users", id }, orderBy: { change_id: "asc" } });
    const roles = changes.map(({ fields }) => JSON.stringify(fields)).filter((fields) => fields.includes('"role"'));
    expect(roles).toHaveLength(3);
  });

  it("the role claim allows accounts of any domain, and is required for every login", async () => {
    configure(ROLES);
    const guest = { ...newPerson(), email: "gast@partner.example" };
    expect(await signIn(provider, withRoles(guest, "koop-edit"))).toBe("/dashboard");
    expect(await accountByEmail(guest.email)).toMatchObject({ role: "editor" });
    expect(await signIn(provider, withRoles(guest, "something else"))).toBe(NO_ACCESS);
    expect(await signIn(provider, newPerson())).toBe(NO_ACCESS);
    expect(eventLines().at(-1)).toBe("login_failed sso_no_access: no_role");
  });

  it("the role claim can be a top-level string", async () => {
    configure({ OIDC_ROLE_CLAIM: "roles", OIDC_EDITOR_VALUE: "koop-edit" });
    const person = { ...newPerson(), roles: "koop-edit" };
    expect(await signIn(provider, person)).toBe("/dashboard");
    expect(await signIn(provider, { ...person, roles: "koop-editor" })).toBe(NO_ACCESS);
  });

  it("the role claim does not demote the last admin, which is logged", async () => {
    configure(ROLES);
    await db().user.updateMany({ where: { role: "admin" }, data: { role: "editor" } });
    const { person, id } = await personWithAccount({ role: "admin" });
    const browser = newBrowser();
    expect(await signIn(provider, withRoles(person, "koop-edit"), browser)).toBe("/dashboard");
    expect(await loggedInAccount(browser)).toMatchObject({ id, role: "admin" });
    expect(eventLines()).toContain("role_kept last_admin");
  });
});

describe("PASSWORD_LOGIN=off", () => {
  beforeEach(() => configure({ PASSWORD_LOGIN: false }));

  it("PASSWORD_LOGIN=off allows only admins, and reveals this only after a right password", async () => {
    const editor = await createUser(db(), { role: "editor" });
    const admin = await createUser(db(), { role: "admin" });
    const login = async (email: string, password = TEST_PASSWORD) =>
      (await newBrowser().post("/api/auth/login", { email, password })).message;
    expect(await login(admin.email)).toBe("login_success");
    expect(await login(editor.email)).toBe("password_login_off");
    expect(await login(editor.email, "ein falsches")).toBe("username_password_error");
    expect(await login("niemand@ph.example")).toBe("username_password_error");
    expect(await db().session.count({ where: { user_id: editor.id } })).toBe(0);
  });

  it("PASSWORD_LOGIN=off closes registration and, except for admins, password resets", async () => {
    const post = async (path: string, body: object) => (await newBrowser().post(path, body)).message;
    const values = { name: "N", password: TEST_PASSWORD, c_password: TEST_PASSWORD };
    expect(await post("/api/auth/register", { ...values, email: "neu@ph.example" })).toBe("registration_closed");
    const editor = await createUser(db(), { role: "editor" });
    const admin = await createUser(db(), { role: "admin" });
    const create = (email: string) => post("/api/password/create", { email });
    expect(await create(editor.email)).toBe("password_login_off");
    expect(await create("niemand@ph.example")).toBe("email_not_found");
    expect(await create(admin.email)).toBe("reset_link_sent");
    configure({ ACCOUNT_DISCLOSURE: false });
    expect(await create(editor.email)).toBe("reset_link_sent");
    await vi.waitFor(() => expect(smtp.mailsTo(editor.email)).toHaveLength(1));
    expect(smtp.mailsTo(editor.email)[0]?.link).toBe("http://localhost:3000/login");
  });

  it("PASSWORD_LOGIN=off invalidates mailed links and refuses password changes", async () => {
    configure({ PASSWORD_LOGIN: true });
    const { email } = await createUser(db(), { role: "editor" });
    const client = await loggedIn({ role: "editor" });
    await newBrowser().post("/api/password/create", { email });
    const token = smtp.tokenFor(email);
    configure({ PASSWORD_LOGIN: false });
    expect((await call("GET", `/api/password/find/${token}`)).status).toBe(404);
    const password = "ein neues Passwort";
    const reset = await newBrowser().post("/api/password/reset", { token, email, password, c_password: password });
    expect(reset).toEqual({ status: 404, message: "token_invalid" });
    const change = { current_password: TEST_PASSWORD, password, c_password: password };
    expect((await client.post("/api/user/password", change)).json.message).toBe("password_login_off");
  });

  it("PASSWORD_LOGIN=off sends no password link in invitations, and reports the effective sign-in method", async () => {
    configure({ PASSWORD_LOGIN: true });
    const admin = await loggedIn({ role: "admin" });
    configure({ PASSWORD_LOGIN: false });
    const person = newPerson();
    const email = person.email.toLowerCase();
    const { json } = await admin.post<{ id: number }>("/api/users/new", { email, name: "N", role: "editor" });
    expect(smtp.mailsTo(email)[0]?.link).toBe("http://localhost:3000/login");
    expect(await signInOf(json.id)).toBe("none");
    await signIn(provider, person);
    expect(await signInOf(json.id)).toBe("sso");
    expect(await signInOf((await createUser(db(), { role: "editor" })).id)).toBe("none");
    expect(await signInOf((await createUser(db(), { role: "admin" })).id)).toBe("password");
  });
});

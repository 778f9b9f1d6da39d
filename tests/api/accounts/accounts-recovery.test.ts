import { afterAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { createUser, TEST_PASSWORD, type UserOverrides } from "../../support/factories";
import { call, type Answer } from "../../support/api";
import { configure } from "../../support/configure";
import { startMailServer } from "../../support/servers/smtp";

const smtp = await startMailServer();
afterAll(() => smtp.close());
Object.assign(process.env, { SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: "100" });

const NEW_PASSWORD = "ein neues Passwort";
const MINUTE = 60_000;

type Login = { access_token: string; success: boolean; message: string };
const login = (email: string, password = TEST_PASSWORD) =>
  call<Login>("POST", "/api/auth/login", { body: { email, password } });
const requestReset = (email: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call("POST", "/api/password/create", { body: { email, ...more }, headers });
const findLink = (token: string) => call("GET", `/api/password/find/${token}`);
const resetPassword = (token: string, email: string, changes: Record<string, unknown> = {}) =>
  call("POST", "/api/password/reset", {
    body: { token, email, password: NEW_PASSWORD, c_password: NEW_PASSWORD, ...changes },
  });
const { mailsTo, tokenFor } = smtp;
const outcome = ({ status, json }: Answer) => [status, json.success, json.message];
const createAccount = (overrides: UserOverrides = {}) => createUser(db(), overrides);

const RESET = [200, true, "reset_password_success"];
const UNKNOWN = [404, false, "email_not_found"];
const INVALID = [404, false, "token_invalid"];

/**
 * Creates an account and requests a password reset. @returns the account and the token in the reset
 * link
 */
async function accountWithLink(overrides: UserOverrides = {}) {
  const { id, email } = await createAccount(overrides);
  await requestReset(email);
  return { id, email, token: tokenFor(email) };
}

describe("reset requests", () => {
  it("a reset request mails a link that finds the address, and the new password ends every session", async () => {
    const { email } = await createAccount();
    const sessions = [await login(email), await login(email)].map(({ json }) => json.access_token);
    const answer = await requestReset(email.toUpperCase(), { url: "http://localhost:3000/forgot-password" });
    expect(answer.json).toEqual({ success: true, message: "reset_link_sent" });
    const [mail] = mailsTo(email);
    expect(mail?.subject).toBe("Passwort zurücksetzen");
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/password-reset\/reset_[\w-]{43}$/);

    const token = tokenFor(email);
    expect(await findLink(token)).toMatchObject({ status: 200, json: { success: true, token, email } });
    expect(outcome(await resetPassword(token, email.toUpperCase()))).toEqual(RESET);
    for (const session of sessions) expect((await call("GET", "/api/user", { token: session })).status).toBe(401);
    expect((await login(email)).json.message).toBe("username_password_error");
    expect((await login(email, NEW_PASSWORD)).json.message).toBe("login_success");
  });

  it("a reset request is refused without a mail for an unknown or disabled account", async () => {
    const { email } = await createAccount({ disabled_at: new Date() });
    for (const address of ["niemand@example.org", email]) {
      expect(outcome(await requestReset(address))).toEqual(UNKNOWN);
      expect(mailsTo(address)).toEqual([]);
    }
    expect(await db().token.count({ where: { user: { email } } })).toBe(0);
  });

  it("a reset request requires a valid address", async () => {
    for (const [email, code] of [
      ["", "required"],
      ["nobody", "email"],
      ["a@b.example, c@d.example", "email"],
    ] as const) {
      expect(await requestReset(email)).toMatchObject({ status: 422, json: { errors: { email: [code] } } });
    }
  });

  it("a reset mail is in the account's language, with links to APP_URL and the name escaped", async () => {
    const name = 'Eva <img src=x onerror="x">\r\nMüller';
    const { email } = await createAccount({ language: "en", name });
    await requestReset(email, { url: "https://evil.example" }, { "accept-language": "de", host: "evil.example" });
    const [mail] = mailsTo(email);
    expect(mail).toMatchObject({ subject: "Reset your password", recipients: [email], headers: { to: email } });
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/password-reset\//);
    expect(mail?.raw).not.toContain("evil.example");
    expect(mail?.html).toContain("Hello Eva &lt;img src=x onerror=&quot;x&quot;&gt; Müller,");
    expect(mail?.html).not.toContain("<img");
  });

  it("a reset request returns 503 and stores no token when the mail server is down", async () => {
    const { id, email } = await createAccount();
    configure({ SMTP_URL: "smtp://127.0.0.1:9" });
    expect(outcome(await requestReset(email))).toEqual([503, false, "error_api"]);
    expect(await db().token.count({ where: { user_id: id } })).toBe(0);
  });

  it("ACCOUNT_DISCLOSURE=off makes every reset request succeed, and mails report a missing account", async () => {
    const { email } = await createAccount({ disabled_at: new Date(), language: "en" });
    configure({ ACCOUNT_DISCLOSURE: false, REGISTRATION_DOMAINS: ["example.org"] });
    for (const address of ["auch-niemand@example.org", email]) {
      const answer = await requestReset(address);
      expect(answer.json).toEqual({ success: true, message: "reset_link_sent" });
      expect(mailsTo(address)).toMatchObject([
        { subject: "Kein Konto mit dieser Adresse", link: "http://localhost:3000/login" },
      ]);
    }
  });

  it("ACCOUNT_DISCLOSURE=off mails every account, but no unknown address that may not register", async () => {
    const { email } = await createAccount({ email: "gast@elsewhere.example" });
    const disabled = await createAccount({ email: "frueher@elsewhere.example", disabled_at: new Date() });
    configure({ ACCOUNT_DISCLOSURE: false, REGISTRATION_DOMAINS: ["example.org"] });
    for (const address of ["fremd@elsewhere.example", email, disabled.email]) {
      expect((await requestReset(address)).json).toEqual({ success: true, message: "reset_link_sent" });
    }
    await vi.waitFor(() =>
      expect([mailsTo(email), mailsTo(disabled.email)].map(({ length }) => length)).toEqual([1, 1]),
    );
    expect(mailsTo("fremd@elsewhere.example")).toEqual([]);
    configure({ REGISTRATION_DOMAINS: undefined });
    await requestReset("noch.fremder@example.org");
    expect(mailsTo("noch.fremder@example.org"), "where registration is closed").toEqual([]);
  });
});

describe("reset links", () => {
  it("a reset link is stored as a hash and valid for 60 minutes", async () => {
    const { id, token } = await accountWithLink();
    const [row] = await db().token.findMany({ where: { user_id: id } });
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    const remainingMs = (row?.expires_at.getTime() ?? 0) - Date.now();
    expect(remainingMs).toBeGreaterThan(59 * MINUTE);
    expect(remainingMs).toBeLessThanOrEqual(60 * MINUTE);
  });

  it("an expired reset link is refused, and the old password stays valid", async () => {
    const { id, email, token } = await accountWithLink();
    await db().token.updateMany({ where: { user_id: id }, data: { expires_at: new Date(Date.now() - 1) } });
    expect(outcome(await findLink(token))).toEqual(INVALID);
    expect(outcome(await resetPassword(token, email))).toEqual(INVALID);
    expect((await login(email)).json.success).toBe(true);
  });

  it("a reset link works once, and its use invalidates all links of the account", async () => {
    const { email, token } = await accountWithLink();
    await requestReset(email);
    const other = tokenFor(email);
    expect(outcome(await findLink(token)), "another request leaves the link valid").toEqual([200, true, undefined]);
    expect(outcome(await resetPassword(token, email))).toEqual(RESET);
    for (const usedToken of [token, other]) {
      expect(outcome(await findLink(usedToken))).toEqual(INVALID);
      expect(outcome(await resetPassword(usedToken, email))).toEqual(INVALID);
    }
  });

  it("a reset link sets one password when used twice concurrently", async () => {
    const { email, token } = await accountWithLink();
    const answers = await Promise.all([
      resetPassword(token, email),
      resetPassword(token, email, { password: "das andere", c_password: "das andere" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("a reset link is bound to one address", async () => {
    const { email, token } = await accountWithLink();
    const other = await createAccount();
    expect(outcome(await resetPassword(token, other.email))).toEqual(INVALID);
    expect((await login(other.email)).json.success).toBe(true);
    expect(outcome(await resetPassword(token, email))).toEqual(RESET);
  });

  it("a reset link with an unknown token is refused", async () => {
    const { email, token } = await accountWithLink();
    for (const wrong of [`${token}x`, token.slice(1), token.toUpperCase(), "x", "%00", "x".repeat(5_000)]) {
      expect(outcome(await findLink(wrong)), wrong).toEqual(INVALID);
      expect(outcome(await resetPassword(wrong, email)), wrong).toEqual(INVALID);
    }
  });

  it("a reset link is invalid once its account is disabled", async () => {
    const { id, email, token } = await accountWithLink();
    await db().user.update({ where: { id }, data: { disabled_at: new Date() } });
    expect(outcome(await findLink(token))).toEqual(INVALID);
    expect(outcome(await resetPassword(token, email))).toEqual(INVALID);
  });

  it("a reset link stays valid after a form with validation errors", async () => {
    const { email, token } = await accountWithLink();
    const errorsFor = async (changes: Record<string, unknown>) =>
      (await resetPassword(token, email, changes)).json.errors;
    expect(await errorsFor({ password: "kurz", c_password: "kurz" })).toEqual({
      password: ["min"],
      c_password: ["min"],
    });
    expect(await errorsFor({ c_password: "ein anderes" })).toEqual({ c_password: ["mismatch"] });
    expect(await errorsFor({ token: "", email: "", password: "", c_password: "" })).toEqual({
      token: ["required"],
      email: ["required"],
      password: ["required"],
      c_password: ["required"],
    });
    expect(outcome(await resetPassword(token, email))).toEqual(RESET);
  });

  it("a reset link confirms the address when used", async () => {
    const { email, token } = await accountWithLink({ email_verified_at: null, name: "https://evil.example" });
    expect(mailsTo(email)[0]?.raw).not.toContain("evil");
    expect((await login(email)).json.message).toBe("verify_email");
    expect(outcome(await resetPassword(token, email))).toEqual(RESET);
    expect((await login(email, NEW_PASSWORD)).json.message).toBe("login_success");
  });
});

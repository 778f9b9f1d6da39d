import { afterAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { createUser } from "../../support/factories";
import { call, type Answer } from "../../support/api";
import { configure } from "../../support/configure";
import { newAddress, PASSWORD, register, verify } from "../../support/records/registration";
import { startMailServer } from "../../support/servers/smtp";

const smtp = await startMailServer();
afterAll(() => smtp.close());
Object.assign(process.env, {
  SMTP_URL: smtp.url,
  REGISTRATION_DOMAINS: "ph.example, @stud.ph.example",
  RATE_LIMIT_FACTOR: "100",
});

const DAY = 24 * 3_600_000;
const login = (email: string, password = PASSWORD) => call("POST", "/api/auth/login", { body: { email, password } });
const tokenOf = (link: string) => link.split("/").at(-1) ?? "";
const { mailsTo, tokenFor } = smtp;
const outcome = ({ status, json }: Answer) => [status, json.success, json.message];
const usersWith = (email: string) => db().user.findMany({ where: { email } });

const REGISTERED = [201, true, "successfully_registered"];
const VERIFIED = [200, true, "email_verified"];
const WRONG = [200, false, "username_password_error"];
const INVALID_TOKEN = [404, false, "token_invalid"];

describe("registrations", () => {
  it("a registration creates an account that can log in once the mailed link has confirmed its address", async () => {
    const email = newAddress();
    const answer = await register(email);
    expect(answer.json).toEqual({ success: true, message: "successfully_registered" });
    expect(answer.status).toBe(201);
    expect(outcome(await login(email))).toEqual([200, false, "verify_email"]);
    expect(outcome(await login(email, "ein anderes"))).toEqual(WRONG);

    const token = tokenFor(email);
    expect(token).toMatch(/^verify_[\w-]{43}$/);
    expect(outcome(await verify(token))).toEqual(VERIFIED);
    expect(outcome(await login(email))).toEqual([200, true, "login_success"]);
    expect(outcome(await verify(token)), "works once").toEqual(INVALID_TOKEN);
  });

  it("a registration stores the address in lower case, the password as bcrypt and the token as a hash", async () => {
    const email = newAddress();
    await register(email.toUpperCase());
    const [user] = await usersWith(email);
    expect(user?.password_hash).toMatch(/^\$2[aby]\$\d\d\$[./\w]{53}$/);
    const [token] = await db().token.findMany({ where: { user_id: user?.id } });
    expect(token?.token_hash).not.toContain(tokenFor(email));
    expect(token?.expires_at.getTime()).toBeGreaterThan(Date.now() + DAY - 60_000);
    expect(token?.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + DAY);
  });

  it("a registration returns validation errors by field", async () => {
    const email = newAddress();
    const errorsFor = async (changes: Record<string, unknown>) => {
      const { status, json } = await register(email, changes);
      return status === 422 ? json.errors : status;
    };
    expect(await errorsFor({ email: "" })).toEqual({ email: ["required"] });
    expect(await errorsFor({ email: "neu@" })).toEqual({ email: ["email"] });
    expect(await errorsFor({ email: `${"x".repeat(95)}@ph.example` })).toEqual({ email: ["max"] });
    expect(await errorsFor({ email: `a@ph.example\r\nBcc: b@ph.example` })).toEqual({ email: ["email"] });
    expect(await errorsFor({ name: " " })).toEqual({ name: ["required"] });
    expect(await errorsFor({ name: "x".repeat(101) })).toEqual({ name: ["max"] });
    expect(await errorsFor({ password: "12345", c_password: "12345" })).toEqual({
      password: ["min"],
      c_password: ["min"],
    });
    expect(await errorsFor({ password: "ü".repeat(37), c_password: "ü".repeat(37) })).toEqual({
      password: ["max"],
      c_password: ["max"],
    });
    expect(await errorsFor({ c_password: "something else" })).toEqual({ c_password: ["mismatch"] });
    expect(await errorsFor({ name: "", c_password: "something else" })).toEqual({
      name: ["required"],
      c_password: ["mismatch"],
    });
    expect(await errorsFor({ c_password: undefined })).toEqual({ c_password: ["required"] });
    expect(await errorsFor({ email_verified_at: "2026-01-01" })).toEqual({ email_verified_at: ["unknown"] });
    expect(await usersWith(email)).toEqual([]);
    expect(mailsTo(email)).toEqual([]);
  });

  it("a registration refuses the address of an existing account, ignoring case, and changes nothing", async () => {
    const { email } = await createUser(db(), { email: newAddress() });
    const before = await usersWith(email);
    expect(outcome(await register(email.toUpperCase()))).toEqual([200, false, "email_exists"]);
    expect(await usersWith(email)).toEqual(before);
    expect(mailsTo(email)).toEqual([]);
  });

  it("a registration replaces an unconfirmed account and its link", async () => {
    const email = newAddress();
    await register(email);
    const staleToken = tokenFor(email);
    const secondValues = { password: "ein zweites", c_password: "ein zweites", name: "Zweite" };
    expect(outcome(await register(email, secondValues))).toEqual(REGISTERED);
    expect(outcome(await verify(staleToken))).toEqual(INVALID_TOKEN);
    expect(outcome(await verify(tokenFor(email), PASSWORD))).toEqual(WRONG);
    expect(outcome(await verify(tokenFor(email), "ein zweites"))).toEqual(VERIFIED);
    expect(await usersWith(email)).toMatchObject([{ name: "Zweite" }]);
  });

  it("concurrent registrations of an address leave one account and one working link", async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(email)));
    expect(answers.map(outcome)).toEqual(Array.from({ length: 4 }, () => REGISTERED));
    expect(await usersWith(email)).toHaveLength(1);
    const outcomes: unknown[] = [];
    for (const { link } of mailsTo(email)) outcomes.push((await verify(tokenOf(link))).json.success);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it("a registration does not take over an account that is confirmed concurrently", async () => {
    const { email } = await createUser(db(), { email: newAddress() });
    const before = await usersWith(email);
    // Simulates an account that is created between the check and the write.
    vi.spyOn(db().user, "findUnique").mockResolvedValueOnce(null);
    expect(outcome(await register(email))).toEqual([200, false, "email_exists"]);
    expect(await usersWith(email)).toEqual(before);
    expect(await db().token.count({ where: { user: { email } } })).toBe(0);
  });

  it("a registration is refused for an unconfirmed account that an admin has disabled", async () => {
    const { email } = await createUser(db(), {
      email: newAddress(),
      email_verified_at: null,
      disabled_at: new Date(),
    });
    const before = await usersWith(email);
    expect(outcome(await register(email))).toEqual([200, false, "email_exists"]);
    expect(mailsTo(email)).toEqual([]);
    // Simulates an account that is disabled between the check and the write.
    vi.spyOn(db().user, "findUnique").mockResolvedValueOnce(null);
    expect(outcome(await register(email))).toEqual([200, false, "email_exists"]);
    expect(await usersWith(email)).toEqual(before);
  });
});

describe("registration domains", () => {
  it.each(["a@ph.example", "a@STUD.PH.example"])(
    "registration accepts %s, which is in REGISTRATION_DOMAINS",
    async (email) => {
      expect(outcome(await register(email))).toEqual(REGISTERED);
    },
  );

  it.each(["a@other.example", "a@sub.ph.example", "a@ph.example.evil.example", "a@evilph.example"])(
    "registration refuses %s, which is not in REGISTRATION_DOMAINS",
    async (email) => {
      expect(outcome(await register(email))).toEqual([200, false, "email_domain_not_allowed"]);
      expect(await usersWith(email)).toEqual([]);
    },
  );

  it("registration is closed when REGISTRATION_DOMAINS is not set", async () => {
    configure({ REGISTRATION_DOMAINS: undefined });
    const email = newAddress();
    expect(outcome(await register(email))).toEqual([200, false, "registration_closed"]);
    expect(await usersWith(email)).toEqual([]);
  });

  it("the embedded demo accepts registrations from any domain", async () => {
    configure({ REGISTRATION_DOMAINS: undefined, DEMO: true });
    expect(outcome(await register("gast@anywhere.example"))).toEqual(REGISTERED);
  });
});

describe("confirmation links", () => {
  it("opening a confirmation link changes nothing", async () => {
    const email = newAddress();
    await register(email);
    expect((await call("GET", `/api/auth/verify/${tokenFor(email)}`)).status).toBe(405);
    expect((await call("HEAD", `/api/auth/verify/${tokenFor(email)}`)).status).toBe(405);
    expect(outcome(await login(email))).toEqual([200, false, "verify_email"]);
  });

  it("a confirmation link requires the password of the registration, and stays valid after a wrong one", async () => {
    const email = newAddress();
    await register(email);
    expect(outcome(await verify(tokenFor(email), "ein anderes"))).toEqual(WRONG);
    expect((await verify(tokenFor(email), "kurz")).json.errors).toEqual({ password: ["min"] });
    expect(outcome(await verify(tokenFor(email)))).toEqual(VERIFIED);
  });

  it("a confirmation link is refused after 24 hours, when unknown, and for a disabled account", async () => {
    const email = newAddress();
    await register(email);
    const token = tokenFor(email);
    const [user] = await usersWith(email);
    expect(outcome(await verify(`${token}x`))).toEqual(INVALID_TOKEN);

    await db().user.update({ where: { email }, data: { disabled_at: new Date() } });
    expect(outcome(await verify(token))).toEqual(INVALID_TOKEN);
    await db().user.update({ where: { email }, data: { disabled_at: null } });

    await db().token.updateMany({ where: { user_id: user?.id }, data: { expires_at: new Date(Date.now() - 1) } });
    expect(outcome(await verify(token))).toEqual(INVALID_TOKEN);
    expect(outcome(await login(email))).toEqual([200, false, "verify_email"]);
  });

  it("a confirmation link cannot be used to reset a password", async () => {
    const email = newAddress();
    await register(email);
    expect(outcome(await call("GET", `/api/password/find/${tokenFor(email)}`))).toEqual(INVALID_TOKEN);
  });

  it("a confirmation link confirms once when used twice concurrently", async () => {
    const email = newAddress();
    await register(email);
    const answers = await Promise.all([verify(tokenFor(email)), verify(tokenFor(email))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("confirmation mails", () => {
  it("a confirmation mail uses the language of the request, which becomes the account's language", async () => {
    const german = newAddress();
    const english = newAddress();
    await register(german);
    await register(english, {}, { "accept-language": "en" });
    expect(mailsTo(german)[0]).toMatchObject({ subject: "Bitte bestätigen Sie Ihre E-Mail-Adresse" });
    expect(mailsTo(german)[0]?.html).toContain('<html lang="de">');
    expect(mailsTo(english)[0]).toMatchObject({ subject: "Please confirm your email address" });
    expect(mailsTo(english)[0]?.html).toContain('<html lang="en">');
    expect(await usersWith(english)).toMatchObject([{ language: "en" }]);
  });

  it("a confirmation mail links to APP_URL, whatever URL was posted", async () => {
    for (const url of ["https://evil.example/register", "javascript:alert(1)", { a: 1 }]) {
      const email = newAddress();
      const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
      expect(outcome(await register(email, { url }, headers))).toEqual(REGISTERED);
      const [mail] = mailsTo(email);
      expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/verify-email\/verify_[\w-]{43}$/);
      expect(mail?.html).toContain(`href="${mail?.link}"`);
      expect(mail?.raw).not.toMatch(/evil|javascript/);
    }
  });

  it("a confirmation mail contains no text entered at registration", async () => {
    const email = newAddress();
    const name = "Gewinn! https://evil.example\r\n\r\n<b>fett</b>";
    expect(outcome(await register(email, { name }))).toEqual(REGISTERED);
    const [mail] = mailsTo(email);
    expect(mail?.recipients).toEqual([email]);
    expect(mail?.raw).not.toMatch(/Gewinn|evil|fett/);
  });
});

describe("registration with a failing mail server", () => {
  const CLOSED_PORT = "smtp://127.0.0.1:9";
  const UNAVAILABLE = [503, false, "error_api"];

  it("a registration returns 503 and leaves no account when the mail server is unreachable", async () => {
    const email = newAddress();
    configure({ SMTP_URL: CLOSED_PORT });
    expect(outcome(await register(email))).toEqual(UNAVAILABLE);
    expect(await usersWith(email)).toEqual([]);
  });

  it("a registration whose mail fails leaves an unconfirmed account and its link unchanged", async () => {
    const email = newAddress();
    await register(email);
    configure({ SMTP_URL: CLOSED_PORT });
    const secondValues = { password: "ein zweites", c_password: "ein zweites" };
    expect(outcome(await register(email, secondValues))).toEqual(UNAVAILABLE);
    expect(outcome(await verify(tokenFor(email)))).toEqual(VERIFIED);
  });

  it("a registration returns 503 for a temporary mail failure and a field error for an unknown recipient", async () => {
    const email = newAddress();
    smtp.refuseWith(451);
    expect(outcome(await register(email))).toEqual(UNAVAILABLE);
    smtp.refuseWith(550);
    expect((await register(email)).json.errors).toEqual({ email: ["email"] });
    smtp.refuseWith(null);
    expect(await usersWith(email)).toEqual([]);
  });
});

describe("ACCOUNT_DISCLOSURE=off", () => {
  it("ACCOUNT_DISCLOSURE=off hides that an address is taken, changes nothing and mails the owner", async () => {
    const { email } = await createUser(db(), { email: newAddress(), name: 'Eva <b>"&' });
    const before = await usersWith(email);
    configure({ ACCOUNT_DISCLOSURE: false });
    expect(outcome(await register(email))).toEqual(REGISTERED);
    expect(await usersWith(email)).toEqual(before);
    const [mail] = mailsTo(email);
    expect(mail).toMatchObject({ subject: "Sie haben bereits ein Konto", link: "http://localhost:3000/login" });
    expect(mail?.text).toContain('Guten Tag Eva <b>"&,');
    expect(mail?.html).toContain("Guten Tag Eva &lt;b&gt;&quot;&amp;,");
    expect(mail?.html).not.toContain("<b>");
  });
});

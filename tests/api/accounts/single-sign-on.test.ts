import { afterAll, afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { db } from "@/lib/store/database/client";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call } from "../../support/api";
import { configure } from "../../support/configure";
import { unpublishedKey, startIdentityProvider } from "../../support/servers/identity-provider";
import {
  accountByEmail,
  followLogin,
  newBrowser,
  signIn,
  configureProvider,
  loggedInAccount,
} from "../../support/records/single-sign-on";

/*
 * The OpenID Connect login flow (contract §9), tested with a certified OpenID provider.
 */

const provider = await startIdentityProvider("http://localhost:3000");
afterAll(() => provider.close());

let output: MockInstance<typeof console.log>;
beforeEach(() => {
  output = vi.spyOn(console, "log").mockReturnValue();
  configureProvider(provider, { REGISTRATION_DOMAINS: ["ph.example"] });
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(provider, { forge: null, signer: null, onlyUserInfo: false, broken: null });
});

type Event = { event: string; reason?: string; user_id?: number; by?: string };
/** Returns the logged security events, each with its reason. */
const eventLines = () =>
  output.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Event)
    .map(({ event, reason }) => [event, reason].filter(Boolean).join(" "));

let count = 0;
/** Creates a person who is known to the provider, but has no account in the app. */
const newPerson = () => {
  count += 1;
  const email = `person.${count}@ph.example`;
  return { sub: `subject-${count}`, email, email_verified: true, name: `Person ${count}` };
};

describe("single sign-on logins", () => {
  it("single sign-on redirects to the provider with PKCE, state and nonce, then to the requested page", async () => {
    const browser = newBrowser();
    const person = newPerson();
    const { status, location } = await browser.get("/api/auth/sso");
    expect(status).toBe(303);
    const parameters = Object.fromEntries(new URL(location).searchParams);
    expect(parameters).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/api/auth/sso/callback",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await signIn(provider, person, browser, "/members?filter=a")).toBe("/members?filter=a");
    expect(await loggedInAccount(browser)).toMatchObject({ email: person.email, role: "editor" });
    expect(eventLines()).toEqual(["account_created", "login sso"]);
    const user = await accountByEmail(person.email);
    expect(await db().session.count({ where: { user_id: user?.id } })).toBe(1);
    await browser.post("/api/auth/logout");
    expect(await loggedInAccount(browser)).toMatchObject({ message: "unauthenticated" });
  });

  it("single sign-on redirects only to pages of the app", async () => {
    for (const foreignUrl of ["https://evil.test/", "//evil.test", "/login?next=/x"]) {
      expect(await signIn(provider, newPerson(), newBrowser(), foreignUrl)).toBe("/dashboard");
    }
  });

  it("single sign-on sets short-lived HttpOnly cookies, which are cleared afterwards", async () => {
    configure({ APP_URL: "https://koop.ph.example" });
    const { headers } = await call("GET", "/api/auth/sso");
    const cookies = headers.getSetCookie();
    expect(cookies.map((line) => line.split("=")[0]).toSorted()).toEqual([
      "__Host-sso",
      "__Host-sso-next",
      "__Host-sso-nonce",
      "__Host-sso-pkce",
    ]);
    for (const attribute of ["Path=/", "Max-Age=600", "Secure", "HttpOnly", "SameSite=Lax"])
      for (const cookie of cookies) expect(cookie).toContain(attribute);
    const browser = newBrowser();
    configure({ APP_URL: "http://localhost:3000" });
    await signIn(provider, newPerson(), browser);
    expect([...browser.cookies.keys()]).toEqual(["session"]);
  });

  it("single sign-on ends the session that the browser had", async () => {
    const browser = newBrowser();
    await signIn(provider, newPerson(), browser);
    const before = browser.cookies.get("session") ?? "";
    await signIn(provider, newPerson(), browser);
    expect((await call("GET", "/api/user", { token: before })).status).toBe(401);
  });

  it("single sign-on reads claims missing from the id token from the UserInfo endpoint", async () => {
    provider.onlyUserInfo = true;
    const person = newPerson();
    const browser = newBrowser();
    await signIn(provider, person, browser);
    expect(await loggedInAccount(browser)).toMatchObject({ email: person.email });
    expect(await accountByEmail(person.email)).toMatchObject({ name: person.name });
  });

  it("single sign-on fetches the provider's metadata at each step, and keys and tokens once", async () => {
    provider.requests = [];
    await signIn(provider, newPerson());
    const providerPaths = ["openid-configuration", "jwks", "token", "me"];
    expect(provider.requests.filter((path) => providerPaths.includes(path)).toSorted()).toEqual([
      "jwks",
      "openid-configuration",
      "openid-configuration",
      "token",
    ]);
  });

  it("single sign-on redirects to the login page when it is not configured", async () => {
    configure({ OIDC_ISSUER: undefined });
    for (const path of ["/api/auth/sso", "/api/auth/sso/callback?code=a&state=b", "/api/auth/sso/logout"])
      expect(await newBrowser().get(path)).toEqual({ status: 303, location: "/login" });
  });

  it("single sign-on is rate-limited per client", async () => {
    configure({ RATE_LIMIT_FACTOR: 1 / 600 });
    await db().rateLimit.deleteMany();
    expect((await newBrowser().get("/api/auth/sso")).location).toContain(provider.issuer);
    expect(await newBrowser().get("/api/auth/sso?next=/members")).toEqual({
      status: 303,
      location: "/login?sso=too_many_requests&next=%2Fmembers",
    });
    await db().rateLimit.deleteMany();
  });

  it("single sign-on starts only for page navigations, not for images or frames in foreign pages", async () => {
    configure({ RATE_LIMIT_FACTOR: 1 / 600 });
    await db().rateLimit.deleteMany();
    const locationFor = async (destination: string) => {
      const { headers } = await call("GET", "/api/auth/sso", { headers: { "sec-fetch-dest": destination } });
      return headers.get("location");
    };
    expect(await locationFor("image")).toBe("/login?sso=forbidden_origin");
    expect(await locationFor("iframe")).toBe("/login?sso=forbidden_origin");
    expect(await locationFor("document")).toContain(provider.issuer);
    await db().rateLimit.deleteMany();
  });
});

describe("callbacks from the provider", () => {
  const refusal = (code: string) => ({ status: 303, location: `/login?sso=${code}` });

  it("a callback is refused a second time, even with the same cookie", async () => {
    const browser = newBrowser();
    provider.person = newPerson();
    const callback = await followLogin(browser);
    const savedCookies = new Map(browser.cookies);
    expect((await browser.get(callback)).location).toBe("/dashboard");
    const thief = newBrowser();
    for (const [name, value] of savedCookies) thief.cookies.set(name, value);
    expect(await thief.get(callback)).toEqual(refusal("sso_expired"));
    expect(thief.cookies.size).toBe(0);
    expect(eventLines().at(-1)).toBe("login_failed sso_expired: unknown, used or too old");
  });

  it("a callback is refused in another browser, with the state of another login, and after ten minutes", async () => {
    provider.person = newPerson();
    const victim = newBrowser();
    expect(await victim.get(await followLogin(newBrowser()))).toEqual(refusal("sso_expired"));
    await victim.get("/api/auth/sso");
    expect(await victim.get(await followLogin(newBrowser()))).toEqual(refusal("sso_failed"));
    expect(eventLines().at(-1)).toBe("login_failed sso_failed: state mismatch");
    const slowBrowser = newBrowser();
    const callback = await followLogin(slowBrowser, "/projects");
    await db().ssoErrand.updateMany({ data: { expires_at: new Date() } });
    expect(await slowBrowser.get(callback)).toEqual({
      status: 303,
      location: "/login?sso=sso_expired&next=%2Fprojects",
    });
    expect(await accountByEmail(String(provider.person.email))).toBeNull();
  });

  it.each([
    [
      "a wrong nonce",
      () => (provider.forge = (claims) => ({ ...claims, nonce: "another" })),
      /sso_failed: nonce mismatch$/,
    ],
    ["no nonce", () => (provider.forge = (claims) => ({ ...claims, nonce: undefined })), /sso_failed: nonce mismatch$/],
    [
      "an id token that has expired",
      () => (provider.forge = (claims) => ({ ...claims, exp: 1_700_000_000 })),
      /sso_failed: JWT expired$/,
    ],
    [
      "an id token for another app",
      () => (provider.forge = (claims) => ({ ...claims, aud: "another" })),
      /sso_failed: aud mismatch$/,
    ],
    [
      "an id token of another issuer",
      () => (provider.forge = (claims) => ({ ...claims, iss: "https://evil.test" })),
      /sso_failed: unexpected iss value$/,
    ],
    [
      "an id token signed with another key",
      () => (provider.signer = unpublishedKey()),
      /sso_failed: failed to validate JWT signature$/,
    ],
  ])("a callback is refused with %s", async (_, tamper, reason) => {
    tamper();
    const person = newPerson();
    const browser = newBrowser();
    expect(await signIn(provider, person, browser)).toBe("/login?sso=sso_failed");
    expect(browser.cookies.size).toBe(0);
    expect(await accountByEmail(person.email)).toBeNull();
    expect(eventLines()).toEqual([expect.stringMatching(reason)]);
  });

  it("a callback maps errors of the provider to error codes of the app", async () => {
    const browser = newBrowser();
    const stateOf = async () => new URL((await browser.get("/api/auth/sso")).location).searchParams.get("state");
    const error = async (code: string) =>
      browser.get(
        `/api/auth/sso/callback?error=${code}&error_description=%3Cb%3E&iss=${encodeURIComponent(provider.issuer)}&state=${await stateOf()}`,
      );
    expect(await error("access_denied")).toEqual(refusal("sso_cancelled"));
    expect(await error("temporarily_unavailable")).toEqual(refusal("sso_failed"));
    expect(eventLines().at(-1)).toBe("login_failed sso_failed: temporarily_unavailable");
    expect(await error("invalid_scope")).toEqual(refusal("sso_failed"));
    expect(await error("%22%0Aforged")).toEqual(refusal("sso_failed"));
    expect(eventLines().at(-1)).toBe("login_failed sso_failed: unknown_error");
  });
});

describe("provider outages", () => {
  it("while the provider is down, single sign-on redirects to the login page and password logins work", async () => {
    const { email } = await createUser(db());
    const failure = { status: 303, location: "/login?sso=sso_failed&next=%2Fmembers" };
    const failingProvider = await startIdentityProvider("http://localhost:3000");
    configureProvider(failingProvider);
    failingProvider.broken = 503;
    expect(await newBrowser().get("/api/auth/sso?next=/members")).toEqual(failure);
    await failingProvider.close();
    expect(await newBrowser().get("/api/auth/sso?next=/members")).toEqual(failure);
    expect(eventLines()).toEqual([
      "login_failed sso_failed: expected 200 OK, got: 503",
      "login_failed sso_failed: ECONNREFUSED",
    ]);
    const login = await newBrowser().post("/api/auth/login", { email, password: TEST_PASSWORD });
    expect(login).toEqual({ status: 200, message: "login_success" });
  });

  it.each(["mute", "stalled"] as const)(
    "single sign-on fails after five seconds when the provider is %s",
    async (broken) => {
      provider.broken = broken;
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      const timeoutSpy = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
      expect((await newBrowser().get("/api/auth/sso")).location).toBe("/login?sso=sso_failed");
      expect(timeoutSpy.mock.calls).toEqual([[5_000]]);
      expect(eventLines()).toEqual([expect.stringMatching(/^login_failed sso_failed: (ABORT_ERR|ECONNRESET)$/)]);
    },
  );

  it("single sign-on also fails when the provider goes down before the callback, and recovers with it", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser);
    provider.broken = 502;
    expect((await browser.get(callback)).location).toBe("/login?sso=sso_failed");
    expect(eventLines()).toEqual(["login_failed sso_failed: expected 200 OK, got: 502"]);
    provider.broken = null;
    expect(await signIn(provider, provider.person, browser)).toBe("/dashboard");
  });
});

describe("logout", () => {
  it("logout offers the provider's logout once, with the required parameters", async () => {
    const browser = newBrowser();
    await signIn(provider, newPerson(), browser);
    await browser.post("/api/auth/logout");
    expect(browser.cookies.has("sso-logout")).toBe(true);
    const { location } = await browser.get("/api/auth/sso/logout");
    const logoutUrl = new URL(location);
    expect(logoutUrl.origin).toBe(provider.issuer);
    expect(Object.fromEntries(logoutUrl.searchParams)).toMatchObject({
      id_token_hint: expect.stringMatching(/^ey/),
      post_logout_redirect_uri: "http://localhost:3000/login",
    });
    expect((await fetch(logoutUrl)).status).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.get("/api/auth/sso/logout")).location).toBe("/login");
  });

  it("logout offers no provider logout after a password login", async () => {
    const { email } = await createUser(db());
    const browser = newBrowser();
    await browser.post("/api/auth/login", { email, password: TEST_PASSWORD });
    await browser.post("/api/auth/logout");
    expect(browser.cookies.size).toBe(0);
  });
});

import { afterAll, afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { RequestCookies } from "next/dist/compiled/@edge-runtime/cookies/index.js";
import { db } from "@/lib/store/database/client";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import { startIdentityProvider } from "../../support/servers/identity-provider";
import {
  accountByEmail,
  followLogin,
  newBrowser,
  signIn,
  configureProvider,
  loggedInAccount,
} from "../../support/records/single-sign-on";

/*
 * The parts of a request that next-auth receives, and how its errors are reported (docs/decisions/0005).
 */

const provider = await startIdentityProvider("http://localhost:3000");
afterAll(() => provider.close());

const output: MockInstance[] = [];
beforeEach(() => {
  for (const stream of ["log", "warn", "error", "debug"] as const)
    output.push(vi.spyOn(console, stream).mockReturnValue());
  configureProvider(provider, { REGISTRATION_DOMAINS: ["ph.example"] });
});
afterEach(() => {
  output.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  Object.assign(provider, { forge: null, alter: null, broken: null });
});
/** Returns everything that was printed. */
const consoleText = () => output.flatMap(({ mock }) => mock.calls.flat().map(String)).join("\n");

let count = 0;
const newPerson = () => {
  count += 1;
  const email = `step.${count}@ph.example`;
  return { sub: `step-${count}`, email, email_verified: true, name: `Step ${count}` };
};

const UNREACHABLE = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

let cookieHeader = "";
vi.doMock("next/headers", () => ({ cookies: async () => new RequestCookies(new Headers({ cookie: cookieHeader })) }));
const { currentUser } = await import("@/lib/sessions/page-context");
afterAll(() => {
  vi.doUnmock("next/headers");
});
/** Returns the user of a page that is requested with these cookies. */
function userOfPage(cookie: string) {
  cookieHeader = cookie;
  return currentUser();
}

describe("pages", () => {
  it("a page reads only the session cookie, not cookies whose names begin like it", async () => {
    const { token } = await loggedIn();
    const user = await userOfPage(`sessionid=abc; session=${token}; session.0=x; session.9=y; session-token=z`);
    expect(user).toMatchObject({ role: "editor" });
    expect(await userOfPage(`session.0=${token}; sessionid=${token}`)).toBeNull();
  });

  it("a page has no user once its session has ended", async () => {
    const { token, post } = await loggedIn();
    await post("/api/auth/logout");
    expect(await userOfPage(`session=${token}`)).toBeNull();
  });

  it("a page fails while the database is unreachable, instead of having no user", async () => {
    const { token } = await loggedIn();
    vi.spyOn(db(), "$queryRaw").mockRejectedValue(UNREACHABLE);
    const failure = await userOfPage(`session=${token}`).catch((error: unknown) => error);
    expect(failure).toBe(UNREACHABLE);
  });
});

describe("password logins", () => {
  const login = async (headers: Record<string, string> = {}) => {
    const { email } = await createUser(db());
    return call("POST", "/api/auth/login", { body: { email, password: TEST_PASSWORD }, headers });
  };

  it("a password login sets the session cookie and no other, whatever cookies the request has", async () => {
    const cookie = "session.0=x; sessionid=y; csrf=z; sso-next=http%3A%2F%2F%5B; next-auth.callback-url=http://[";
    const { json, headers } = await login({ cookie });
    expect(json.message).toBe("login_success");
    expect(headers.getSetCookie().map((line) => line.split("=")[0])).toEqual(["session"]);
    expect(headers.get("location")).toBeNull();
  });

  it("a password login returns 503 while the database is unreachable, at each of its queries", async () => {
    for (const query of ["$executeRaw", "$queryRaw"] as const) {
      const spy = vi.spyOn(db(), query).mockRejectedValue(UNREACHABLE);
      expect((await login()).status).toBe(503);
      spy.mockRestore();
    }
    const { email } = await createUser(db());
    const session = vi.spyOn(db().session, "findUnique").mockRejectedValue(UNREACHABLE);
    const answer = await call("POST", "/api/auth/login", {
      body: { email, password: TEST_PASSWORD },
      headers: { cookie: "session=before" },
    });
    session.mockRestore();
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
  });

  it("a password login refuses fields that would make next-auth redirect", async () => {
    const { email } = await createUser(db());
    const body = { email, password: TEST_PASSWORD, callbackUrl: "https://evil.test", json: "true" };
    expect((await call("POST", "/api/auth/login", { body })).status).toBe(422);
  });
});

describe("single sign-on logins", () => {
  it("a single sign-on login passes no parameter of its start URL to the provider", async () => {
    const redirect = await newBrowser().get(
      "/api/auth/sso?next=/members&scope=evil&redirect_uri=https://evil.test&prompt=none&client_id=x&callbackUrl=//e&error=a",
    );
    const { code_challenge, state, nonce, ...others } = Object.fromEntries(new URL(redirect.location).searchParams);
    expect([code_challenge, state, nonce].every(Boolean)).toBe(true);
    expect(others).toEqual({
      client_id: "cooperation",
      scope: "openid profile email",
      response_type: "code",
      redirect_uri: "http://localhost:3000/api/auth/sso/callback",
      code_challenge_method: "S256",
    });
  });

  it("a single sign-on callback ignores parameters that no provider sends", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser, "/members");
    const extraParameters =
      "&callbackUrl=https%3A%2F%2Fevil.test&id_token=a.b.c&access_token=x&response=y&oauth_token=z";
    expect((await browser.get(callback + extraParameters)).location).toBe("/members");
  });

  it("a single sign-on callback without a code is refused, even with an access token", async () => {
    const browser = newBrowser();
    const callback = new URL(await followLogin(browser), "http://localhost");
    callback.searchParams.delete("code");
    expect((await browser.get(`${callback.pathname}${callback.search}&access_token=x`)).location).toBe(
      "/login?sso=sso_failed",
    );
  });

  it.each(["sso", "sso-pkce", "sso-nonce"])(
    "a single sign-on login is refused when the cookie %s was altered",
    async (name) => {
      provider.person = newPerson();
      const browser = newBrowser();
      const callback = await followLogin(browser);
      browser.cookies.set(name, "junk");
      expect((await browser.get(callback)).location).toBe("/login?sso=sso_failed");
      expect(await accountByEmail(String(provider.person.email))).toBeNull();
    },
  );

  it.each(["http%3A%2F%2F%5B", "%2F%2Fevil.test", "https%3A%2F%2Fevil.test", "%00"])(
    "a single sign-on login opens the default page when the cookie with the page is %s",
    async (value) => {
      provider.person = newPerson();
      const browser = newBrowser();
      const callback = await followLogin(browser, "/members");
      browser.cookies.set("sso-next", value);
      expect((await browser.get(callback)).location).toBe("/dashboard");
    },
  );

  it("a single sign-on login sets the session cookie of a password login, and deletes its own cookies", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { headers } = await call("GET", callback, { headers: { cookie } });
    const lines = new Map(headers.getSetCookie().map((line) => [line.split("=")[0], line.toLowerCase().split("; ")]));
    expect(lines.get("session")).toEqual(
      expect.arrayContaining(["httponly", "samesite=lax", "path=/", "max-age=1209600"]),
    );
    for (const name of ["sso", "sso-pkce", "sso-nonce", "sso-next", "sso-logout"])
      expect(lines.get(name)).toContain("max-age=0");
    expect(lines.size).toBe(6);
  });

  it("a single sign-on login switches the account, and does not link the one that is logged in", async () => {
    const browser = newBrowser();
    const first = newPerson();
    await signIn(provider, first, browser);
    const second = newPerson();
    const { id } = await createUser(db(), { email: second.email });
    expect(await signIn(provider, second, browser)).toBe("/dashboard");
    expect(await loggedInAccount(browser)).toMatchObject({ id });
    expect(await accountByEmail(first.email)).toMatchObject({ sso_subject: first.sub });
    expect(await accountByEmail(second.email)).toMatchObject({ sso_subject: second.sub });
  });

  it("a single sign-on login uses a state once, even for two concurrent callbacks", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser);
    const copiedBrowser = newBrowser();
    for (const [name, value] of browser.cookies) copiedBrowser.cookies.set(name, value);
    const answers = await Promise.all([browser.get(callback), copiedBrowser.get(callback)]);
    expect(answers.map(({ location }) => location).toSorted()).toEqual(["/dashboard", "/login?sso=sso_expired"]);
  });

  it("a single sign-on callback cannot reuse a state by adding the state of another login", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = new URL(await followLogin(browser), "http://localhost");
    const other = await followLogin(newBrowser());
    const otherState = new URL(other, "http://localhost").searchParams.get("state") ?? "";
    callback.search = `?state=${otherState}&${callback.searchParams}`;
    expect((await browser.get(callback.pathname + callback.search)).location).toBe("/login?sso=sso_failed");
  });

  it("single sign-on in two tabs logs in the one that began last, and refuses the earlier one", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const earlierCallback = await followLogin(browser, "/projects");
    const laterCallback = await followLogin(browser, "/members");
    expect((await browser.get(laterCallback)).location).toBe("/members");
    expect((await browser.get(earlierCallback)).location).toBe("/login?sso=sso_expired");
    expect(await loggedInAccount(browser)).toMatchObject({ email: provider.person.email });
  });

  it("a single sign-on login is not used up by a callback in another browser", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser);
    expect((await newBrowser().get(callback)).location).toBe("/login?sso=sso_expired");
    expect((await browser.get(callback)).location).toBe("/dashboard");
  });

  it("a single sign-on login reports a server error while the database is unreachable", async () => {
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser);
    vi.spyOn(db(), "$executeRaw").mockRejectedValue(UNREACHABLE);
    expect((await browser.get(callback)).location).toBe("/login?sso=error_api");
    expect(browser.cookies.has("session")).toBe(false);
  });

  it("a failed single sign-on login logs neither tokens nor state nor nonce", async () => {
    provider.person = newPerson();
    provider.forge = (claims) => ({ ...claims, nonce: "another-nonce" });
    const browser = newBrowser();
    const callback = await followLogin(browser);
    const { state, code } = Object.fromEntries(new URL(callback, "http://localhost").searchParams);
    await browser.get(callback);
    expect(consoleText()).toContain("sso_failed: nonce mismatch");
    for (const secret of [state, code, "another-nonce", "eyJ", "next-auth"])
      expect(consoleText()).not.toContain(secret);
    expect(
      consoleText()
        .split("\n")
        .every((line) => line.startsWith('{"time"')),
    ).toBe(true);
  });
});

describe("the address of the app", () => {
  it("the redirect URI is that of APP_URL, whatever headers and environment say", async () => {
    vi.stubEnv("AUTH_TRUST_HOST", "1");
    vi.stubEnv("VERCEL", "1");
    expect(process.env.NEXTAUTH_URL).toBe("http://localhost:3000/api/auth");
    const headers = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" };
    const answer = await call("GET", "/api/auth/sso", { headers });
    expect([...answer.headers].join()).not.toContain("evil.test");
    expect(new URL(answer.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(
      "http://localhost:3000/api/auth/sso/callback",
    );
  });

  it.each([
    ["GET", "session"],
    ["GET", "csrf"],
    ["GET", "providers"],
    ["GET", "signin"],
    ["POST", "signin/sso"],
    ["POST", "callback/credentials"],
    ["GET", "callback/sso"],
    ["POST", "signout"],
    ["GET", "error"],
    ["POST", "_log"],
  ])("%s /api/auth/%s of next-auth does not exist", async (method, path) => {
    const { status, json } = await call(method, `/api/auth/${path}`, { token: (await loggedIn()).token });
    expect([status, json]).toEqual([404, { success: false, message: "not_found" }]);
  });
});

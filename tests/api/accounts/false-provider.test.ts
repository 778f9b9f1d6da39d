import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi, type MockInstance } from "vitest";
import { configure } from "../../support/configure";
import { startIdentityProvider } from "../../support/servers/identity-provider";
import {
  accountByEmail,
  followLogin,
  newBrowser,
  routeToProvider,
  signIn,
  configureProvider,
} from "../../support/records/single-sign-on";

/*
 * Providers with another configuration than the app, or with invalid responses (contract §9).
 */

let output: MockInstance<typeof console.log>;
beforeEach(() => {
  output = vi.spyOn(console, "log").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});
/** Returns the reasons for which logins were refused. */
const reasons = () => output.mock.calls.map(([line]) => (JSON.parse(String(line)) as { reason?: string }).reason);

let count = 0;
const newPerson = () => {
  count += 1;
  const email = `false.${count}@ph.example`;
  return { sub: `false-${count}`, email, email_verified: true, name: `False ${count}` };
};

async function startProvider(options?: Parameters<typeof startIdentityProvider>[1]) {
  const provider = await startIdentityProvider("http://localhost:3000", options);
  onTestFinished(() => provider.close());
  configureProvider(provider, { REGISTRATION_DOMAINS: ["ph.example"] });
  return provider;
}

const FAILED = "/login?sso=sso_failed";

describe("provider metadata", () => {
  it("metadata must name the configured issuer, even if the id tokens name the same other issuer", async () => {
    const provider = await startProvider();
    provider.alter = (document, route) =>
      route === "discovery" ? { ...document, issuer: "https://evil.test" } : document;
    provider.forge = (claims) => ({ ...claims, iss: "https://evil.test" });
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = (await followLogin(browser)).replace(/&iss=[^&]*/, "&iss=https%3A%2F%2Fevil.test");
    expect((await browser.get(callback)).location).toBe(FAILED);
    expect(reasons().at(-1)).toBe("sso_failed: unexpected issuer of the metadata");
    expect(await accountByEmail(String(provider.person.email))).toBeNull();
  });

  it.each([
    ["nothing", () => ({})],
    [
      "no address of the login",
      ({ authorization_endpoint: _, ...document }: object & { authorization_endpoint?: unknown }) => document,
    ],
    [
      "a script as address of the login",
      (document: object) => ({ ...document, authorization_endpoint: "javascript:alert(1)" }),
    ],
    [
      "an unencrypted address of the login",
      (document: object) => ({ ...document, authorization_endpoint: "http://evil.test/auth" }),
    ],
  ])("a login is refused if the metadata contain %s", async (_, alter) => {
    const provider = await startProvider();
    provider.alter = alter;
    expect((await newBrowser().get("/api/auth/sso")).location).toBe(FAILED);
    expect(reasons()).toEqual([expect.stringMatching(/^sso_failed: \w+/)]);
  });

  it.each(["token_endpoint", "jwks_uri", "userinfo_endpoint"])(
    "metadata of an https provider cannot send the app to an unencrypted %s",
    async (endpoint) => {
      const provider = await startProvider({ publicUrl: "https://login.ph.example/realms/ph" });
      routeToProvider();
      provider.onlyUserInfo = true;
      provider.alter = (document, route) =>
        route === "discovery" ? { ...document, [endpoint]: `${provider.origin}/realms/ph/${endpoint}` } : document;
      expect(await signIn(provider, newPerson())).toBe(FAILED);
      expect(reasons()).toEqual(["sso_failed: ERR_INVALID_PROTOCOL"]);
      expect(provider.requests).not.toContain(endpoint);
    },
  );

  it("a callback must name the metadata's issuer if the provider announces that parameter", async () => {
    const provider = await startProvider();
    provider.person = newPerson();
    for (const [iss, reason] of [
      ["", "sso_failed: iss missing from the response"],
      ["&iss=https%3A%2F%2Fevil.test", "sso_failed: iss mismatch"],
    ]) {
      const browser = newBrowser();
      const callback = (await followLogin(browser)).replace(/&iss=[^&]*/, String(iss));
      expect((await browser.get(callback)).location).toBe(FAILED);
      expect(reasons().at(-1)).toBe(reason);
    }
  });
});

describe("id tokens", () => {
  const now = () => Math.floor(Date.now() / 1000);

  it.each([
    ["expired a minute ago", () => ({ exp: now() - 60 }), "JWT expired"],
    ["is valid from a minute ahead", () => ({ nbf: now() + 60 }), "JWT not active yet"],
    ["has no expiry", () => ({ exp: undefined }), "missing required JWT property exp"],
    ["has an expiry that is a text", () => ({ exp: "never" }), "JWT exp claim must be a JSON numeric value"],
    ["has no subject", () => ({ sub: undefined }), "missing required JWT property sub"],
    ["has a subject that is a list", () => ({ sub: ["a"] }), "sub is no text"],
    ["has an empty subject", () => ({ sub: "" }), "Profile id is missing"],
    ["is for several apps and made for another one", () => ({ aud: ["cooperation", "b"], azp: "b" }), "azp mismatch"],
    ["names another access token", () => ({ at_hash: "x" }), "at_hash mismatch"],
  ])("an id token is refused when it %s", async (_, forgedClaims, reason) => {
    const provider = await startProvider();
    provider.forge = (claims) => ({ ...claims, ...forgedClaims() });
    const person = newPerson();
    expect(await signIn(provider, person)).toBe(FAILED);
    expect(reasons()).toEqual([expect.stringContaining(`sso_failed: ${reason}`)]);
    expect(await accountByEmail(person.email)).toBeNull();
  });

  it("an id token is accepted when the clocks differ by some seconds", async () => {
    const provider = await startProvider();
    provider.forge = (claims) => ({ ...claims, exp: now() - 3, nbf: now() + 5, iat: now() + 5 });
    expect(await signIn(provider, newPerson())).toBe("/dashboard");
  });

  it("an id token with another algorithm than OIDC_ID_TOKEN_ALG is refused, even a listed one", async () => {
    const provider = await startProvider({ algorithm: "ES256" });
    expect(await signIn(provider, newPerson())).toBe(FAILED);
    expect(reasons()).toEqual(["sso_failed: unexpected JWT alg received"]);
    configure({ OIDC_ID_TOKEN_ALG: "ES256" });
    expect(await signIn(provider, newPerson())).toBe("/dashboard");
  });
});

describe("the UserInfo endpoint", () => {
  it("a UserInfo response for another user is refused", async () => {
    const provider = await startProvider();
    provider.onlyUserInfo = true;
    provider.alter = (document, route) => (route === "userinfo" ? { ...document, sub: "somebody else" } : document);
    expect(await signIn(provider, newPerson())).toBe(FAILED);
    expect(reasons()).toEqual(["sso_failed: userinfo sub mismatch"]);
  });

  it("the UserInfo endpoint is called only for claims missing from the id token, which takes precedence", async () => {
    const provider = await startProvider();
    const person = newPerson();
    provider.alter = (document, route) =>
      route === "userinfo" ? { ...document, email: "other@ph.example" } : document;
    await signIn(provider, person);
    expect(provider.requests).not.toContain("me");
    const personWithoutName = { ...newPerson(), name: undefined };
    await signIn(provider, personWithoutName);
    expect(provider.requests).toContain("me");
    expect(await accountByEmail(personWithoutName.email)).toMatchObject({ name: personWithoutName.email });
  });
});

describe("the client secret", () => {
  it.each([
    ["in the body", ["client_secret_post", "client_secret_basic"] as const],
    ["in a header where the provider supports nothing else", ["client_secret_basic"] as const],
  ])("the client secret is sent %s", async (_, [...authMethods]) => {
    const provider = await startProvider({ authMethods: authMethods as ["client_secret_basic"] });
    const now = Math.floor(Date.now() / 1000);
    provider.forge = (claims) => ({ ...claims, exp: now - 3 });
    expect(await signIn(provider, newPerson())).toBe("/dashboard");
  });
});

describe("failures of the token endpoint", () => {
  it("a login is refused when the token endpoint fails, with its error code in the log", async () => {
    const provider = await startProvider();
    provider.person = newPerson();
    configure({ OIDC_CLIENT_SECRET: "another-secret" });
    expect(await signIn(provider, provider.person)).toBe(FAILED);
    expect(reasons()).toEqual(["sso_failed: invalid_client"]);
  });

  it("a login does not wait for the rest of a stalled response of the token endpoint", async () => {
    const provider = await startProvider();
    provider.person = newPerson();
    const browser = newBrowser();
    const callback = await followLogin(browser);
    provider.broken = "stalled";
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
    expect((await browser.get(callback)).location).toBe(FAILED);
  });
});

describe("the logout at the provider", () => {
  it.each([
    ["the provider has none", { end_session_endpoint: undefined }, {}],
    ["the id token is too long for an address", {}, { note: "x".repeat(6_000) }],
  ])("the logout at the provider is not offered when %s", async (_, metadata, claims) => {
    const provider = await startProvider();
    provider.alter = (document, route) => (route === "discovery" ? { ...document, ...metadata } : document);
    provider.forge = (signed) => ({ ...signed, ...claims });
    const browser = newBrowser();
    expect(await signIn(provider, newPerson(), browser)).toBe("/dashboard");
    await browser.post("/api/auth/logout");
    expect(browser.cookies.has("sso-logout")).toBe(false);
  });

  it("the logout at the provider ends on the login page, with an error, while the provider is down", async () => {
    const provider = await startProvider();
    const browser = newBrowser();
    await signIn(provider, newPerson(), browser);
    await browser.post("/api/auth/logout");
    provider.broken = 503;
    expect((await browser.get("/api/auth/sso/logout")).location).toBe(FAILED);
    expect(reasons().at(-1)).toBe("sso_failed: Unexpected end of JSON input");
  });
});

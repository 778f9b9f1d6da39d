import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { parseEnv } from "@/lib/base/config/env";
import { CLIENT, startIdentityProvider } from "../../support/servers/identity-provider";
import {
  accountByEmail,
  followLogin,
  newBrowser,
  routeToProvider,
  signIn,
  configureProvider,
} from "../../support/records/single-sign-on";

/*
 * The examples of docs/configuration.md, each with a provider that has the issuer, the metadata and
 * the claims of the one that it names.
 */

const docs = readFileSync(path.join(import.meta.dirname, "../../../docs/configuration.md"), "utf8");

/** Returns the settings of an example in the documentation. */
function exampleOf(name: string) {
  const [, lines = ""] = new RegExp(`^\\*\\*${name}\\*\\*.*\\n\\n((?: {4}.*\\n)+)`, "m").exec(docs) ?? [];
  const variables = [...lines.matchAll(/^ {4}(\w+)=(.+)$/gm)].map(([, key, value]) => [key, value]);
  const settings = { ...Object.fromEntries(variables), OIDC_CLIENT_SECRET: CLIENT.secret } as Record<string, string>;
  const parsed = parseEnv({ DATABASE_URL: "postgresql://localhost/any", ...settings });
  return Object.fromEntries(Object.keys(settings).map((key) => [key, parsed[key as keyof typeof parsed]]));
}

async function startExample(name: string, options?: Parameters<typeof startIdentityProvider>[1]) {
  const settings = exampleOf(name);
  const provider = await startIdentityProvider("http://localhost:3000", {
    publicUrl: String(settings.OIDC_ISSUER),
    clientId: String(settings.OIDC_CLIENT_ID),
    ...options,
  });
  onTestFinished(() => provider.close());
  configureProvider(provider, settings);
  routeToProvider();
  return provider;
}

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("Keycloak", () => {
  const person = {
    sub: "f3b0b9a5-8f7e-4b57-9f0e-0c9d3a5c1e11",
    email: "k.eins@ph.example",
    email_verified: true,
    name: "Karla Eins",
    preferred_username: "keins",
    given_name: "Karla",
    family_name: "Eins",
  };

  it("the Keycloak example logs a user in with the role of a realm role in the ID token", async () => {
    const provider = await startExample("Keycloak");
    const roles = ["default-roles-ph", "offline_access", "koop-edit"];
    expect(await signIn(provider, { ...person, realm_access: { roles } })).toBe("/dashboard");
    expect(await accountByEmail(person.email)).toMatchObject({ name: "Karla Eins", role: "editor" });
    expect(provider.requests).not.toContain("me");
  });

  it("the Keycloak example refuses a user whose address is not confirmed, or who has no role", async () => {
    const provider = await startExample("Keycloak");
    const unconfirmed = { ...person, sub: "other", email: "k.zwei@ph.example", email_verified: false };
    const realm_access = { roles: ["koop-edit"] };
    expect(await signIn(provider, { ...unconfirmed, realm_access })).toBe("/login?sso=sso_no_access");
    expect(await signIn(provider, { ...person, realm_access: { roles: [] } })).toBe("/login?sso=sso_no_access");
  });
});

describe("Entra ID", () => {
  const person = {
    sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    email: "E.Eins@ph.example",
    name: "Eins, Emil",
    oid: "00000000-0000-0000-66f3-3332eca7ea81",
    preferred_username: "e.eins@ph.example",
    tid: "11111111-2222-3333-4444-555555555555",
    ver: "2.0",
    xms_edov: true,
  };

  /** Starts a provider whose metadata, keys and callback are those of Entra ID. */
  async function startEntra() {
    const provider = await startExample("Entra ID", {
      authMethods: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
    });
    provider.alter = (document, route) => {
      if (route === "jwks") return { keys: (document.keys as object[]).map((key) => ({ ...key, alg: undefined })) };
      if (route !== "discovery") return document;
      const { authorization_response_iss_parameter_supported: _, ...others } = document;
      return { ...others, userinfo_endpoint: "https://graph.microsoft.com/oidc/userinfo" };
    };
    return provider;
  }

  /** Logs a person in. Entra ID names no issuer in its answer. */
  async function signInAtEntra(provider: Awaited<ReturnType<typeof startEntra>>, claims: object) {
    provider.person = { ...person, ...claims };
    const browser = newBrowser();
    const callback = await followLogin(browser);
    return (await browser.get(callback.replace(/&iss=[^&]*/, ""))).location;
  }

  it("the Entra ID example logs a user in with the role of an app role", async () => {
    const provider = await startEntra();
    expect(await signInAtEntra(provider, { roles: ["Koop.Read", "Koop.Admin"] })).toBe("/dashboard");
    expect(await accountByEmail("e.eins@ph.example")).toMatchObject({ name: "Eins, Emil", role: "admin" });
  });

  it("the Entra ID example never calls Microsoft Graph, not even for a user without a role or a name", async () => {
    const provider = await startEntra();
    expect(await signInAtEntra(provider, { name: undefined })).toBe("/login?sso=sso_no_access");
    expect(await signInAtEntra(provider, { xms_edov: undefined, roles: ["Koop.Read"], sub: "x" })).toBe(
      "/login?sso=sso_no_access",
    );
  });
});

describe("A proxy in front of DFN-AAI", () => {
  const GROUP = "urn:geant:ph.example:group:koop";
  const person = {
    sub: "d4f1c0de@aai-proxy.ph.example",
    email: "d.eins@ph.example",
    email_verified: true,
    name: "Doris Eins",
    eduperson_scoped_affiliation: ["member@ph.example", "employee@ph.example"],
  };

  it("the DFN-AAI example logs a user in with the role of an entitlement at the UserInfo endpoint", async () => {
    const provider = await startExample("A proxy in front of DFN-AAI", { authMethods: ["client_secret_basic"] });
    provider.onlyUserInfo = true;
    const eduperson_entitlement = [
      "urn:mace:dir:entitlement:common-lib-terms",
      `${GROUP}:role=edit#aai-proxy.ph.example`,
      `${GROUP}#aai-proxy.ph.example`,
    ];
    expect(await signIn(provider, { ...person, eduperson_entitlement })).toBe("/dashboard");
    expect(await accountByEmail(person.email)).toMatchObject({ name: "Doris Eins", role: "editor" });
    expect(provider.requests).toContain("me");
  });

  it("the DFN-AAI example refuses members of other groups", async () => {
    const provider = await startExample("A proxy in front of DFN-AAI", { authMethods: ["client_secret_basic"] });
    provider.onlyUserInfo = true;
    const eduperson_entitlement = [`${GROUP}#another-proxy.example`];
    expect(await signIn(provider, { ...person, sub: "y", eduperson_entitlement })).toBe("/login?sso=sso_no_access");
  });
});

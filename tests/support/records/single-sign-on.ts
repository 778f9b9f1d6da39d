import http from "node:http";
import https from "node:https";
import { vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { call } from "../api";
import { configure } from "../configure";
import { CLIENT, followRedirects, type IdentityProvider, type Person } from "../servers/identity-provider";

/** A minimal browser for single sign-on: it stores cookies and follows redirects one at a time. */
export type Browser = {
  cookies: Map<string, string>;
  get: (path: string) => Promise<{ status: number; location: string }>;
  post: (path: string, body?: unknown) => Promise<{ status: number; message: unknown }>;
};

export function newBrowser(): Browser {
  const cookies = new Map<string, string>();
  async function send(method: string, path: string, body?: unknown) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await call(method, path, { body, headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  return {
    cookies,
    async get(path) {
      const { status, headers } = await send("GET", path);
      return { status, location: headers.get("location") ?? "" };
    },
    async post(path, body) {
      const { status, json } = await send("POST", path, body);
      return { status, message: json.message };
    },
  };
}

let configuredProvider: IdentityProvider;

/** Configures the app to use the provider, through which the browsers of tests go from now on. */
export function configureProvider(provider: IdentityProvider, settings: Parameters<typeof configure>[0] = {}): void {
  configuredProvider = provider;
  configure({
    OIDC_ISSUER: new URL(provider.issuer).href,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Hochschulkonto",
    ...settings,
  });
}

/**
 * Makes the public address of the used provider, which no name server knows, reachable for the app.
 * Requests to any other https address fail.
 */
export function routeToProvider(): void {
  const { issuer, origin } = configuredProvider;
  vi.spyOn(https, "request").mockImplementation(((url: string, options: http.RequestOptions) => {
    const { origin: requestedOrigin, pathname, search } = new URL(url);
    if (requestedOrigin !== new URL(issuer).origin) throw new Error("not reachable");
    return http.request(origin + pathname + search, { ...options, agent: undefined });
  }) as typeof https.request);
}

/**
 * Starts a login and follows it through the provider. @returns the callback path of the app, which
 * is not called yet
 */
export async function followLogin(browser: Browser, next = ""): Promise<string> {
  const { location } = await browser.get(`/api/auth/sso${next && `?next=${encodeURIComponent(next)}`}`);
  const { pathname, search } = await followRedirects(location, configuredProvider);
  return pathname + search;
}

/**
 * Logs a person in through the provider. @returns the path to which the app redirects after the
 * login
 */
export async function signIn(provider: IdentityProvider, person: Person, browser = newBrowser(), next = "") {
  provider.person = person;
  const { location } = await browser.get(await followLogin(browser, next));
  return location;
}

/** Returns the account that is logged in in a browser. */
export async function loggedInAccount(browser: Browser) {
  const cookie = `session=${browser.cookies.get("session") ?? ""}`;
  const { json } = await call<{ id?: number; email?: string; role?: string }>("GET", "/api/user", {
    headers: { cookie },
  });
  return json;
}

/** Returns the account with an e-mail address from the database. */
export const accountByEmail = (email: string) => db().user.findUnique({ where: { email } });

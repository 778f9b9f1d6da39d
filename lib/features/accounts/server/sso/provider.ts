import http from "node:http";
import https from "node:https";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { env, type Env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { logSecurity } from "@/lib/base/observability/security-log";
import { areClaimsComplete, type IdentityClaims } from "./claims";

/** The provider's id in next-auth. */
export const PROVIDER_ID = "sso";

/** Timeout of a request to the provider. Short, because the user sees an empty page meanwhile. */
const TIMEOUT_MS = 5_000;

/**
 * Maximum length of an id token that is used for a logout; a longer one does not fit into the URL.
 */
const MAX_ID_TOKEN_LENGTH = 6_000;

export type SingleSignOn = Env & {
  [Name in "OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_NAME"]: string;
};

/**
 * Returns the settings for single sign-on, or null where single sign-on is not configured. The
 * check at startup ensures that the settings are complete.
 */
export function singleSignOn(): SingleSignOn | null {
  const settings = env();
  return settings.OIDC_ISSUER === undefined ? null : (settings as SingleSignOn);
}

/** Limits the time of whole requests: the library's own timeout ends when a response begins. */
function withDeadline<Agent extends http.Agent>(agent: Agent): Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) =>
    connect({ ...options, signal: AbortSignal.timeout(TIMEOUT_MS) } as typeof options, done);
  return agent;
}
/** By the issuer's protocol, because an agent refuses addresses of another one in the metadata. */
const AGENTS = { "http:": withDeadline(new http.Agent()), "https:": withDeadline(new https.Agent()) };

/**
 * Returns the refusal of a login for an error at the provider, and logs its cause: the code, or the
 * first words of the library's message. Values that follow may be tokens.
 */
export function refusalOf({ code, message }: { code?: unknown; message?: unknown }, client: string): AppError {
  const [cause = "unknown_error"] = /^(expected 200 OK, got: \d{3}|[\w ]{1,60})/.exec(String(code ?? message)) ?? [];
  const refusal = code === "access_denied" ? "sso_cancelled" : "sso_failed";
  logSecurity("login_failed", { client, reason: `${refusal}: ${cause.trim()}` });
  return new AppError(refusal);
}

const wellKnown = ({ OIDC_ISSUER }: SingleSignOn) =>
  `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** The redirect URI, to which the provider sends browsers back. */
const callbackAddress = () => `${env().APP_URL}/api/auth/sso/callback`;

type Client = Parameters<NonNullable<Extract<OAuthConfig<IdentityClaims>["token"], object>["request"]>>[0]["client"];
type TokenSet = Exclude<Parameters<Client["userinfo"]>[0], string>;

/**
 * Returns the client that sends its secret in the request body if the provider supports that, else
 * in a header: not all providers decode every character of a secret in a header.
 */
function withSecret(client: Client): Client {
  const { token_endpoint_auth_methods_supported: supported } = client.issuer.metadata;
  if (Array.isArray(supported) && supported.includes("client_secret_post")) return client;
  const other = new client.issuer.Client({ ...client.metadata, token_endpoint_auth_method: "client_secret_basic" });
  // Includes the tolerance for different clocks, whose symbol is not exported.
  for (const symbol of Object.getOwnPropertySymbols(client)) Reflect.set(other, symbol, Reflect.get(client, symbol));
  return other;
}

/**
 * Returns the provider for next-auth, which fetches its metadata at each step and checks PKCE, state,
 * nonce, and signature, issuer, audience and times of the id token.
 */
export const singleSignOnProvider = (settings: SingleSignOn): OAuthConfig<IdentityClaims> => ({
  id: PROVIDER_ID,
  name: settings.OIDC_NAME,
  type: "oauth",
  wellKnown: wellKnown(settings),
  clientId: settings.OIDC_CLIENT_ID,
  clientSecret: settings.OIDC_CLIENT_SECRET,
  client: {
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: settings.OIDC_ID_TOKEN_ALG,
  },
  checks: ["pkce", "state", "nonce"],
  idToken: true,
  httpOptions: { timeout: TIMEOUT_MS, agent: AGENTS[settings.OIDC_ISSUER.startsWith("http:") ? "http:" : "https:"] },
  authorization: { params: { scope: "openid profile email", redirect_uri: callbackAddress() } },
  token: {
    request: async ({ client, params, checks }) => ({
      tokens: await withSecret(client).callback(callbackAddress(), params, checks),
    }),
  },
  userinfo: {
    request: async ({ client, tokens }) => {
      const { issuer, userinfo_endpoint, end_session_endpoint } = client.issuer.metadata;
      if (new URL(issuer).href !== settings.OIDC_ISSUER) throw new Error("unexpected issuer of the metadata");
      const signed = (tokens as TokenSet).claims();
      if (typeof signed.sub !== "string") throw new Error("sub is no text");
      const needsUserInfo = userinfo_endpoint !== undefined && !areClaimsComplete(signed, settings);
      const more = needsUserInfo ? await client.userinfo(tokens as TokenSet) : {};
      // next-auth passes the id token on, which is stored only for the provider's logout.
      const isStored = end_session_endpoint !== undefined && String(tokens.id_token).length <= MAX_ID_TOKEN_LENGTH;
      if (!isStored) delete tokens.id_token;
      // The signed claims of the id token take precedence over those of the UserInfo endpoint.
      return { ...more, ...signed };
    },
  },
  profile: ({ sub }) => ({ id: sub }),
});

/**
 * Returns the URL that logs the user out at the provider and then leads back to the login page.
 * next-auth knows no logout at the provider.
 * @throws AppError sso_failed
 */
export async function logoutAddress(settings: SingleSignOn, idToken: string, client: string): Promise<string> {
  try {
    const answer = await fetch(wellKnown(settings), { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { end_session_endpoint } = (await answer.json()) as { end_session_endpoint: string };
    const address = new URL(end_session_endpoint);
    address.searchParams.set("client_id", settings.OIDC_CLIENT_ID);
    address.searchParams.set("id_token_hint", idToken);
    address.searchParams.set("post_logout_redirect_uri", `${env().APP_URL}/login`);
    return address.href;
  } catch (error) {
    throw refusalOf(error as Error, client);
  }
}

import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type ClientAuthMethod, type JWK, type KoaContextWithOIDC } from "oidc-provider";

/** The claims of a user of the provider. */
export type Person = { sub: string } & Record<string, unknown>;
type Claims = Record<string, unknown>;

export const CLIENT = { id: "cooperation", secret: "a-secret-that-provider-and-app-share" };

/** A certified OpenID provider that logs `person` in without interaction. */
export type IdentityProvider = {
  issuer: string;
  /** The address at which the provider listens; differs from `issuer` only with `publicUrl`. */
  origin: string;
  /** The user who logs in next. */
  person: Person;
  /** If set, changes the claims of the id tokens before they are signed. */
  forge: ((claims: Claims) => Claims) | null;
  /** If set, this key signs the id tokens instead of the provider's key. */
  signer: KeyObject | null;
  /** If set, changes the metadata, the keys or the answer of the UserInfo endpoint. */
  alter: ((document: Claims, route: string) => Claims) | null;
  /** If true, the provider returns claims only at the UserInfo endpoint, as Shibboleth does. */
  onlyUserInfo: boolean;
  /** The last part of the path of each request. */
  requests: string[];
  /**
   * The status with which the provider responds to every request. With "mute" it never responds,
   * with "stalled" it never completes a response; with null it works normally.
   */
  broken: number | "mute" | "stalled" | null;
  close: () => Promise<void>;
};

type Algorithm = "RS256" | "ES256";
const makeKey = (algorithm: Algorithm = "RS256") =>
  algorithm === "RS256"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
    : generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
/** Creates a signing key that the provider has not published. */
export const unpublishedKey = () => makeKey();

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString()) as Claims;

/**
 * Returns an id token with changed claims that is signed with `key`, although its header still
 * names the original key.
 */
function signAgain(token: string, forge: (claims: Claims) => Claims, key: KeyObject): string {
  const [head, body] = token.split(".");
  const signed = `${head}.${base64(forge(decode(body)))}`;
  const signature = createSign("SHA256").update(signed).sign({ key, dsaEncoding: "ieee-p1363" }, "base64url");
  return `${signed}.${signature}`;
}

const CLAIMS = ["email", "email_verified", "xms_edov", "name", "roles", "realm_access", "eduperson_entitlement"];

type Options = {
  /** Public https address. Only requests that are redirected to `origin` reach it. */
  publicUrl?: string;
  clientId?: string;
  /** How the client sends its secret, and what the provider's metadata list of it. */
  authMethods?: [ClientAuthMethod, ...ClientAuthMethod[]];
  /** The algorithm of the id tokens. */
  algorithm?: Algorithm;
};

/**
 * Starts a provider with one client.
 * @param appUrl base URL of the app, which is the client
 */
export async function startIdentityProvider(
  appUrl: string,
  {
    publicUrl,
    clientId = CLIENT.id,
    authMethods = ["client_secret_post", "client_secret_basic", "private_key_jwt"],
    algorithm = "RS256",
  }: Options = {},
): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = publicUrl ?? origin;
  const prefix = new URL(issuer).pathname.replace(/\/$/, "");
  const jwk = { ...makeKey(algorithm).export({ format: "jwk" }), use: "sig", alg: algorithm, kid: "own" };
  // The provider lists RS256 in any case, as it needs a key for it.
  const others = algorithm === "RS256" ? [] : [{ ...makeKey().export({ format: "jwk" }), use: "sig", kid: "other" }];
  const ownKey = createPrivateKey({ key: jwk, format: "jwk" });
  const state: IdentityProvider = {
    issuer,
    origin,
    person: { sub: "nobody" },
    forge: null,
    signer: null,
    alter: null,
    onlyUserInfo: false,
    requests: [],
    broken: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: CLIENT.secret,
        token_endpoint_auth_method: authMethods[0],
        id_token_signed_response_alg: algorithm,
        redirect_uris: [`${appUrl}/api/auth/sso/callback`],
        post_logout_redirect_uris: [`${appUrl}/login`],
      },
    ],
    clientAuthMethods: authMethods,
    jwks: { keys: [jwk, ...others] as JWK[] },
    cookies: { keys: ["only for tests"] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: CLAIMS },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: (use) =>
        use === "id_token" && state.onlyUserInfo ? { sub: accountId } : { ...state.person, sub: accountId },
    }),
    // Skips the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `${prefix}/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  provider.use(async (context, next) => {
    if (context.path.startsWith("/interaction/")) {
      const login = { accountId: state.person.sub };
      await provider.interactionFinished(context.req, context.res, { login }, { mergeWithLastSubmission: false });
      context.respond = false;
      return;
    }
    await next();
    const { route } = (context as KoaContextWithOIDC).oidc ?? {};
    const body = context.body as (Claims & { id_token?: string }) | undefined;
    if (state.alter && body && ["discovery", "jwks", "userinfo"].includes(route ?? ""))
      context.body = state.alter(body, String(route));
    if (route === "token" && body?.id_token) {
      body.id_token = signAgain(body.id_token, state.forge ?? ((claims) => claims), state.signer ?? ownKey);
    }
  });
  provider.proxy = publicUrl !== undefined;
  const handleRequest = provider.callback();
  server.on("request", (request: IncomingMessage & { originalUrl?: string }, response) => {
    state.requests.push(new URL(request.url ?? "", "http://provider").pathname.split("/").at(-1) ?? "");
    if (publicUrl !== undefined) {
      Object.assign(request.headers, { "x-forwarded-proto": "https", "x-forwarded-host": new URL(publicUrl).host });
      request.originalUrl = request.url;
      request.url = request.url?.slice(prefix.length);
    }
    if (state.broken === "mute") return;
    if (state.broken === "stalled") response.writeHead(200, { "content-type": "application/json" }).write("{");
    else if (state.broken !== null) response.writeHead(state.broken).end();
    else void handleRequest(request, response);
  });
  return state;
}

/** Follows the provider's redirects like a browser. @returns the callback URL at the client */
export async function followRedirects(authorization: string, { issuer, origin }: IdentityProvider): Promise<URL> {
  const cookies = new Map<string, string>();
  const from = new URL(issuer).origin;
  let address = new URL(authorization);
  for (let steps = 0; address.origin === from && steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(origin + address.pathname + address.search, {
      redirect: "manual",
      headers: { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    address = new URL(location, address);
  }
  return address;
}

import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type KoaContextWithOIDC } from "oidc-provider";

/** The claims of a user of the provider. */
export type Person = { sub: string } & Record<string, unknown>;
type Claims = Record<string, unknown>;

export const CLIENT = { id: "cooperation", secret: "a-secret-that-provider-and-app-share" };

/** A certified OpenID provider that logs `person` in without interaction. */
export type IdentityProvider = {
  issuer: string;
  /** The user who logs in next. */
  person: Person;
  /** If set, changes the claims of the id tokens before they are signed. */
  forge: ((claims: Claims) => Claims) | null;
  /** If set, this key signs the id tokens instead of the provider's key. */
  signer: KeyObject | null;
  /** If true, the provider returns claims only at the UserInfo endpoint, as Shibboleth does. */
  onlyUserInfo: boolean;
  /** The number of requests for the provider's metadata. */
  discoveries: number;
  /**
   * The status with which the provider responds to every request. With "mute" it never responds;
   * with null it works normally.
   */
  broken: number | "mute" | null;
  close: () => Promise<void>;
};

const makeKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
/** Creates a signing key that the provider has not published. */
export const foreignKey = makeKey;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString()) as Claims;

/**
 * Returns an id token with changed claims that is signed with `key`, although its header still
 * names the original key.
 */
function resign(token: string, forge: (claims: Claims) => Claims, key: KeyObject): string {
  const [head, body] = token.split(".");
  const signed = `${head}.${base64(forge(decode(body)))}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
}

const CLAIMS = ["email", "email_verified", "name", "roles", "realm_access"];

/**
 * Starts a provider with one client.
 * @param appUrl base URL of the app, which is the client
 */
export async function startIdentityProvider(appUrl: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwk = { ...makeKey().export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "own" };
  const ownKey = createPrivateKey({ key: jwk, format: "jwk" });
  const state: IdentityProvider = {
    issuer,
    person: { sub: "nobody" },
    forge: null,
    signer: null,
    onlyUserInfo: false,
    discoveries: 0,
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
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [`${appUrl}/api/auth/sso/callback`],
        post_logout_redirect_uris: [`${appUrl}/login`],
      },
    ],
    jwks: { keys: [jwk] },
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
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
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
    const body = context.body as { id_token?: string } | undefined;
    if (route === "token" && body?.id_token) {
      body.id_token = resign(body.id_token, state.forge ?? ((claims) => claims), state.signer ?? ownKey);
    }
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/.well-known/")) state.discoveries += 1;
    if (state.broken === "mute") return;
    if (state.broken !== null) response.writeHead(state.broken).end();
    else void answer(request, response);
  });
  return state;
}

/** Follows the provider's redirects like a browser. @returns the callback URL at the client */
export async function throughProvider(authorization: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(authorization);
  let address = new URL(authorization);
  for (let steps = 0; address.origin === origin && steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
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

import * as oidc from "openid-client";
import { env, type Env } from "../../config/env";
import { AppError } from "../../errors/errors";
import { isLoopback } from "../../config/loopback";
import { logSecurity } from "../../observability/security-log";

/** Cache lifetime of the provider's metadata; the provider's keys are refreshed more often. */
const FRESH_MS = 60 * 60_000;
/**
 * Timeout of requests to the provider, in seconds despite the name. Short, because the user sees an
 * empty page meanwhile.
 */
const TIMEOUT_SECONDS = 5;

const SCOPE = "openid profile email";

export type SingleSignOn = { [Name in "OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_NAME"]: string };

/**
 * Returns the settings for single sign-on, or null where single sign-on is not configured. The
 * check at startup ensures that the settings are complete.
 */
export function singleSignOn(): (Env & SingleSignOn) | null {
  const settings = env();
  return settings.OIDC_ISSUER === undefined ? null : (settings as Env & SingleSignOn);
}

/**
 * Sends the client secret in the request body if the provider supports that, because not all
 * providers decode every character of a secret in a header.
 */
const clientSecret = (secret: string): oidc.ClientAuth => {
  const inBody = oidc.ClientSecretPost(secret);
  const inHeader = oidc.ClientSecretBasic(secret);
  return (server, ...request) => {
    const isInBody = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    (isInBody ? inBody : inHeader)(server, ...request);
  };
};

function discover({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: SingleSignOn): Promise<oidc.Configuration> {
  const issuer = new URL(OIDC_ISSUER);
  // Makes the library verify the signature of id tokens. By default, it trusts the connection over
  // which it receives them.
  const execute = [oidc.enableNonRepudiationChecks];
  if (isLoopback(issuer.hostname)) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(issuer, OIDC_CLIENT_ID, undefined, clientSecret(OIDC_CLIENT_SECRET), {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
}

let known: { issuer: string; until: number; provider: Promise<oidc.Configuration> } | undefined;

/** Returns the provider's metadata, cached for an hour; a failed request is not cached. */
function provider(settings: SingleSignOn): Promise<oidc.Configuration> {
  if (known && known.issuer === settings.OIDC_ISSUER && known.until > Date.now()) return known.provider;
  const asked = { issuer: settings.OIDC_ISSUER, until: Date.now() + FRESH_MS, provider: discover(settings) };
  known = asked;
  asked.provider.catch(() => {
    if (known === asked) known = undefined;
  });
  return asked.provider;
}

/**
 * Describes an error for the log by the library's and the provider's codes, which contain no user
 * input.
 */
function describe(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return /^\w{1,60}$/.test(error.error) ? error.error : "unknown_error";
  }
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: { cause?: { claim?: unknown } } };
  const claim = cause?.cause?.claim;
  return [code ?? name, claim].filter((word) => typeof word === "string").join(" ");
}

const NO_ANSWER = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

function refusalOf(error: unknown): "sso_unavailable" | "sso_cancelled" | "sso_failed" {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === "access_denied") return "sso_cancelled";
    return /^(server_error|temporarily_unavailable)$/.test(error.error) ? "sso_unavailable" : "sso_failed";
  }
  const { code } = error as { code?: string };
  // A TypeError without a code comes from `fetch`: the provider could not be reached.
  if (error instanceof TypeError && code === undefined) return "sso_unavailable";
  return code !== undefined && NO_ANSWER.has(code) ? "sso_unavailable" : "sso_failed";
}

/** Runs requests to the provider. Logs an error in detail, and throws an AppError in its place. */
async function asking<Result>(client: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const refusal = refusalOf(error);
    logSecurity("login_failed", { client, reason: `${refusal}: ${describe(error)}` });
    throw new AppError(refusal);
  }
}

/**
 * Secrets of a login that only the browser that started it can present; named as in the protocol.
 */
export type Proof = { state: string; nonce: string; verifier: string };

/** Returns the redirect URI, to which the provider sends browsers back. */
const callbackAddress = () => `${env().APP_URL}/api/auth/sso/callback`;

/** Returns the URL at which the user logs in at the provider. @throws AppError sso_unavailable */
export function authorizationAddress(settings: SingleSignOn, { state, nonce, verifier }: Proof, client: string) {
  return asking(client, async () => {
    const parameters = {
      redirect_uri: callbackAddress(),
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    return oidc.buildAuthorizationUrl(await provider(settings), parameters).href;
  });
}

/**
 * The provider's claims about a user, from the id token and the UserInfo endpoint. `idToken` is the
 * id token itself if a logout at the provider needs it, else null.
 */
export type IdentityClaims = { claims: Record<string, unknown> & { sub: string }; idToken: string | null };

/**
 * Maximum length of an id token that is used for a logout; a longer one does not fit into the URL.
 */
const MAX_ID_TOKEN_LENGTH = 6_000;

/**
 * Completes a login with the query parameters that the browser brings back from the provider, and
 * returns the user's claims. Checks state, nonce, PKCE verifier, signature, issuer, audience and
 * expiry.
 * @param areClaimsComplete returns whether the id token's claims suffice; if not, the UserInfo
 * endpoint is queried
 * @throws AppError sso_failed, sso_cancelled, sso_unavailable
 */
export function readIdentityClaims(
  settings: SingleSignOn,
  returned: URLSearchParams,
  proof: Proof,
  { areClaimsComplete, client }: { areClaimsComplete: (claims: IdentityClaims["claims"]) => boolean; client: string },
): Promise<IdentityClaims> {
  return asking(client, async () => {
    const configuration = await provider(settings);
    const address = new URL(callbackAddress());
    address.search = returned.toString();
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      expectedState: proof.state,
      expectedNonce: proof.nonce,
      pkceCodeVerifier: proof.verifier,
      idTokenExpected: true,
    });
    const signed = tokens.claims() as IdentityClaims["claims"];
    const { userinfo_endpoint, end_session_endpoint } = configuration.serverMetadata();
    const asks = userinfo_endpoint !== undefined && !areClaimsComplete(signed);
    const more = asks ? await oidc.fetchUserInfo(configuration, tokens.access_token, signed.sub) : {};
    const idToken = end_session_endpoint === undefined ? null : (tokens.id_token ?? null);
    const fits = idToken !== null && idToken.length <= MAX_ID_TOKEN_LENGTH;
    // The signed claims of the id token take precedence over those of the UserInfo endpoint.
    return { claims: { ...more, ...signed }, idToken: fits ? idToken : null };
  });
}

/**
 * Returns the URL that logs the user out at the provider and then leads back to the login page.
 * @throws AppError sso_unavailable
 */
export function logoutAddress(settings: SingleSignOn, idToken: string, client: string) {
  return asking(client, async () => {
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${env().APP_URL}/login` };
    return oidc.buildEndSessionUrl(await provider(settings), parameters).href;
  });
}

import * as oidc from "openid-client";
import { env, type Env } from "../../config/env";
import { AppError } from "../../errors/errors";
import { isLoopback } from "../../config/loopback";
import { logSecurity } from "../../observability/security-log";

/** Cache lifetime of the provider's metadata; its keys are refreshed more often. */
const FRESH_MS = 60 * 60_000;
/** Timeout of requests to the provider, in seconds; the user sees an empty page meanwhile. */
const TIMEOUT_SECONDS = 5;

const SCOPE = "openid profile email";

export type SingleSignOn = { [Name in "OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_NAME"]: string };

/**
 * Returns the settings of single sign-on, or null without it. The startup check ensures that they
 * are complete.
 */
export function singleSignOn(): (Env & SingleSignOn) | null {
  const settings = env();
  return settings.OIDC_ISSUER === undefined ? null : (settings as Env & SingleSignOn);
}

/**
 * Sends the client secret in the body if the provider supports it: not all providers decode every
 * character in a header.
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
  // By default the library trusts the connection and does not verify the signature of an id token
  // received over it.
  const execute = [oidc.enableNonRepudiationChecks];
  if (isLoopback(issuer.hostname)) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(issuer, OIDC_CLIENT_ID, undefined, clientSecret(OIDC_CLIENT_SECRET), {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
}

let known: { issuer: string; until: number; provider: Promise<oidc.Configuration> } | undefined;

/** Returns the provider's metadata, cached for an hour; a failure is not cached. */
function provider(settings: SingleSignOn): Promise<oidc.Configuration> {
  if (known && known.issuer === settings.OIDC_ISSUER && known.until > Date.now()) return known.provider;
  const asked = { issuer: settings.OIDC_ISSUER, until: Date.now() + FRESH_MS, provider: discover(settings) };
  known = asked;
  asked.provider.catch(() => {
    if (known === asked) known = undefined;
  });
  return asked.provider;
}

/** Describes an error by the library's and the provider's codes, which contain no user input. */
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
  // A TypeError without a code comes from fetch itself.
  if (error instanceof TypeError && code === undefined) return "sso_unavailable";
  return code !== undefined && NO_ANSWER.has(code) ? "sso_unavailable" : "sso_failed";
}

/** Runs requests to the provider; logs an error in detail and rethrows it as one AppError code. */
async function asking<Result>(client: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const refusal = refusalOf(error);
    logSecurity("login_failed", { client, reason: `${refusal}: ${describe(error)}` });
    throw new AppError(refusal);
  }
}

/** Secrets that only the browser that started the login has, as the protocol names them. */
export type Proof = { state: string; nonce: string; verifier: string };

/** Returns the redirect URI, to which the provider sends browsers back. */
const callbackAddress = () => `${env().APP_URL}/api/auth/sso/callback`;

/** Returns the address for logging in at the provider. @throws AppError sso_unavailable */
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
 * The provider's claims about a user, from the id token and the UserInfo endpoint, and the id token
 * if needed.
 */
export type IdentityClaims = { claims: Record<string, unknown> & { sub: string }; idToken: string | null };

/** A longer id token does not fit into the logout address. */
const MAX_ID_TOKEN_LENGTH = 6_000;

/**
 * Completes a login with the parameters that the browser brings back, and returns the user's
 * claims. Checks state, nonce, PKCE verifier, signature, issuer, audience and times.
 * @param areClaimsComplete whether the id token's claims suffice; otherwise the UserInfo endpoint is
 * queried
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
    // Signed claims take precedence.
    return { claims: { ...more, ...signed }, idToken: fits ? idToken : null };
  });
}

/**
 * Returns the address for logging out at the provider, which leads back to the login page.
 * @throws AppError sso_unavailable
 */
export function logoutAddress(settings: SingleSignOn, idToken: string, client: string) {
  return asking(client, async () => {
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${env().APP_URL}/login` };
    return oidc.buildEndSessionUrl(await provider(settings), parameters).href;
  });
}

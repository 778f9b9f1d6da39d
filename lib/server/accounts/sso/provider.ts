import * as oidc from "openid-client";
import { env, type Env } from "../../config/env";
import { AppError } from "../../errors/errors";
import { isLoopback } from "../../config/loopback";
import { logSecurity } from "../../observability/security-log";

/** How long what the provider says of itself is believed; its keys are looked up more often. */
const FRESH_MS = 60 * 60_000;
/** Longest that the provider may take for an answer, in seconds: somebody looks at an empty page meanwhile. */
const PATIENCE = 5;

const SCOPE = "openid profile email";

export type SingleSignOn = { [Name in "OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_NAME"]: string };

/** The settings of single sign-on, or null where there is none; the start has seen to it that it is all or nothing. */
export function singleSignOn(): (Env & SingleSignOn) | null {
  const settings = env();
  return settings.OIDC_ISSUER === undefined ? null : (settings as Env & SingleSignOn);
}

/** The secret in the body, where the provider takes it there: in a header, not all decode what it may hold. */
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
  // By itself the library trusts the connection and looks at no signature of an id token that came over it.
  const execute = [oidc.enableNonRepudiationChecks];
  if (isLoopback(issuer.hostname)) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(issuer, OIDC_CLIENT_ID, undefined, clientSecret(OIDC_CLIENT_SECRET), {
    execute,
    timeout: PATIENCE,
  });
}

let known: { issuer: string; until: number; provider: Promise<oidc.Configuration> } | undefined;

/** What the provider says of itself, asked for once an hour; a failure is not kept. */
function provider(settings: SingleSignOn): Promise<oidc.Configuration> {
  if (known && known.issuer === settings.OIDC_ISSUER && known.until > Date.now()) return known.provider;
  const asked = { issuer: settings.OIDC_ISSUER, until: Date.now() + FRESH_MS, provider: discover(settings) };
  known = asked;
  asked.provider.catch(() => {
    if (known === asked) known = undefined;
  });
  return asked.provider;
}

/** What went wrong, in the library's words and the provider's own codes: neither holds what somebody typed. */
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
  // Without a code, it is fetch itself that failed.
  if (error instanceof TypeError && code === undefined) return "sso_unavailable";
  return code !== undefined && NO_ANSWER.has(code) ? "sso_unavailable" : "sso_failed";
}

/** Asks the provider; what goes wrong is told to the log, and to the caller in one word. */
async function asking<Result>(client: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const refusal = refusalOf(error);
    logSecurity("login_failed", { client, reason: `${refusal}: ${describe(error)}` });
    throw new AppError(refusal);
  }
}

/** What only the browser that began a login knows, in the shapes that the protocol has for it. */
export type Proof = { state: string; nonce: string; verifier: string };

/** Where the provider sends browsers back to. */
const callbackAddress = () => `${env().APP_URL}/api/auth/sso/callback`;

/** Where somebody logs in at the provider. @throws AppError sso_unavailable */
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

/** What the provider says of somebody, by the claims of the id token and what else it tells. */
export type Vouched = { claims: Record<string, unknown> & { sub: string }; idToken: string | null };

/** An id token that is longer does not fit into the address that logs out. */
const LONGEST_ID_TOKEN = 6_000;

/**
 * Takes what a browser brings back from the provider, and asks the provider for whom it vouches. State, nonce, verifier,
 * signature, issuer, audience and times are checked.
 * @param isAllSaid whether the id token says enough; where it does not, the UserInfo endpoint is asked for more
 * @throws AppError sso_failed, sso_cancelled, sso_unavailable
 */
export function vouchedFor(
  settings: SingleSignOn,
  returned: URLSearchParams,
  proof: Proof,
  { isAllSaid, client }: { isAllSaid: (claims: Vouched["claims"]) => boolean; client: string },
): Promise<Vouched> {
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
    const signed = tokens.claims() as Vouched["claims"];
    const { userinfo_endpoint, end_session_endpoint } = configuration.serverMetadata();
    const asks = userinfo_endpoint !== undefined && !isAllSaid(signed);
    const more = asks ? await oidc.fetchUserInfo(configuration, tokens.access_token, signed.sub) : {};
    const idToken = end_session_endpoint === undefined ? null : (tokens.id_token ?? null);
    const fits = idToken !== null && idToken.length <= LONGEST_ID_TOKEN;
    // What was signed wins.
    return { claims: { ...more, ...signed }, idToken: fits ? idToken : null };
  });
}

/** Where somebody logs out at the provider and is led back to the login page. @throws AppError sso_unavailable */
export function logoutAddress(settings: SingleSignOn, idToken: string, client: string) {
  return asking(client, async () => {
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${env().APP_URL}/login` };
    return oidc.buildEndSessionUrl(await provider(settings), parameters).href;
  });
}

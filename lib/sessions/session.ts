import type { NextResponse } from "next/server";
import { serializeDates } from "@/lib/model/pure/serialize-dates";
import type { Role, TokenScope } from "@/lib/model/accounts/roles";
import type { Digest, DigestChoice, DigestScope } from "@/lib/model/accounts/digest";
import { readPreferences, type Preferences } from "@/lib/model/lists/preferences";
import { db, type Database, type User } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { AppError, ignoreDiskFull } from "@/lib/base/errors/errors";
import { sql } from "@/lib/store/database/sql";
import { primaryOrReplica } from "@/lib/store/database/replicas/read-routing";
import type { CallRequest } from "@/lib/base/web/call";
import { isApiToken } from "./api-tokens";
import { bearerToken, hasBearer } from "@/lib/base/web/bearer-token";
import { clearCookie, hostCookie } from "@/lib/base/web/host-cookie";
import { lacksRequiredFactor, type LoginProof } from "./required-factor";
import { newToken, tokenHash } from "@/lib/base/web/crypto";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type SessionUser = {
  id: number;
  email: string;
  name: string;
  role: Role;
  language: string;
  preferences: Preferences;
  digests: DigestChoice;
  /**
   * Whether this login lacks the second factor that is required of the account; until it has shown
   * one, it may do nothing but set it up.
   */
  lacksFactor?: boolean;
  /** Scope of the API token that authenticates the request, if any. */
  token?: TokenScope;
} & LoginProof;
/** An active login: its user, and the session's id, which is null for an API token. */
export type CurrentSession = { id: number | null; user: SessionUser };

/** The session cookie (contract §5). next-auth sets and reads it for pages, with the same attributes. */
export const sessionCookie = () => hostCookie(PLAIN_SESSION_COOKIE, (env().SESSION_MAX_DAYS * DAY) / 1000);

/** Returns the idle cut-off: a session that was last seen before this time has expired. */
const idleSince = () => new Date(Date.now() - env().SESSION_IDLE_HOURS * HOUR);

/**
 * Starts a session. Locks the account and checks its password hash and second factor again, so that
 * a login cannot slip past a concurrent reset, or set-up of the factor, that ends all other sessions.
 * @param user the account as it was read to check its password, or as single sign-on returned it
 * @param userAgent the browser's User-Agent, for the user's list of sessions
 * @param proof whether the login has shown the account's second factor; for a login by single
 * sign-on, the id token that is sent back to the provider at logout (null without one)
 * @returns the session's token, of which only a hash is stored; null when the account has changed
 * meanwhile
 */
export async function createSession(
  user: Pick<User, "id" | "password_hash" | "factor_since">,
  userAgent: string,
  proof: { byFactor: boolean } | { idToken: string | null } = { byFactor: false },
): Promise<string | null> {
  const token = newToken("session");
  const expires_at = new Date(Date.now() + env().SESSION_MAX_DAYS * DAY);
  const { bySso, byFactor, idToken } =
    "idToken" in proof ? { bySso: true, byFactor: false, ...proof } : { bySso: false, ...proof, idToken: null };
  const started = await db().$executeRaw`
    WITH owner AS (
      UPDATE users SET last_seen_at = now()
      WHERE id = ${user.id} AND password_hash IS NOT DISTINCT FROM ${user.password_hash}
        AND factor_since IS NOT DISTINCT FROM ${user.factor_since} AND disabled_at IS NULL
      RETURNING id)
    INSERT INTO sessions (user_id, token_hash, user_agent, by_sso, by_factor, id_token, expires_at)
    SELECT id, ${tokenHash("session", token)}, ${userAgent.slice(0, 255)}, ${bySso}, ${byFactor}, ${idToken}, ${expires_at}
    FROM owner`;
  return started === 1 ? token : null;
}

/**
 * Ends a user's session; every instance refuses its token from now on.
 * @returns whether the user had that session
 */
export async function endSession(userId: number, id: number | null): Promise<boolean> {
  if (id === null) return false;
  const { count } = await db().session.deleteMany({ where: { id, user_id: userId } });
  return count > 0;
}

/** Ends all sessions of a user but one, or all if the request has none. */
export async function endOtherSessions({ id, user }: CurrentSession): Promise<void> {
  await db().session.deleteMany({ where: { user_id: user.id, ...(id !== null && { id: { not: id } }) } });
}

/** Returns a user's active sessions, most recently seen first (contract §5). */
export async function liveSessions(userId: number) {
  const sessions = await db().session.findMany({
    where: { user_id: userId, expires_at: { gt: new Date() }, last_seen_at: { gte: idleSince() } },
    select: { id: true, created_at: true, last_seen_at: true, user_agent: true },
    orderBy: [{ last_seen_at: "desc" }, { id: "desc" }],
  });
  return sessions.map(serializeDates);
}

/**
 * Returns the session of a token; null when the token is unknown, ended, expired or idle for too
 * long, or its account is disabled.
 */
export async function sessionOf(token: string | undefined): Promise<CurrentSession | null> {
  if (!token || token.length > 200) return null;
  if (isApiToken(token)) return primaryOrReplica((database) => sessionOfApiToken(database, token));
  return primaryOrReplica((database) => storedSessionOf(database, token));
}

/**
 * Returns null, for "no such login", if the primary was searched.
 * @throws AppError error_api if a replica was searched: it may not have a recent login yet, and the
 * user must not be logged out for that
 */
function notFoundOn(database: Database): null {
  if (database !== db()) throw new AppError("error_api");
  return null;
}

async function storedSessionOf(database: Database, token: string): Promise<CurrentSession | null> {
  const now = new Date();
  const [session] = await database.$queryRaw<StoredSession[]>`
    SELECT s.id AS session_id, s.last_seen_at, s.by_sso, s.by_factor, ${OWNER}
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash("session", token)} AND s.expires_at > ${now} AND s.last_seen_at >= ${idleSince()}
      AND u.disabled_at IS NULL`;
  if (!session) return notFoundOn(database);
  // Updates `last_seen_at` at most once a minute, which saves most requests a write.
  if (database === db() && now.getTime() - session.last_seen_at.getTime() > MINUTE) {
    await ignoreDiskFull(database.$executeRaw`
      WITH seen AS (UPDATE sessions SET last_seen_at = ${now} WHERE id = ${session.session_id})
      UPDATE users SET last_seen_at = ${now} WHERE id = ${session.id}`);
  }
  return { id: session.session_id, user: sessionUser(session) };
}

/** Columns of the account that are loaded with every authenticated request. */
type Owner = Pick<
  User,
  "id" | "email" | "name" | "role" | "language" | "preferences" | "factor_since" | "digest" | "digest_scope"
>;
type Login = Owner & { by_sso: boolean; by_factor: boolean };
const OWNER = sql`u.id, u.email, u.name, u.role, u.language, u.preferences, u.factor_since, u.digest, u.digest_scope`;
type StoredSession = Login & { session_id: number; last_seen_at: Date };

function sessionUser({ id, email, name, role, language, preferences, ...owner }: Login): SessionUser {
  const proof = { bySso: owner.by_sso, byFactor: owner.by_factor };
  return {
    // The casts are safe: the database allows no other role or digest.
    ...{ id, email, name, role: role as Role, language },
    digests: { digest: owner.digest as Digest, digest_scope: owner.digest_scope as DigestScope },
    preferences: readPreferences(preferences),
    ...proof,
    lacksFactor: lacksRequiredFactor({ role, factor_since: owner.factor_since }, proof),
  };
}

type StoredApiToken = Login & { token_id: number; last_used_at: Date | null; scope: TokenScope };

/**
 * Returns the account of an API token; null when the token is unknown, revoked or expired, or its
 * account is disabled.
 */
async function sessionOfApiToken(database: Database, token: string): Promise<CurrentSession | null> {
  const now = new Date();
  const [found] = await database.$queryRaw<StoredApiToken[]>`
    SELECT t.id AS token_id, t.last_used_at, t.scope, t.by_sso AND u.sso_subject IS NOT NULL AS by_sso, t.by_factor, ${OWNER}
    FROM api_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = ${tokenHash("api_token", token)} AND t.expires_at > ${now} AND u.disabled_at IS NULL`;
  if (!found) return notFoundOn(database);
  if (database === db() && now.getTime() - (found.last_used_at?.getTime() ?? 0) > MINUTE) {
    await ignoreDiskFull(
      database.$executeRaw`UPDATE api_tokens SET last_used_at = ${now} WHERE id = ${found.token_id}`,
    );
  }
  return { id: null, user: { ...sessionUser(found), token: found.scope } };
}

/** Returns whether a request carries the session cookie. */
export const hasSessionCookie = (request: { cookies: Pick<CallRequest["cookies"], "has"> }) =>
  request.cookies.has(sessionCookie().name);

/** Returns the session of a request: by its Bearer token if it has one, else by its cookie. */
export const sessionOfRequest = (request: CallRequest): Promise<CurrentSession | null> =>
  sessionOf(hasBearer(request) ? bearerToken(request) : request.cookies.get(sessionCookie().name)?.value);

/**
 * Ends the session of the browser's cookie, which a new login replaces.
 * @returns the session's account, or null if there was none
 */
export async function endCookieSession(request: CallRequest): Promise<{ user_id: number } | null> {
  const token = request.cookies.get(sessionCookie().name)?.value;
  if (!token) return null;
  const token_hash = tokenHash("session", token);
  const session = await db().session.findUnique({ where: { token_hash }, select: { user_id: true } });
  await db().session.deleteMany({ where: { token_hash } });
  return session;
}

/** Clears the session cookie. */
export const clearSessionCookie = (response: NextResponse): void => clearCookie(response, sessionCookie());

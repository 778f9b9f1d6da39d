import type { Role } from "@/lib/model/accounts/roles";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import type { Transaction, User } from "@/lib/store/database/client";
import { expectDefined } from "@/lib/base/errors/invariant";
import { empty, sql } from "@/lib/store/database/sql";
import { env } from "@/lib/base/config/env";
import { AppError, isAppError, isUniqueViolation } from "@/lib/base/errors/errors";
import { logSecurity, type SecurityEvent } from "@/lib/base/observability/security-log";
import { changeAccount, endAllAccess } from "../administration";
import { mayRegister } from "../registration";

/** A user as authenticated by the provider. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The address, if the provider has verified it. */
  email: string | null;
  name: string;
  /**
   * Undefined when the installation does not take roles from the provider; null when the provider
   * assigns no role to this user.
   */
  role: Role | null | undefined;
};

/**
 * Author of the changes that a single sign-on makes to an account, as shown in the security log.
 */
const BY = "single sign-on";

/** The columns of `users` that a single sign-on needs. */
const COLUMNS = sql`id, password_hash, factor_since, email_verified_at, disabled_at, sso_issuer, sso_subject`;
type LinkedUser = Pick<
  User,
  "id" | "password_hash" | "factor_since" | "email_verified_at" | "disabled_at" | "sso_issuer" | "sso_subject"
>;

/** A security event for a change that a login made to an account; logged after the commit. */
type AccountEvent = { event: SecurityEvent; reason?: string };

/** Refuses a user whom the provider has authenticated. @throws AppError sso_no_access, always */
function refuse(reason: string, client: string, user_id?: number): never {
  logSecurity("login_failed", { user_id, client, reason: `sso_no_access: ${reason}` });
  throw new AppError("sso_no_access");
}

/**
 * Links an existing account to the provider's user with the same address, at the first single
 * sign-on. A stranger may have registered an unconfirmed account: its password and mailed links are
 * removed, and its name is replaced.
 */
async function linkAccount(
  connection: Transaction,
  user: LinkedUser,
  { issuer, subject, name }: Identity,
): Promise<LinkedUser> {
  const isUnconfirmed = user.email_verified_at === null;
  const mayBelongToStranger = isUnconfirmed && user.password_hash !== null;
  if (isUnconfirmed) await endAllAccess(connection, user.id);
  const [updated] = await connection.$queryRaw<LinkedUser[]>`
    UPDATE users SET sso_issuer = ${issuer}, sso_subject = ${subject},
      email_verified_at = coalesce(email_verified_at, ${new Date()})
      ${mayBelongToStranger ? sql`, name = ${name}, password_hash = NULL` : empty}
    WHERE id = ${user.id} RETURNING ${COLUMNS}`;
  return expectDefined(updated, "the locked account");
}

/**
 * Finds, links or creates the user's account. Locks an existing account, so that two concurrent
 * logins cannot both link it.
 */
async function findOrCreateAccount(
  context: Context<Transaction>,
  identity: Identity,
  client: string,
): Promise<{ user: LinkedUser; events: AccountEvent[] }> {
  const { connection, locale } = context;
  const { issuer, subject, email, name, role } = identity;
  const [found] = await connection.$queryRaw<LinkedUser[]>`
    SELECT ${COLUMNS} FROM users WHERE sso_issuer = ${issuer} AND sso_subject = ${subject}`;
  if (found) return { user: found, events: [] };
  if (email === null) refuse("unverified_email", client);
  const [known] = await connection.$queryRaw<LinkedUser[]>`
    SELECT ${COLUMNS} FROM users WHERE email = ${email} FOR UPDATE`;
  if (known) {
    // A concurrent login of the same user has just linked or created this account.
    if (known.sso_issuer === issuer && known.sso_subject === subject) return { user: known, events: [] };
    // The account is linked to another user of the provider: the address may have been reassigned
    // to another person, who must not get the account.
    if (known.sso_issuer === issuer) refuse("other_subject", client, known.id);
    return { user: await linkAccount(connection, known, identity), events: [{ event: "account_linked" }] };
  }
  if (!role && !mayRegister(email)) refuse("not_allowed", client);
  const [user] = await connection.$queryRaw<[LinkedUser]>`
    INSERT INTO users (email, name, language, role, sso_issuer, sso_subject, email_verified_at)
    VALUES (${email}, ${name}, ${locale}, ${role ?? env().DEFAULT_ROLE}, ${issuer}, ${subject}, ${new Date()})
    RETURNING ${COLUMNS}`;
  return { user, events: [{ event: "account_created" }] };
}

/**
 * Gives an account the role that the provider assigns. The last admin stays an admin; otherwise
 * accounts could no longer be managed.
 */
async function withRole(context: Context<Transaction>, user: LinkedUser, role: Role): Promise<AccountEvent[]> {
  try {
    const changed = await changeAccount(context, user.id, { role });
    return changed.role === undefined ? [] : [{ event: "role_set", reason: changed.role }];
  } catch (error) {
    if (!isAppError(error, "last_admin")) throw error;
    return [{ event: "role_kept", reason: error.code }];
  }
}

/**
 * Returns the account of a user whom the provider has authenticated. Finds the account by the
 * provider's subject or, at the first single sign-on, by the verified address. Otherwise creates an
 * account, if the installation allows that (contract §9).
 * @throws AppError sso_no_access
 */
export async function accountOf(context: Context, identity: Identity, client: string): Promise<LinkedUser> {
  const { role } = identity;
  if (role === null) refuse("no_role", client);
  const work = () =>
    inTransaction(context, async (unit) => {
      const { user, events } = await findOrCreateAccount(unit, identity, client);
      if (user.disabled_at) refuse("disabled", client, user.id);
      const more = role === undefined ? [] : await withRole(unit, user, role);
      return { user, events: [...events, ...more] };
    });
  const { user, events } = await work().catch((error: unknown) => {
    // A concurrent first login has created the account meanwhile; the second attempt finds it.
    if (isUniqueViolation(error)) return work();
    throw error;
  });
  for (const { event, reason } of events) logSecurity(event, { user_id: user.id, client, reason, by: BY });
  return user;
}

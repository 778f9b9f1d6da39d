import type { Role } from "@/lib/records/accounts/account";
import { inAccountTransaction, type AccountContext, type Context } from "../../database/transaction";
import type { PrismaTransaction } from "../../database/client";
import { env } from "../../config/env";
import { AppError, isAppError, isUniqueViolation } from "../../errors/errors";
import type { User } from "../../generated/prisma/client";
import { logSecurity, type SecurityEvent } from "../../observability/security-log";
import { changeAccount, endAllOf } from "../administration";
import { mayRegister } from "../registration";

/** Whom the provider vouches for, and what it says of him. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The address that the provider answers for. */
  email: string | null;
  name: string;
  /** Undefined where the provider has no say in roles; null where it gives none. */
  role: Role | null | undefined;
};

/** What the log calls whoever did to an account what a login does. */
const BY = "single sign-on";

/** What a login has done to an account, told once it is done. */
type Told = { event: SecurityEvent; reason?: string };

/** Refuses somebody whom the provider knows. @throws AppError sso_no_access, always */
function refuse(reason: string, client: string, user_id?: number): never {
  logSecurity("login_failed", { user_id, client, reason: `sso_no_access: ${reason}` });
  throw new AppError("sso_no_access");
}

/**
 * The account of an address, for whom has not been here by single sign-on. Who registered it without confirming it may be
 * a stranger: his password, his words and his links go.
 */
async function linked(connection: PrismaTransaction, user: User, { issuer, subject, name }: Identity): Promise<User> {
  const isUnconfirmed = user.email_verified_at === null;
  const isStrangers = isUnconfirmed && user.password_hash !== null;
  if (isUnconfirmed) await endAllOf(connection, user.id);
  return connection.user.update({
    where: { id: user.id },
    data: {
      sso_issuer: issuer,
      sso_subject: subject,
      ...(isUnconfirmed && { email_verified_at: new Date() }),
      ...(isStrangers && { name, password_hash: null }),
    },
  });
}

/** The account, found, linked or made; locked, so that two logins at once do not both link it. */
async function ownAccount(
  context: Context<PrismaTransaction>,
  identity: Identity,
  client: string,
): Promise<{ user: User; told: Told[] }> {
  const { connection, locale } = context;
  const { issuer, subject, email, name, role } = identity;
  const found = await connection.user.findUnique({
    where: { sso_issuer_sso_subject: { sso_issuer: issuer, sso_subject: subject } },
  });
  if (found) return { user: found, told: [] };
  if (email === null) refuse("unverified_email", client);
  await connection.$executeRaw`SELECT FROM users WHERE email = ${email} FOR UPDATE`;
  const known = await connection.user.findUnique({ where: { email } });
  if (known) {
    // Another login of the same person has linked or made it in this very moment.
    if (known.sso_issuer === issuer && known.sso_subject === subject) return { user: known, told: [] };
    // An address may have gone to somebody else since; the account has not.
    if (known.sso_issuer === issuer) refuse("other_subject", client, known.id);
    return { user: await linked(connection, known, identity), told: [{ event: "account_linked" }] };
  }
  if (!role && !mayRegister(email)) refuse("not_allowed", client);
  const data = {
    email,
    name,
    language: locale,
    sso_issuer: issuer,
    sso_subject: subject,
    email_verified_at: new Date(),
  };
  const user = await connection.user.create({ data: { ...data, role: role ?? env().DEFAULT_ROLE } });
  return { user, told: [{ event: "account_created" }] };
}

/** Gives an account the role that the provider says. The last admin stays one, or nobody could let anybody in. */
async function withRole(context: Context<PrismaTransaction>, user: User, role: Role): Promise<Told[]> {
  try {
    const changed = await changeAccount(context, user.id, { role });
    return changed.role === undefined ? [] : [{ event: "role_set", reason: changed.role }];
  } catch (error) {
    if (!isAppError(error, "last_admin")) throw error;
    return [{ event: "role_kept", reason: error.code }];
  }
}

/**
 * The account of somebody whom the provider vouches for: found by the provider's subject, the first time by the address
 * that the provider answers for, else made where the installation allows it (contract §9).
 * @throws AppError sso_no_access
 */
export async function accountOf(context: AccountContext, identity: Identity, client: string): Promise<User> {
  const { role } = identity;
  if (role === null) refuse("no_role", client);
  const work = () =>
    inAccountTransaction(context, async (unit) => {
      const { user, told } = await ownAccount(unit, identity, client);
      if (user.disabled_at) refuse("disabled", client, user.id);
      const more = role === undefined ? [] : await withRole(unit, user, role);
      return { user, told: [...told, ...more] };
    });
  const { user, told } = await work().catch((error: unknown) => {
    // Two first logins at once: the other one has made the account meanwhile.
    if (isUniqueViolation(error)) return work();
    throw error;
  });
  for (const { event, reason } of told) logSecurity(event, { user_id: user.id, client, reason, by: BY });
  return user;
}

import { DEFAULT_LOCALE } from "@/lib/model/messages/i18n";
import type { Account, AccountWithSessions } from "../user-administration-answers";
import { serializeDates, type WithDates } from "@/lib/model/pure/serialize-dates";
import { INVITED_ROLE, ROLES, type Role } from "@/lib/model/accounts/roles";
import type { AccountChanges, InvitationValues } from "../account";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { searchWords } from "@/lib/model/pure/search-words";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import type { Connection, Database, Transaction } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { AppError, invalid, isUniqueViolation } from "@/lib/base/errors/errors";
import { empty, join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { authorize } from "@/lib/base/access/permissions";
import { contains } from "@/lib/store/sql/text-search";
import { sendAccountMail } from "./account-mail";
import { storeToken } from "./mailed-tokens";
import { hashPassword } from "@/lib/sessions/password";
import { mayUsePassword } from "@/lib/sessions/may-use-password";
import { removeFactor } from "./second-factor";
import { newToken } from "@/lib/base/web/crypto";
import { liveSessions } from "@/lib/sessions/session";

/* Administration of accounts: used by admins in the app and by `npm run user` (contract §9). */

/**
 * Returns an SQL expression for the login methods that an account can use at present. A link to a
 * former provider, or a password while password login is off for the account, does not count.
 */
function signIn(): SqlQuery {
  const { OIDC_ISSUER = null, PASSWORD_LOGIN } = env();
  const bySso = sql`coalesce(sso_issuer = ${OIDC_ISSUER}::text, false)`;
  const byPassword = PASSWORD_LOGIN
    ? sql`password_hash IS NOT NULL`
    : sql`password_hash IS NOT NULL AND role = 'admin'`;
  return sql`CASE WHEN ${bySso} AND ${byPassword} THEN 'both' WHEN ${bySso} THEN 'sso'
    WHEN ${byPassword} THEN 'password' ELSE 'none' END`;
}

const accountColumns = () => sql`id, email, name, role, language, disabled_at IS NOT NULL AS disabled,
  email_verified_at IS NOT NULL AS email_verified, ${signIn()} AS sign_in, last_seen_at, created_at`;

/** An account as `accountColumns` reads it. */
type AccountRow = WithDates<Account, "last_seen_at" | "created_at">;

/**
 * SQL sort expressions, keyed by field. Roles are sorted from the fewest to the most permissions.
 */
const SORTED: Readonly<Record<string, SqlQuery>> = {
  name: sql`name COLLATE "de-x-icu"`,
  email: sql`email`,
  role: sql`array_position(${[...ROLES]}::text[], role::text)`,
  last_seen_at: sql`last_seen_at`,
};

const FOLDED = sql`fold_text(name || ' ' || email)`;
const holds = (word: string) => contains(FOLDED, sql`fold_umlauts(${FOLDED})`, word);

/**
 * Returns one page of the accounts that match the filter, and how many match in total.
 * @throws AppError forbidden
 */
export async function listAccounts(
  { actor, connection }: Context,
  { filter, sort, pageNo, pageSize }: ListQuery,
): Promise<{ rows: Account[]; total: number }> {
  authorize(actor, "read", "accounts");
  const words = searchWords(filter);
  const where = words.length > 0 ? sql`WHERE ${join(words.map(holds), " AND ")}` : empty;
  const terms = sort.map(({ field, order }) =>
    order === "asc" ? sql`${SORTED[field]} ASC NULLS LAST` : sql`${SORTED[field]} DESC NULLS LAST`,
  );
  const offset = BigInt(pageNo) * BigInt(pageSize);
  const [rows, [count]] = await Promise.all([
    connection.$queryRaw<AccountRow[]>`
      SELECT ${accountColumns()} FROM users ${where} ORDER BY ${join([...terms, sql`id`])} LIMIT ${pageSize} OFFSET ${offset}`,
    connection.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM users ${where}`,
  ]);
  return { rows: rows.map(serializeDates), total: count.total };
}

async function readAccount(connection: Connection, condition: SqlQuery): Promise<Account> {
  const [account] = await connection.$queryRaw<AccountRow[]>`SELECT ${accountColumns()} FROM users WHERE ${condition}`;
  if (!account) throw new AppError("data_not_found");
  return serializeDates(account);
}

/**
 * Returns an account with its sessions and whether it has a second factor.
 * @throws AppError forbidden, data_not_found
 */
export async function findAccount({ actor, connection }: Context<Database>, id: number): Promise<AccountWithSessions> {
  authorize(actor, "read", "accounts");
  const account = await readAccount(connection, sql`id = ${id}`);
  const { factor_since } = await connection.user.findUniqueOrThrow({ where: { id }, select: { factor_since: true } });
  return { ...account, second_factor: factor_since !== null, sessions: await liveSessions(id) };
}

/** Lifetime of an invitation link (contract §9). */
const INVITATION_MS = 24 * 60 * 60_000;

type NewAccount = {
  email: string;
  name: string;
  role: Role;
  language?: string;
  password_hash?: string | null;
  email_verified_at?: Date | null;
};

const TAKEN = { email: ["taken" as const] };

/**
 * Creates an account without a password. Mails its owner a link to choose a password or, if the
 * account may not use a password, a link to the login page.
 * @returns the account's id
 * @throws AppError forbidden, validation_failed, error_api when the mail cannot be sent
 */
export async function inviteAccount(context: Context<Database>, values: InvitationValues): Promise<number> {
  const { actor } = context;
  authorize(actor, "write", "accounts");
  const { name, role = INVITED_ROLE, language = DEFAULT_LOCALE } = values;
  const email = values.email.toLowerCase();
  if (await context.connection.user.findUnique({ where: { email } })) throw invalid(TAKEN);
  const token = mayUsePassword({ role }) ? newToken("reset_password") : null;
  // Sends the mail before storing the account: if the mail of a stored account failed, its address
  // would be taken and could not be invited again.
  const to = { to: email, language, name };
  if (token) await sendAccountMail({ ...to, kind: "invitation", path: `/password-reset/${token}` });
  else await sendAccountMail({ ...to, kind: "invitation_sso", path: "/login" });
  return createAccount(context, { email, name, role, language }, async (connection, id) => {
    if (token) await storeToken(connection, id, "reset_password", { token, lifetimeMs: INVITATION_MS });
  });
}

/**
 * Creates an account. Reports the address as `taken` if a concurrent request has used it meanwhile.
 */
function createAccount(
  context: Context,
  { email, name, role, language = DEFAULT_LOCALE, password_hash = null, email_verified_at = null }: NewAccount,
  more: (connection: Transaction, id: number) => Promise<unknown>,
): Promise<number> {
  return inTransaction(context, async ({ connection }) => {
    const [{ id }] = await connection.$queryRaw<[{ id: number }]>`
      INSERT INTO users (email, name, role, language, password_hash, email_verified_at)
      VALUES (${email}, ${name}, ${role}, ${language}, ${password_hash}, ${email_verified_at}) RETURNING id`;
    await more(connection, id);
    return id;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? invalid(TAKEN) : error;
  });
}

/** Values for an account that can log in at once, without confirming its email address. */
export type ReadyAccount = { email: string; name: string; password: string; role?: Role };

/**
 * Creates an account that can log in at once, and deletes an unconfirmed registration of the same
 * address. While there is no admin, the account becomes an admin whatever role is requested, even
 * if other users have registered before.
 * @throws AppError forbidden, validation_failed
 */
export async function createReadyAccount(
  context: Context,
  { password, role = "editor", ...values }: ReadyAccount,
): Promise<Account> {
  authorize(context.actor, "write", "accounts");
  const account = { ...values, password_hash: await hashPassword(password), email_verified_at: new Date() };
  const id = await inTransaction(context, async (unit) => {
    const { email } = values;
    await unit.connection.$executeRaw`DELETE FROM users WHERE email = ${email} AND ${UNCONFIRMED}`;
    const admins = await unit.connection.$queryRaw<object[]>`SELECT 1 FROM users WHERE role = 'admin' LIMIT 1`;
    return createAccount(unit, { ...account, role: admins.length > 0 ? role : "admin" }, async () => {});
  });
  return readAccount(context.connection, sql`id = ${id}`);
}

/** Returns the account that has an email address. @throws AppError data_not_found */
export async function accountOfAddress({ actor, connection }: Context, address: string): Promise<Account> {
  authorize(actor, "read", "accounts");
  return readAccount(connection, sql`email = ${address.toLowerCase()}`);
}

/** SQL condition for registrations whose address is not confirmed; invited accounts are none of them. */
export const UNCONFIRMED = sql`email_verified_at IS NULL AND disabled_at IS NULL AND password_hash IS NOT NULL`;

/** SQL condition for admins who can log in; at least one such admin must always remain. */
export const ACTIVE_ADMIN = sql`role = 'admin' AND disabled_at IS NULL AND email_verified_at IS NOT NULL`;

/**
 * Refuses to demote, disable or delete the last admin, or the acting admin's own account. Locks the
 * rows of all admins, so that two admins who demote each other concurrently cannot both succeed.
 * @throws AppError last_admin, own_account
 */
async function refuseLockout({ actor, connection }: Context<Transaction>, id: number): Promise<void> {
  const admins = await connection.$queryRaw<{ id: number }[]>`
    SELECT id FROM users WHERE ${ACTIVE_ADMIN} ORDER BY id FOR UPDATE`;
  if (admins.length === 1 && admins[0]?.id === id) throw new AppError("last_admin");
  if (actor?.id === id) throw new AppError("own_account");
}

/** Deletes an account's sessions, mailed links, API tokens and calendar feed. */
export async function endAllAccess(connection: Transaction, user_id: number): Promise<void> {
  await connection.$executeRaw`DELETE FROM sessions WHERE user_id = ${user_id}`;
  await connection.$executeRaw`DELETE FROM tokens WHERE user_id = ${user_id}`;
  await connection.$executeRaw`DELETE FROM api_tokens WHERE user_id = ${user_id}`;
  await connection.$executeRaw`DELETE FROM calendar_feeds WHERE user_id = ${user_id}`;
}

/**
 * Changes an account; omitted values stay as they are. Disabling an account deletes its sessions,
 * mailed links, API tokens and calendar feed. Admins can remove an account's second factor, which
 * ends its sessions, but only the owner of the account can set one up.
 * @returns the new values of role, disabled and second factor, each only if it has changed
 * @throws AppError forbidden, data_not_found, last_admin, own_account
 */
export async function changeAccount(
  context: Context,
  id: number,
  changes: AccountChanges,
): Promise<Pick<AccountChanges, "role" | "disabled" | "second_factor">> {
  authorize(context.actor, "write", "accounts");
  const { name, role, language, disabled, second_factor } = changes;
  return inTransaction(context, async (unit) => {
    const { connection } = unit;
    const account = await readAccount(connection, sql`id = ${id}`);
    const isDemoted = account.role === "admin" && role !== undefined && role !== "admin";
    const isDisabled = disabled === true && !account.disabled;
    if (isDemoted || isDisabled) await refuseLockout(unit, id);
    const isEnabled = disabled === false && account.disabled;
    const disabled_at = isDisabled ? sql`${new Date()}` : isEnabled ? sql`NULL` : sql`disabled_at`;
    const count = await connection.$executeRaw`
      UPDATE users SET name = coalesce(${name ?? null}, name), role = coalesce(${role ?? null}, role),
        language = coalesce(${language ?? null}, language), disabled_at = ${disabled_at}
      WHERE id = ${id}`;
    if (count === 0) throw new AppError("data_not_found");
    if (isDisabled) await endAllAccess(connection, id);
    const wasRemoved = second_factor === false && (await removeFactor(connection, id, null));
    // Admins must remove their own second factor on their account page, which requires the
    // password.
    if (wasRemoved && unit.actor?.id === id) throw new AppError("own_account");
    return {
      second_factor: wasRemoved ? false : undefined,
      role: role === account.role ? undefined : role,
      disabled: disabled === account.disabled ? undefined : disabled,
    };
  });
}

/**
 * Deletes an account with its sessions and mailed links.
 * @throws AppError forbidden, data_not_found, last_admin, own_account
 */
export async function deleteAccount(context: Context, id: number): Promise<void> {
  authorize(context.actor, "write", "accounts");
  await inTransaction(context, async (unit) => {
    await readAccount(unit.connection, sql`id = ${id}`);
    await refuseLockout(unit, id);
    await unit.connection.$executeRaw`DELETE FROM users WHERE id = ${id}`;
  });
}

/**
 * Sets an account's password, and deletes its sessions, reset links, API tokens and calendar feed.
 * For operators, when mails do not reach the owner or when someone else has access to the account.
 * A link that confirms a registration stays valid.
 */
export async function setPassword(context: Context, id: number, password: string): Promise<void> {
  authorize(context.actor, "write", "accounts");
  const password_hash = await hashPassword(password);
  await inTransaction(context, async ({ connection }) => {
    // Marks the address of an invited account, which has no password yet, as verified: the operator
    // vouches for its owner.
    await connection.$executeRaw`
      UPDATE users SET password_hash = ${password_hash},
        email_verified_at = CASE WHEN password_hash IS NULL THEN coalesce(email_verified_at, now()) ELSE email_verified_at END
      WHERE id = ${id}`;
    await connection.$executeRaw`DELETE FROM sessions WHERE user_id = ${id}`;
    await connection.$executeRaw`DELETE FROM tokens WHERE user_id = ${id} AND purpose = 'reset_password'`;
    await connection.$executeRaw`DELETE FROM api_tokens WHERE user_id = ${id}`;
    await connection.$executeRaw`DELETE FROM calendar_feeds WHERE user_id = ${id}`;
  });
}

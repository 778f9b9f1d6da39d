import { inTransaction, jobContext } from "@/lib/store/database/transaction";
import { db, type Transaction } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { sql } from "@/lib/store/database/sql";
import { logSecurity } from "@/lib/base/observability/security-log";
import { ACTIVE_ADMIN, endAllAccess } from "./administration";

/**
 * SQL expression for the time when account `u` was last used, by its owner or by a program with one
 * of its API tokens.
 */
const LAST_USED = sql`greatest(u.created_at, u.last_seen_at,
  (SELECT max(last_seen_at) FROM sessions WHERE user_id = u.id),
  (SELECT max(last_used_at) FROM api_tokens WHERE user_id = u.id))`;

/**
 * SQL expression for the time of the last change to account `u`. An account that an admin has just
 * enabled again must not count as unused, although it has not been used for long.
 */
const LAST_CHANGED = sql`(SELECT max(at) FROM changes WHERE kind = 'users' AND id = u.id)`;

const monthsAgo = (months: number) => sql`now() - make_interval(months => ${months}::int)`;

/**
 * SQL condition for enabled accounts that were neither used nor changed for a number of months.
 * Excludes unconfirmed registrations, which `deleteUnconfirmedRegistrations` deletes.
 */
const unused = (months: number) => sql`u.disabled_at IS NULL AND ${LAST_USED} < ${monthsAgo(months)}
  AND (${LAST_CHANGED} IS NULL OR ${LAST_CHANGED} < ${monthsAgo(months)})
  AND (u.email_verified_at IS NOT NULL OR u.password_hash IS NULL)`;

/**
 * SQL condition for accounts that were disabled `months` ago or earlier, and last used twice as
 * long ago or earlier.
 */
const longDisabled = (months: number) =>
  sql`u.disabled_at < ${monthsAgo(months)} AND ${LAST_USED} < ${monthsAgo(2 * months)}`;

async function retire(connection: Transaction, months: number) {
  // Locks the rows of all admins, as every removal of an admin does, and keeps the admin whose
  // account was used last.
  const admins = await connection.$queryRaw<{ id: number; used: Date }[]>`
    SELECT id, ${LAST_USED} AS used FROM users u WHERE ${ACTIVE_ADMIN} ORDER BY id FOR UPDATE`;
  const keptAdmin = admins.toSorted((one, other) => other.used.getTime() - one.used.getTime())[0]?.id ?? 0;
  const disabled = await connection.$queryRaw<{ id: number }[]>`
    UPDATE users u SET disabled_at = now() WHERE ${unused(months)} AND u.id <> ${keptAdmin} RETURNING u.id`;
  for (const { id } of disabled) await endAllAccess(connection, id);
  const deleted = await connection.$queryRaw<{ id: number }[]>`
    DELETE FROM users u WHERE ${longDisabled(months)} RETURNING u.id`;
  return { disabled, deleted };
}

/**
 * Disables accounts that were not used for ACCOUNT_UNUSED_MONTHS, and deletes accounts that then
 * stayed disabled and unused for as long again. Never disables the last admin who can log in. The
 * change history keeps the names of deleted users (contract §9).
 */
export async function retireUnusedAccounts(): Promise<void> {
  const { ACCOUNT_UNUSED_MONTHS: months } = env();
  if (months === undefined) return;
  // Usually there are no such accounts: looks for them first, without locking any rows.
  const [found] = await db().$queryRaw<object[]>`
    SELECT 1 FROM users u WHERE (${unused(months)}) OR (${longDisabled(months)}) LIMIT 1`;
  if (!found) return;
  const { disabled, deleted } = await inTransaction(jobContext(), ({ connection }) => retire(connection, months));
  for (const { id } of disabled) logSecurity("account_disabled", { user_id: id, reason: "unused" });
  for (const { id } of deleted) logSecurity("account_deleted", { user_id: id, reason: "unused" });
}

import { db } from "@/lib/store/database/client";
import { inTransaction, jobContext } from "@/lib/store/database/transaction";
import { UNCONFIRMED } from "./administration";

const UNCONFIRMED_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes expired sessions, mailed links, API tokens, single sign-on attempts and attempt counters.
 */
export async function deleteExpiredCredentials(now: Date): Promise<void> {
  await Promise.all([
    db().session.deleteMany({ where: { expires_at: { lt: now } } }),
    db().token.deleteMany({ where: { expires_at: { lt: now } } }),
    db().apiToken.deleteMany({ where: { expires_at: { lt: now } } }),
    db().ssoErrand.deleteMany({ where: { expires_at: { lt: now } } }),
    db().rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } }),
  ]);
}

/**
 * Deletes registrations whose address was not confirmed within 30 days. Keeps invited accounts,
 * which admins create and delete.
 */
export async function deleteUnconfirmedRegistrations(now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
  await inTransaction(
    jobContext(),
    ({ connection }) => connection.$executeRaw`DELETE FROM users WHERE ${UNCONFIRMED} AND created_at < ${before}`,
  );
}

import { db } from "./db";

const PENDING_DAYS = 30;
const DAY = 24 * 60 * 60_000;

/**
 * Deletes what has run out: sessions, mailed links, attempt counters, and registrations that nobody confirmed for a
 * month. Done at every login, which is rare and slow anyway; no clock of our own has to run on any instance.
 */
export async function deleteExpired(): Promise<void> {
  const now = new Date();
  const lastMonth = new Date(now.getTime() - PENDING_DAYS * DAY);
  await Promise.all([
    db().session.deleteMany({ where: { expires_at: { lt: now } } }),
    db().token.deleteMany({ where: { expires_at: { lt: now } } }),
    db().rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } }),
    db().user.deleteMany({ where: { email_verified_at: null, disabled_at: null, created_at: { lt: lastMonth } } }),
  ]);
}

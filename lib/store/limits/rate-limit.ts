import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { clientNetwork, wideNetwork } from "@/lib/base/web/client-ip";
import { db } from "../database/client";
import { env } from "@/lib/base/config/env";
import { AppError, ignoreDiskFull } from "@/lib/base/errors/errors";
import { keyedHash } from "@/lib/base/web/crypto";
import { logSecurity } from "@/lib/base/observability/security-log";

type Limit = { attempts: number; wideAttempts?: number; seconds: number };
/** Attempts per time window (contract §5, docs/security.md); RATE_LIMIT_FACTOR multiplies them. */
export const limits = {
  accountFailures: { attempts: 10, wideAttempts: 20, seconds: 900 },
  clientFailures: { attempts: 100, wideAttempts: 400, seconds: 900 },
  accountCeiling: { attempts: 100, seconds: 900 },
  linkFailures: { attempts: 10, seconds: 900 },
  codeFailures: { attempts: 10, seconds: 900 },
  registrations: { attempts: 20, seconds: 3600 },
  resetRequests: { attempts: 20, seconds: 3600 },
  singleSignOns: { attempts: 600, seconds: 900 },
  calendarFeeds: { attempts: 600, seconds: 900 },
  mailbox: { attempts: 60, seconds: 3600 },
  unknownConfirmations: { attempts: 100, seconds: 900 },
  confirmations: { attempts: 60, seconds: 60 },
  renewals: { attempts: 10, seconds: 3600 },
  roundAnswers: { attempts: 20, seconds: 3600 },
  loggedDownloads: { attempts: 1, seconds: 3600 },
} satisfies Record<string, Limit>;
type LimitName = keyof typeof limits;
/** Limits per client, checked first (contract §1). */
export type ClientLimit = "clientFailures" | "registrations" | "resetRequests" | "singleSignOns" | "calendarFeeds";

/** Returns the library's limiter, on the app's own pool. All instances share its counters. */
function limiterOf(keyPrefix: string, { attempts, seconds }: Limit): RateLimiterPostgres {
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const run = () => db().$queryRawUnsafe<{ points: number; expire: bigint }[]>(text, ...values);
    let rows = await run();
    // Discards a counter that was started by a clock far ahead: it would refuse users until then.
    if (rows.some(({ expire }) => Number(expire) > Date.now() + (seconds + 1) * 1000)) {
      await db().$executeRaw`DELETE FROM rate_limits WHERE key = ${values[0]}`;
      rows = await run();
    }
    return { rowCount: rows.length, rows: rows.map(({ points, expire }) => ({ points, expire: Number(expire) })) };
  };
  const store = { storeClient: { query }, storeType: "client", tableName: "rate_limits", tableCreated: true };
  const points = Math.max(1, Math.round(attempts * env().RATE_LIMIT_FACTOR));
  return new RateLimiterPostgres({ ...store, keyPrefix, points, duration: seconds, clearExpiredByTimeout: false });
}

/** Returns a limit's counter for a subject, of which only a keyed hash is stored. */
export function counterOf(name: LimitName, subject: readonly string[], attempts: number = limits[name].attempts) {
  const key = keyedHash("counter", JSON.stringify([name, ...subject]));
  return { name, key, limiter: limiterOf(name, { ...limits[name], attempts }) };
}
export type Counter = ReturnType<typeof counterOf>;

/** Returns a limit's counters for a client: its own, and for IPv6 that of the /56 around it. */
export function countersOfClient(name: LimitName, client: string, subject: readonly string[] = []) {
  const { wideAttempts }: Limit = limits[name];
  const wide = wideNetwork(client);
  const own = counterOf(name, [clientNetwork(client), ...subject]);
  return wideAttempts && wide ? [own, counterOf(name, [wide, ...subject], wideAttempts)] : [own];
}

/** Logs that a limit was reached. @returns the error to throw */
export function rateLimited(name: LimitName, client: string, { msBeforeNext }: RateLimiterRes): AppError {
  logSecurity("limit_reached", { client, reason: name });
  return new AppError("too_many_requests", { headers: { "retry-after": String(Math.ceil(msBeforeNext / 1000) || 1) } });
}

/** Refuses a client that has reached a limit. @throws AppError too_many_requests */
export async function refuseLimited(name: ClientLimit, client: string): Promise<void> {
  for (const counter of countersOfClient(name, client)) {
    const state = await counter.limiter.get(counter.key);
    if (state && state.consumedPoints >= counter.limiter.points) throw rateLimited(name, client, state);
  }
}

/** Counts a call of a client; `clientFailures` counts failed logins instead. @throws AppError too_many_requests */
export const countCall = async (name: ClientLimit, client: string): Promise<void> =>
  name === "clientFailures" ? undefined : countAttempt(name, clientNetwork(client), client);

/**
 * Counts a call of a client or with a token, or a mail to a mailbox. Beyond the limit it only reads,
 * so that a flood of calls causes no writes.
 * @param attempts the number of calls in place of the limit's own
 * @throws AppError too_many_requests
 */
export async function countUnlessLimited(
  name: LimitName,
  subject: string,
  client: string,
  attempts?: number,
): Promise<void> {
  const { key, limiter } = counterOf(name, [subject], attempts);
  const state = await limiter.get(key);
  if (state && state.consumedPoints >= limiter.points) throw rateLimited(name, client, state);
  await countAttempt(name, subject, client, attempts);
}

/** Counts a call of a client, or a mail to a mailbox. @throws AppError too_many_requests */
export async function countAttempt(name: LimitName, subject: string, client: string, attempts?: number): Promise<void> {
  const counter = counterOf(name, [subject], attempts);
  const state = await counter.limiter.penalty(counter.key);
  if (state.consumedPoints > counter.limiter.points) throw rateLimited(name, client, state);
}

/**
 * Returns whether something happens for the first time within the window of a limit, on any instance.
 * Each time counts as the first while the disk is full, because it may happen during a read.
 */
export async function isFirstInWindow(name: LimitName, subject: readonly string[]): Promise<boolean> {
  const { key, limiter } = counterOf(name, subject);
  let count = 1;
  await ignoreDiskFull(limiter.penalty(key).then(({ consumedPoints }) => (count = consumedPoints)));
  return count === 1;
}

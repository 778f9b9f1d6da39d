import { setTimeout as pause } from "node:timers/promises";
import { db } from "../database/client";
import { sql, type SqlQuery } from "../database/sql";
import { AppError } from "@/lib/base/errors/errors";
import { getAt } from "@/lib/model/pure/get-at";
import { logSecurity } from "@/lib/base/observability/security-log";
import { counterOf, countersOfClient, rateLimited, type Counter } from "./rate-limit";

type Check = () => Promise<boolean>;
/** A counter whose limit may be lower than usual, which is read while an attempt is reserved. */
type Throttled = Counter & { points?: Promise<number> };
/** Maximum wait for concurrent attempts: about what a full queue of password hashes takes. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = 100;
const queues = new Map<string, Promise<void>>();

/** Attempts under way expire this long after the last one began, because an instance may crash. */
const PENDING_MS = 60_000;
const pendingKey = ({ key }: Counter) => `pendingAttempts:${key}`;

/**
 * Counts an attempt as under way. The library's counters cannot do this: they expire at a fixed time
 * after the first attempt, when others are still under way.
 * @returns the number of attempts under way on all instances
 */
async function addPending(counter: Counter): Promise<number> {
  const now = Date.now();
  const [row] = await db().$queryRaw<[{ points: number }]>`
    INSERT INTO rate_limits AS r (key, points, expire) VALUES (${pendingKey(counter)}, 1, ${now + PENDING_MS})
    ON CONFLICT (key) DO UPDATE SET points = CASE WHEN r.expire > ${now} THEN r.points + 1 ELSE 1 END,
      expire = excluded.expire RETURNING r.points`;
  return row.points;
}

const setPending = (counter: Counter, points: SqlQuery) =>
  db().$executeRaw`UPDATE rate_limits SET points = ${points} WHERE key = ${pendingKey(counter)} AND points > 0`;
const release = (counters: readonly Counter[]) =>
  Promise.all(counters.map((counter) => setPending(counter, sql`points - 1`)));

/** Reserves an attempt on all counters, or on none. @returns whether they had room for it */
async function reserve(counters: readonly Throttled[], client: string): Promise<boolean> {
  const reserved: Counter[] = [];
  const reservations = counters.map(async (counter) => {
    const pending = await addPending(counter);
    reserved.push(counter);
    // Read last: an attempt that ends meanwhile is then counted twice rather than not at all.
    const [failed, points] = await Promise.all([
      counter.limiter.get(counter.key),
      counter.points ?? counter.limiter.points,
    ]);
    if (failed && failed.consumedPoints >= points) throw rateLimited(counter.name, client, failed);
    return pending + (failed?.consumedPoints ?? 0) <= points;
  });
  const outcomes = await Promise.allSettled(reservations);
  if (outcomes.every((outcome) => outcome.status === "fulfilled" && outcome.value)) return true;
  await release(reserved);
  return (await Promise.all(reservations)).every(Boolean);
}

/**
 * Counts a wrong secret; a right one clears the first counter. Parallel guesses gain nothing.
 * @throws AppError too_many_requests; error_api after waiting too long for attempts under way
 */
async function throttle(counters: readonly Throttled[], client: string, check: Check): Promise<boolean> {
  const first = getAt(counters, 0);
  const { key, limiter } = first;
  let reserved = counters;
  const end = Date.now() + TIMEOUT_MS;
  const admit = async () => {
    for (; !(await reserve(counters, client)); await pause(RETRY_MS))
      if (Date.now() > end) throw new AppError("error_api");
  };
  // In turn, so that of many concurrent attempts only one polls the database.
  const turn = (queues.get(key) ?? Promise.resolve()).then(admit, admit);
  queues.set(key, turn);
  await turn.finally(() => queues.get(key) === turn && queues.delete(key));
  try {
    const isRight = await check();
    if (isRight) {
      // Forgets attempts under way, too: many logins at once must not wait for each other's hashes.
      reserved = [];
      await Promise.all([limiter.delete(key), setPending(first, sql`0`), release(counters.slice(1))]);
    } else await Promise.all(counters.map((each) => each.limiter.penalty(each.key)));
    return isRight;
  } finally {
    await release(reserved);
  }
}

/** Checks a password for an address, with or without an account. @throws AppError see `throttle` */
export async function throttlePassword(account: string, client: string, check: Check): Promise<boolean> {
  const { key, limiter } = counterOf("accountCeiling", [account]);
  // Beyond the ceiling each client still has a fifth of its attempts.
  const fraction = limiter.get(key).then((state) => ((state?.consumedPoints ?? 0) < limiter.points ? 1 : 0.2));
  const accountCounters = countersOfClient("accountFailures", client, [account]).map((counter): Throttled => {
    const points = fraction.then((value) => Math.max(1, Math.round(counter.limiter.points * value)));
    // A failure is reported where the points are needed, which may be never.
    points.catch(() => undefined);
    return { ...counter, points };
  });
  const isRight = await throttle([...accountCounters, ...countersOfClient("clientFailures", client)], client, check);
  const state = isRight ? null : await limiter.penalty(key);
  if (state?.consumedPoints === limiter.points) logSecurity("limit_reached", { client, reason: "accountCeiling" });
  return isRight;
}

/** The same for a secret with a counter of its own: the password of a link, or a second factor. */
export const throttleSecret = (limit: "linkFailures" | "codeFailures", subject: string, client: string, check: Check) =>
  throttle([counterOf(limit, [subject])], client, check);

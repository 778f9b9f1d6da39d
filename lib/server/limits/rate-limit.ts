import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { clientNetwork, wideNetwork } from "../web/client-ip";
import { db } from "../database/client";
import { env } from "../config/env";
import { AppError } from "../errors/errors";
import { keyedHash } from "../web/crypto";
import { logSecurity } from "../observability/security-log";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** How many a client has in how many seconds (contract §5). `RATE_LIMIT_FACTOR` multiplies the first number. */
export const limits = {
  /** Wrong secrets for one account from one client: nobody can lock a colleague out from elsewhere. */
  accountFailures: { attempts: 10, seconds: QUARTER_HOUR },
  /** Wrong passwords from one client, of whatever account. */
  clientFailures: { attempts: 100, seconds: QUARTER_HOUR },
  /** The same two from the /56 around an IPv6 client, which may own all of it. */
  wideAccountFailures: { attempts: 20, seconds: QUARTER_HOUR },
  wideClientFailures: { attempts: 400, seconds: QUARTER_HOUR },
  /** Wrong passwords for one account from all clients: beyond it each has a fifth of its attempts, and nobody none. */
  accountCeiling: { attempts: 100, seconds: QUARTER_HOUR },
  /** Wrong passwords beside one mailed link. */
  linkFailures: { attempts: 10, seconds: QUARTER_HOUR },
  /** Wrong codes of one account's second factor, whoever sends them beside its right password. */
  codeFailures: { attempts: 10, seconds: QUARTER_HOUR },
  registrations: { attempts: 20, seconds: HOUR, countsCalls: true },
  resetRequests: { attempts: 20, seconds: HOUR, countsCalls: true },
  /** Logins that are begun at the provider, which a whole campus may do from one address. */
  singleSignOns: { attempts: 600, seconds: QUARTER_HOUR, countsCalls: true },
  /** Calendars that programs behind one address read: those of a whole campus. */
  calendarFeeds: { attempts: 600, seconds: QUARTER_HOUR, countsCalls: true },
  /** Mails to one mailbox, whoever asks for them, so that nobody's is flooded from many clients. */
  mailbox: { attempts: 60, seconds: HOUR },
} as const;

type LimitName = keyof typeof limits;
/** The limits that need to know nothing but the client, so that they come before everything else (contract §1). */
export type ClientLimit = "clientFailures" | "registrations" | "resetRequests" | "singleSignOns" | "calendarFeeds";
export type Counter = { limit: LimitName; who: string };

type Statement = { text: string; values: unknown[] };
type Row = { points: number; expire: bigint | null };

/** The library speaks to node-postgres; this lets it use the app's own pool. */
const store = {
  async query({ text, values }: Statement) {
    const rows = await db().$queryRawUnsafe<Row[]>(text, ...values);
    return { rowCount: rows.length, rows: rows.map(({ points, expire }) => ({ points, expire: Number(expire) })) };
  },
};

/**
 * A counter runs out by the time that a clock told when it began. One that began while the clock was ahead would keep
 * somebody out until the clock is there again: it is forgotten.
 */
class TimelyLimiter extends RateLimiterPostgres {
  override get(who: string) {
    return this.timely(who, () => super.get(who));
  }

  override penalty(who: string, points?: number) {
    return this.timely(who, () => super.penalty(who, points));
  }

  private async timely<State extends RateLimiterRes | null>(who: string, ask: () => Promise<State>): Promise<State> {
    const state = await ask();
    if (!state || state.msBeforeNext <= (this.duration + 1) * 1000) return state;
    await this.delete(who);
    return ask();
  }
}

/** The limiter of a limit's counters. */
export function limiter(limit: LimitName) {
  const { attempts, seconds } = limits[limit];
  return new TimelyLimiter({
    storeClient: store,
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: limit,
    points: Math.max(1, Math.round(attempts * env().RATE_LIMIT_FACTOR)),
    duration: seconds,
  });
}

/**
 * What one counted attempt adds to a row. Below that, the row tells how many are still being looked at, on whatever instance:
 * one statement changes and reads both.
 */
export const COUNTED = 1000;

/** How many attempts a row has counted, and how many are still being looked at. */
export function standing({ consumedPoints }: RateLimiterRes): { counted: number; underWay: number } {
  const counted = Math.round(consumedPoints / COUNTED);
  return { counted, underWay: consumedPoints - counted * COUNTED };
}

/** Says that a limit is reached, in the log and to the caller. */
export function tooMany({ limit }: Counter, client: string, state: RateLimiterRes): AppError {
  logSecurity("limit_reached", { client, reason: limit });
  return new AppError("too_many_requests", {
    headers: { "retry-after": String(Math.max(1, Math.ceil(state.msBeforeNext / 1000))) },
  });
}

/** The counters of a client: its own network's, and of failures that of the network around it, where it has one. */
export function countersOfClient(limit: ClientLimit, client: string): Counter[] {
  const own: Counter = { limit, who: keyedHash("counter", clientNetwork(client)) };
  const around = limit === "clientFailures" ? wideNetwork(client) : null;
  return around === null ? [own] : [own, { limit: "wideClientFailures", who: keyedHash("counter", around) }];
}

async function count(counter: Counter, client: string): Promise<void> {
  const counted = limiter(counter.limit);
  const state = await counted.penalty(counter.who, COUNTED);
  if (standing(state).counted > counted.points) throw tooMany(counter, client, state);
}

/** Refuses a client that has used up a limit. @throws AppError too_many_requests */
export async function refuseLimited(limit: ClientLimit, client: string): Promise<void> {
  for (const counter of countersOfClient(limit, client)) {
    const counted = limiter(counter.limit);
    const state = await counted.get(counter.who);
    if (state && standing(state).counted >= counted.points) throw tooMany(counter, client, state);
  }
}

/** Counts a call where the limit is one of calls; others count failures only. @throws AppError too_many_requests */
export async function countCall(limit: ClientLimit, client: string): Promise<void> {
  if (!("countsCalls" in limits[limit])) return;
  for (const counter of countersOfClient(limit, client)) await count(counter, client);
}

/** Counts a mail to a mailbox. @throws AppError too_many_requests */
export const countMail = (address: string, client: string) =>
  count({ limit: "mailbox", who: keyedHash("counter", address) }, client);

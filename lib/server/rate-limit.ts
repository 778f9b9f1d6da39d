import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { clientNetwork } from "./client-address";
import { db } from "./db";
import { env } from "./env";
import { AppError } from "./errors";
import { keyedHash } from "./accounts/secret-token";
import { logSecurity } from "./security-log";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** How many a client has in how many seconds (contract §5). `RATE_LIMIT_FACTOR` multiplies the first number. */
export const limits = {
  /** Wrong secrets for one account from one client: nobody can lock a colleague out from elsewhere. */
  accountFailures: { attempts: 10, seconds: QUARTER_HOUR },
  /** Wrong passwords from one client, of whatever account. */
  clientFailures: { attempts: 100, seconds: QUARTER_HOUR },
  /** Wrong passwords beside one mailed link. */
  linkFailures: { attempts: 10, seconds: QUARTER_HOUR },
  registrations: { attempts: 20, seconds: HOUR, countsCalls: true },
  resetRequests: { attempts: 20, seconds: HOUR, countsCalls: true },
  /** Mails to one mailbox, whoever asks for them, so that nobody's is flooded from many clients. */
  mailbox: { attempts: 60, seconds: HOUR },
} as const;

type LimitName = keyof typeof limits;
/** The limits that need to know nothing but the client, so that they come before everything else (contract §1). */
export type ClientLimit = "clientFailures" | "registrations" | "resetRequests";
type Counter = { limit: LimitName; who: string };

type Statement = { text: string; values: unknown[] };
type Row = { points: number; expire: bigint | null };

/** The library speaks to node-postgres; this lets it use the app's own pool. */
const store = {
  async query({ text, values }: Statement) {
    const rows = await db().$queryRawUnsafe<Row[]>(text, ...values);
    return { rowCount: rows.length, rows: rows.map(({ points, expire }) => ({ points, expire: Number(expire) })) };
  },
};

function limiter(limit: LimitName) {
  const { attempts, seconds } = limits[limit];
  return new RateLimiterPostgres({
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

function tooMany({ limit }: Counter, client: string, state: RateLimiterRes): AppError {
  logSecurity("limit_reached", { client, reason: limit });
  return new AppError("too_many_requests", {
    headers: { "retry-after": String(Math.max(1, Math.ceil(state.msBeforeNext / 1000))) },
  });
}

const ofClient = (limit: LimitName, client: string): Counter => ({ limit, who: keyedHash(clientNetwork(client)) });
const ofAccount = (account: string, client: string): Counter => ({
  limit: "accountFailures",
  who: keyedHash(JSON.stringify([account, clientNetwork(client)])),
});

async function refuseFull(counter: Counter, client: string): Promise<void> {
  const counted = limiter(counter.limit);
  const state = await counted.get(counter.who);
  if (state && state.consumedPoints >= counted.points) throw tooMany(counter, client, state);
}

async function count(counter: Counter, client: string): Promise<void> {
  const counted = limiter(counter.limit);
  const state = await counted.penalty(counter.who);
  if (state.consumedPoints > counted.points) throw tooMany(counter, client, state);
}

/** Refuses a client that has used up a limit. @throws AppError too_many_requests */
export const refuseLimited = (limit: ClientLimit, client: string) => refuseFull(ofClient(limit, client), client);

/** Counts a call where the limit is one of calls; others count failures only. @throws AppError too_many_requests */
export async function countCall(limit: ClientLimit, client: string): Promise<void> {
  if ("countsCalls" in limits[limit]) await count(ofClient(limit, client), client);
}

/** Counts a mail to a mailbox. @throws AppError too_many_requests */
export const countMail = (address: string, client: string) =>
  count({ limit: "mailbox", who: keyedHash(address) }, client);

/** Looks at a secret; of the counters, the first is the secret's own and is forgotten when it was right. */
async function guessAt(counters: [Counter, ...Counter[]], client: string, check: () => Promise<boolean>) {
  const [own] = counters;
  await refuseFull(own, client);
  const isRight = await check();
  if (isRight) {
    await Promise.all(counters.map((counter) => refuseFull(counter, client)));
    await limiter(own.limit).delete(own.who);
  } else {
    await Promise.all(counters.map((counter) => count(counter, client)));
  }
  return isRight;
}

/**
 * Looks at a password that somebody might be guessing. Only wrong ones count, so that colleagues behind one address may
 * log in as often as they like; the counters are looked up again after a right one, so that guesses which were sent all
 * at once gain nothing.
 * @param account the address that the password belongs to, whether there is such an account or not
 * @param check whether the password is right
 * @returns what `check` says
 * @throws AppError too_many_requests
 */
export const guess = (account: string, client: string, check: () => Promise<boolean>) =>
  guessAt([ofAccount(account, client), ofClient("clientFailures", client)], client, check);

/**
 * The same for a password that is asked for beside a mailed link. Nobody guesses 256 bits, so such a link needs no counter
 * but its own, which none but its owner can fill.
 */
export const guessBesideLink = (token: string, client: string, check: () => Promise<boolean>) =>
  guessAt([{ limit: "linkFailures", who: keyedHash(token) }], client, check);

import type { RateLimiterRes } from "rate-limiter-flexible";
import { keyedHash } from "../web/crypto";
import { clientNetwork, wideNetwork } from "../web/client-ip";
import { AppError } from "../errors/errors";
import { COUNTED, countersOfClient, limiter, standing, tooMany, type Counter } from "./rate-limit";
import { logSecurity } from "../observability/security-log";

/** A counter whose limit may be lower than usual, which is asked for while the attempt is reserved. */
type Reserved = Counter & { most?: () => Promise<number> };
type Check = () => Promise<boolean>;

/** So long an attempt waits for others, about as long as the full queue of hashes takes. */
const TIMEOUT_MS = 30_000;
/** So often it looks whether those on other instances have ended. */
const LOOK_AGAIN = 250;

const change = async (counters: readonly Counter[], points: number) => {
  await Promise.all(counters.map(({ limit, who }) => limiter(limit).penalty(who, points)));
};

/** A counter of which an attempt has been taken: how it stands, and whether that was one too many. */
async function standingOf(counter: Reserved, taking: Promise<RateLimiterRes>) {
  const [state, most] = await Promise.all([taking, counter.most?.() ?? limiter(counter.limit).points]);
  const now = standing(state);
  return { counter, state, isFull: now.counted + now.underWay > most, isSpent: now.counted >= most };
}

/**
 * Takes an attempt out of each counter, or out of none. All at once: at a busy machine each wait is a tenth of a second. For that
 * moment others of the same client may find its counters full, and wait.
 * @returns the first counter that is full, if one is
 */
async function reserve(counters: readonly Reserved[]) {
  const attempts = counters.map((counter) => ({ counter, taking: limiter(counter.limit).penalty(counter.who, 1) }));
  const giveBack = async () => {
    const taken = await Promise.allSettled(attempts.map(async ({ counter, taking }) => taking.then(() => counter)));
    await change(
      taken.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
      -1,
    );
  };
  const all = await Promise.all(attempts.map(({ counter, taking }) => standingOf(counter, taking))).catch(
    async (error: unknown) => {
      await giveBack().catch(() => undefined);
      throw error;
    },
  );
  const full = all.find(({ isFull }) => isFull);
  if (full) await giveBack();
  return full ?? null;
}

const turns = new Map<string, Promise<unknown>>();

/** Does one after the other what belongs to one counter, so that one of many waits for room and not all. */
function inTurn<Result>({ limit, who }: Counter, work: () => Promise<Result>): Promise<Result> {
  const key = `${limit}:${who}`;
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  const over: Promise<void> = turn
    .catch(() => undefined)
    .then(() => {
      if (turns.get(key) === over) turns.delete(key);
    });
  turns.set(key, over);
  return turn;
}

const waiting = new Set<() => void>();

/** Until an attempt of this instance has ended, or one of another may have. */
const room = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(wake, LOOK_AGAIN);
    function wake() {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve();
    }
    waiting.add(wake);
  });

/** Looks at a secret for which an attempt is reserved: it counts when it was wrong, and is given back when it was not. */
async function look([own, ...rest]: readonly [Reserved, ...Reserved[]], check: Check): Promise<boolean> {
  try {
    const isRight = await check();
    if (isRight) await Promise.all([limiter(own.limit).delete(own.who), change(rest, -1)]);
    else await change([own, ...rest], COUNTED - 1);
    return isRight;
  } catch (error) {
    await change([own, ...rest], -1);
    throw error;
  } finally {
    for (const wake of [...waiting]) wake();
  }
}

/**
 * Looks at a secret. An attempt is reserved before it is looked at, so that those who send many at once get no more looks
 * than others, and no hashing. Where a counter is full only of attempts that are still being looked at, on any instance,
 * this one waits for them: right passwords, however many at once, are never refused as too many.
 * @param counters the first is the secret's own and is forgotten when it was right
 * @throws AppError too_many_requests; error_api where those before it take too long
 */
async function guessAt(counters: readonly [Reserved, ...Reserved[]], client: string, check: Check): Promise<boolean> {
  const end = Date.now() + TIMEOUT_MS;
  const { attempt } = await inTurn(counters[0], async () => {
    for (;;) {
      const full = await reserve(counters);
      // Not awaited here: the next one's turn begins while this one is looked at.
      if (!full) return { attempt: look(counters, check) };
      if (full.isSpent) throw tooMany(full.counter, client, full.state);
      if (Date.now() > end) throw new AppError("error_api");
      await room();
    }
  });
  return attempt;
}

const ofAccount = (limit: Counter["limit"], account: string, network: string): Counter => ({
  limit,
  who: keyedHash("counter", JSON.stringify([account, network])),
});

/** Counts a wrong password for an account, whoever sent it; says so once, when there are too many. */
async function countTowardsCeiling({ limit, who }: Counter, client: string): Promise<void> {
  const counted = limiter(limit);
  const now = standing(await counted.penalty(who, COUNTED));
  if (now.counted === counted.points) logSecurity("limit_reached", { client, reason: limit });
}

/**
 * Looks at a password that somebody might be guessing. Only wrong ones count, so that colleagues behind one address may
 * log in as often as they like.
 * @param account the address that the password belongs to, whether there is such an account or not
 * @param check whether the password is right
 * @returns what `check` says
 * @throws AppError too_many_requests
 */
export async function guess(account: string, client: string, check: Check): Promise<boolean> {
  const ceiling: Counter = { limit: "accountCeiling", who: keyedHash("counter", account) };
  const all = limiter(ceiling.limit);
  const most = async () => {
    const soFar = await all.get(ceiling.who);
    const isGuessedAt = soFar !== null && standing(soFar).counted >= all.points;
    return Math.max(1, Math.round(limiter("accountFailures").points / (isGuessedAt ? 5 : 1)));
  };
  const around = wideNetwork(client);
  const counters: [Reserved, ...Reserved[]] = [
    { ...ofAccount("accountFailures", account, clientNetwork(client)), most },
    ...(around === null ? [] : [ofAccount("wideAccountFailures", account, around)]),
    ...countersOfClient("clientFailures", client),
  ];
  const isRight = await guessAt(counters, client, check);
  if (!isRight) await countTowardsCeiling(ceiling, client);
  return isRight;
}

/**
 * The same for a password that is asked for beside a mailed link. Nobody guesses 256 bits, so such a link needs no counter
 * but its own, which none but its owner can fill.
 */
export const guessBesideLink = (token: string, client: string, check: Check) =>
  guessAt([{ limit: "linkFailures", who: keyedHash("counter", token) }], client, check);

/**
 * The same for the code of an account's second factor, for which only those are asked who know its password. It has a
 * counter of its own, which no right password empties.
 */
export const guessCode = (userId: number, client: string, check: Check) =>
  guessAt([{ limit: "codeFailures", who: keyedHash("counter", String(userId)) }], client, check);

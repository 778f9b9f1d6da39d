import { keyedHash } from "./accounts/secret-token";
import { clientNetwork, wideNetwork } from "./client-address";
import { addUnderWay, countersOfClient, limiter, tooMany, underWay, type Counter } from "./rate-limit";
import { logSecurity } from "./security-log";

/** A counter whose limit may be lower than usual. */
type Reserved = Counter & { most?: number };
type Check = () => Promise<boolean>;

const giveBack = async (counters: readonly Counter[]) => {
  for (const { limit, who } of counters) await limiter(limit).reward(who);
};

/** Takes an attempt out of each counter, or out of none. @returns the counter that is full, if one is */
async function reserve(counters: readonly Reserved[]) {
  for (const [index, counter] of counters.entries()) {
    const counted = limiter(counter.limit);
    const state = await counted.penalty(counter.who);
    if (state.consumedPoints > (counter.most ?? counted.points)) {
      await giveBack(counters.slice(0, index + 1));
      return { counter, state };
    }
  }
  return null;
}

const turns = new Map<string, Promise<unknown>>();

/** Does one after the other what belongs to one counter, so that none sees another's half-made reservation. */
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

/** How many attempts this instance has taken back: what was full may have room again. */
let takenBack = 0;

/** Looks at a secret whose attempt counts already, and takes the attempt back when it was none. */
async function look([own, ...rest]: readonly [Reserved, ...Reserved[]], check: Check): Promise<boolean> {
  try {
    const isRight = await check();
    if (isRight) await Promise.all([limiter(own.limit).delete(own.who), giveBack(rest)]);
    return isRight;
  } catch (error) {
    await giveBack([own, ...rest]);
    throw error;
  } finally {
    takenBack += 1;
  }
}

/**
 * Looks at a secret. Its attempt counts before it is looked at, so that those who send many at once get no more looks than
 * others, and no hashing; a right one is taken back. Where a counter is full of attempts that are still being looked at,
 * this one waits for them, so that many may log in at once.
 * @param counters the first is the secret's own and is forgotten when it was right
 */
async function guessAt(counters: readonly [Reserved, ...Reserved[]], client: string, check: Check): Promise<boolean> {
  for (;;) {
    const before = takenBack;
    const { full, attempt } = await inTurn(counters[0], async () => {
      const full = await reserve(counters);
      if (full) return { full };
      const attempt = look(counters, check);
      // Whoever waits for it wants to know that it has ended, not how.
      const ended = attempt.catch(() => undefined);
      for (const counter of counters) addUnderWay(counter, ended);
      return { attempt };
    });
    if (attempt) return attempt;
    const others = underWay(full.counter);
    if (others.size > 0) await Promise.race(others);
    else if (takenBack === before) throw tooMany(full.counter, client, full.state);
  }
}

const ofAccount = (limit: Counter["limit"], account: string, network: string): Counter => ({
  limit,
  who: keyedHash(JSON.stringify([account, network])),
});

/** Counts a wrong password for an account, whoever sent it; says so once, when there are too many. */
async function countTowardsCeiling({ limit, who }: Counter, client: string): Promise<void> {
  const counted = limiter(limit);
  const { consumedPoints } = await counted.penalty(who);
  if (consumedPoints === counted.points) logSecurity("limit_reached", { client, reason: limit });
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
  const ceiling: Counter = { limit: "accountCeiling", who: keyedHash(account) };
  const all = limiter(ceiling.limit);
  const isGuessedAt = ((await all.get(ceiling.who))?.consumedPoints ?? 0) >= all.points;
  const most = Math.max(1, Math.round(limiter("accountFailures").points / (isGuessedAt ? 5 : 1)));
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
  guessAt([{ limit: "linkFailures", who: keyedHash(token) }], client, check);

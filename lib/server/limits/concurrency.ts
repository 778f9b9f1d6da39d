import { isOverloaded } from "./load-shedding";
import { env } from "../config/env";
import { AppError } from "../errors/errors";
import { logSecurity } from "../observability/security-log";
import { processSingleton } from "../config/process-singleton";

type Rules = {
  perUser: () => number;
  waiting: number;
  places: () => number;
  /** Maximum wait for a slot in milliseconds, if it differs from the default. */
  timeoutMs?: number;
  /** Whether the operations are short: then calls wait only briefly once a queue persists. */
  isShort?: true;
};

/**
 * Limits concurrent expensive operations per user and per instance, so that one user cannot starve
 * the others: `places` slots, of which a user may hold `perUser` while `waiting` further calls
 * queue. Each instance counts on its own.
 */
const lanes = {
  /** Lists, searches. Half of the connections stay free for logins, single records, health. */
  reading: {
    perUser: () => Math.max(2, Math.floor(env().DATABASE_POOL_SIZE / 4)),
    isShort: true,
    waiting: 100,
    places: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 2)),
  },
  /** Bulk changes: each holds a connection and locks its records for seconds. */
  bulk: { perUser: () => 1, waiting: 10, places: () => 2 },
  /** PDFs, which are rendered on the main thread. */
  printing: { perUser: () => 1, waiting: 10, places: () => 2 },
  /** Exports, which hold a connection until the download ends. */
  exporting: { perUser: () => 1, waiting: 3, places: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 5)) },
  /** Uploads, each of which is kept in memory until it is complete. */
  uploading: { perUser: () => 1, waiting: 3, places: () => 6 },
  /** Parsing in a worker thread, one file at a time: each may use all memory of the thread. */
  parsing: { perUser: () => 1, waiting: 3, places: () => 1, timeoutMs: 60_000 },
  /** Analysis of imported tables, which takes memory. */
  importing: { perUser: () => 1, waiting: 3, places: () => 2 },
  /** Import runs: no request waits for them, so each waits for its slot for up to a day. */
  writing: { perUser: () => 1, waiting: 100, places: () => 2, timeoutMs: 86_400_000 },
} satisfies Record<string, Rules>;
export type ConcurrencyLimitName = keyof typeof lanes;

/** Default maximum wait for a slot in milliseconds. */
const TIMEOUT_MS = 10_000;
/** A queue older than this (ms) is no burst: short operations then wait at most SHORT_TIMEOUT_MS. */
const STANDING = 2_000;
const SHORT_TIMEOUT_MS = 400;
const RETRY_SECONDS = 2;

type Outcome = "entered" | "too_many" | "too_long";
type Waiting = { user: number; enter: () => void };

/**
 * The slots and the queue of one lane. A user over quota does not block later callers in the queue.
 */
class Lane {
  private readonly inside = new Map<number, number>();
  private taken = 0;
  private queue: Waiting[] = [];
  /** Since when (`performance.now()`) all slots are taken while calls wait. */
  private fullSince: number | undefined;

  constructor(private readonly name: ConcurrencyLimitName) {}

  enter(user: number): Promise<Outcome> | Outcome {
    if (this.hasRoom(user)) return this.take(user);
    const { waiting, timeoutMs = this.usualTimeoutMs() }: Rules = lanes[this.name];
    if (this.queue.filter((call) => call.user === user).length >= waiting) return "too_many";
    return new Promise((resolve) => {
      const call = {
        user,
        enter: () => {
          clearTimeout(timer);
          resolve(this.take(user));
        },
      };
      const timer = setTimeout(() => {
        this.queue = this.queue.filter((other) => other !== call);
        resolve("too_long");
      }, timeoutMs);
      this.queue.push(call);
      if (this.isTaken()) this.fullSince ??= performance.now();
    });
  }

  private usualTimeoutMs(): number {
    const { isShort }: Rules = lanes[this.name];
    const stands = this.fullSince !== undefined && performance.now() - this.fullSince > STANDING;
    return isShort && (stands || isOverloaded()) ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
  }

  private isTaken(): boolean {
    return this.taken >= lanes[this.name].places();
  }

  state(): { taken: number; waiting: number } {
    return { taken: this.taken, waiting: this.queue.length };
  }

  leave(user: number): void {
    this.taken -= 1;
    const left = (this.inside.get(user) ?? 1) - 1;
    if (left > 0) this.inside.set(user, left);
    else this.inside.delete(user);
    const next = this.queue.find((call) => this.hasRoom(call.user));
    if (!next) {
      this.fullSince = undefined;
      return;
    }
    this.queue = this.queue.filter((other) => other !== next);
    next.enter();
    // With free slots left, all waiting calls are of users over quota.
    if (this.queue.length === 0 || !this.isTaken()) this.fullSince = undefined;
  }

  private hasRoom(user: number): boolean {
    const { perUser } = lanes[this.name];
    return !this.isTaken() && (this.inside.get(user) ?? 0) < perUser();
  }

  private take(user: number): Outcome {
    this.taken += 1;
    this.inside.set(user, (this.inside.get(user) ?? 0) + 1);
    return "entered";
  }
}

/**
 * A lane returns outcomes
 * instead of throwing, because it may come from another bundle, whose AppError class is another
 * one.
 */
const laneOf = (name: ConcurrencyLimitName) => processSingleton(`concurrency-${name}`, () => new Lane(name));

/** Returns each lane's total slots, taken slots and waiting calls. */
export const concurrencyStates = () =>
  (Object.keys(lanes) as ConcurrencyLimitName[]).map((name) => ({
    name,
    places: lanes[name].places(),
    ...laneOf(name).state(),
  }));

/**
 * Runs work once its lane has a free slot.
 * @param user id of the account that the slot counts for
 * @throws AppError too_many_requests when too many calls of this user wait; error_api after waiting
 * too long
 */
export async function withConcurrencyLimit<Result>(
  name: ConcurrencyLimitName,
  user: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const lane = laneOf(name);
  const outcome = await lane.enter(user);
  if (outcome === "too_many") {
    logSecurity("limit_reached", { user_id: user, reason: name });
    throw new AppError("too_many_requests", { headers: { "retry-after": String(RETRY_SECONDS) } });
  }
  if (outcome === "too_long") throw new AppError("error_api");
  try {
    return await work();
  } finally {
    lane.leave(user);
  }
}

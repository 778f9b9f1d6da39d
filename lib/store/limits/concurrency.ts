import { isOverloaded } from "./load-shedding";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { logSecurity } from "@/lib/base/observability/security-log";
import { processSingleton } from "@/lib/base/config/process-singleton";

type LimitRules = {
  perUser: () => number;
  maxQueued: number;
  slots: () => number;
  /** Maximum wait for a slot in milliseconds, if it differs from the default. */
  timeoutMs?: number;
  /** The error after that wait, if it is not error_api. */
  timeoutCode?: "too_many_requests";
  /** Whether the operations are short, so that calls wait only briefly once a queue persists. */
  isShort?: true;
};

/**
 * Limits concurrent expensive operations per user and per instance, so that one user cannot starve
 * the others. Of the `slots` of a limit, one user may hold `perUser`, while at most `maxQueued`
 * further calls of the user wait. Each instance counts on its own.
 */
const LIMITS = {
  /** Lists and searches. Half of the connections remain for logins, single records and probes. */
  reading: {
    perUser: () => Math.max(2, Math.floor(env().DATABASE_POOL_SIZE / 4)),
    isShort: true,
    maxQueued: 100,
    slots: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 2)),
  },
  /** Statistics, which read in a slot of `reading`: one of an account at a time. */
  counting: { perUser: () => 1, maxQueued: 20, slots: () => 1_000, timeoutMs: 60_000 },
  /** Bulk changes: each holds a connection and locks its records for seconds. */
  bulk: { perUser: () => 1, maxQueued: 10, slots: () => 2 },
  /** PDFs and printed lists, which are rendered on the main thread. */
  printing: { perUser: () => 1, maxQueued: 10, slots: () => 2 },
  /** Exports, which hold a connection until the download ends. */
  exporting: { perUser: () => 1, maxQueued: 3, slots: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 5)) },
  /** Uploads, each of which is kept in memory until it is complete. */
  uploading: { perUser: () => 1, maxQueued: 3, slots: () => 6 },
  /** Uploads of files, which are stored while they arrive (contract §18). */
  storing: {
    ...{ perUser: () => 2, maxQueued: 20, slots: () => 8, timeoutMs: 60_000 },
    timeoutCode: "too_many_requests",
  },
  /** Reads of parts of files, so that downloads leave connections to everything else. */
  downloading: {
    perUser: () => 2,
    maxQueued: 1_000,
    slots: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 3)),
    timeoutMs: 60_000,
  },
  /** Parsing in a worker thread, one file at a time: each may use all memory of the thread. */
  parsing: { perUser: () => 1, maxQueued: 3, slots: () => 1, timeoutMs: 60_000 },
  /** Analysis of imported tables, which takes memory. */
  importing: { perUser: () => 1, maxQueued: 3, slots: () => 2 },
  /** Import runs. No request waits for them, so that a run may wait up to a day for its slot. */
  writing: { perUser: () => 1, maxQueued: 100, slots: () => 2, timeoutMs: 86_400_000 },
} satisfies Record<string, LimitRules>;
export type ConcurrencyLimitName = keyof typeof LIMITS;

/** Default maximum wait for a slot in milliseconds. */
const TIMEOUT_MS = 10_000;
/**
 * Age in milliseconds from which a queue is not a burst any more: calls of short operations then
 * wait at most SHORT_TIMEOUT_MS.
 */
const PERSISTENT_QUEUE_MS = 2_000;
const SHORT_TIMEOUT_MS = 400;
const RETRY_SECONDS = 2;

type Outcome = "entered" | "too_many" | "too_long";
type Waiting = { user: number; enter: () => void };

/**
 * The slots and the queue of one limit. A user over quota does not block later callers in the
 * queue.
 */
class ConcurrencyLimit {
  private readonly takenByUser = new Map<number, number>();
  private taken = 0;
  private queue: Waiting[] = [];
  /** Time (`performance.now()`) since which all slots have been taken while calls wait. */
  private fullSince: number | undefined;

  constructor(private readonly name: ConcurrencyLimitName) {}

  enter(user: number): Promise<Outcome> | Outcome {
    if (this.hasRoom(user)) return this.occupy(user);
    const { maxQueued, timeoutMs = this.defaultTimeoutMs() }: LimitRules = LIMITS[this.name];
    if (this.queue.filter((call) => call.user === user).length >= maxQueued) return "too_many";
    return new Promise((resolve) => {
      const call = {
        user,
        enter: () => {
          clearTimeout(timer);
          resolve(this.occupy(user));
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

  private defaultTimeoutMs(): number {
    const { isShort }: LimitRules = LIMITS[this.name];
    const isPersistent = this.fullSince !== undefined && performance.now() - this.fullSince > PERSISTENT_QUEUE_MS;
    return isShort && (isPersistent || isOverloaded()) ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
  }

  private isTaken(): boolean {
    return this.taken >= LIMITS[this.name].slots();
  }

  state(): { taken: number; waiting: number } {
    return { taken: this.taken, waiting: this.queue.length };
  }

  leave(user: number): void {
    this.taken -= 1;
    const left = (this.takenByUser.get(user) ?? 1) - 1;
    if (left > 0) this.takenByUser.set(user, left);
    else this.takenByUser.delete(user);
    const next = this.queue.find((call) => this.hasRoom(call.user));
    if (!next) {
      this.fullSince = undefined;
      return;
    }
    this.queue = this.queue.filter((other) => other !== next);
    next.enter();
    // If a slot is still free, all waiting calls belong to users over quota.
    if (this.queue.length === 0 || !this.isTaken()) this.fullSince = undefined;
  }

  private hasRoom(user: number): boolean {
    const { perUser } = LIMITS[this.name];
    return !this.isTaken() && (this.takenByUser.get(user) ?? 0) < perUser();
  }

  private occupy(user: number): Outcome {
    this.taken += 1;
    this.takenByUser.set(user, (this.takenByUser.get(user) ?? 0) + 1);
    return "entered";
  }
}

/**
 * Returns the process-wide limit of a name. Its methods return outcomes instead of throwing: it may
 * come from another bundle, whose AppError is another class.
 */
const limitOf = (name: ConcurrencyLimitName) =>
  processSingleton(`concurrency-${name}`, () => new ConcurrencyLimit(name));

/** Returns each limit's total slots, taken slots and waiting calls. */
export const concurrencyStates = () =>
  (Object.keys(LIMITS) as ConcurrencyLimitName[]).map((name) => ({
    name,
    slots: LIMITS[name].slots(),
    ...limitOf(name).state(),
  }));

/**
 * Takes a slot of a limit as soon as one is free, for work that does not end with a function, such
 * as a page that is drawn after its component has returned.
 * @param user id of the account whose quota the slot is counted against
 * @returns a function that gives the slot back; to call it again does nothing
 * @throws AppError too_many_requests when too many calls of this user wait; after waiting too long
 * error_api, or what the limit says
 */
export async function takeSlot(name: ConcurrencyLimitName, user: number): Promise<() => void> {
  const limit = limitOf(name);
  const outcome = await limit.enter(user);
  const { timeoutCode }: LimitRules = LIMITS[name];
  if (outcome === "too_many" || (outcome === "too_long" && timeoutCode)) {
    logSecurity("limit_reached", { user_id: user, reason: name });
    throw new AppError("too_many_requests", { headers: { "retry-after": String(RETRY_SECONDS) } });
  }
  if (outcome === "too_long") throw new AppError("error_api");
  let isTaken = true;
  return () => {
    if (isTaken) limit.leave(user);
    isTaken = false;
  };
}

/**
 * Runs work once its limit has a free slot.
 * @param user id of the account whose quota the slot is counted against
 * @throws AppError as `takeSlot`
 */
export async function withConcurrencyLimit<Result>(
  name: ConcurrencyLimitName,
  user: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await takeSlot(name, user);
  try {
    return await work();
  } finally {
    release();
  }
}

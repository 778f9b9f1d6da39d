import { isOverloaded } from "./load-shedding";
import { env } from "../config/env";
import { AppError } from "../errors/errors";
import { logSecurity } from "../observability/security-log";

type Rules = {
  perUser: () => number;
  waiting: number;
  places: () => number;
  /** Most milliseconds that a call waits for a place, where that is not the usual. */
  patience?: number;
  /** Whether what is asked for here is short, so that nobody waits long once a queue stands. */
  isShort?: true;
};

/**
 * What may take long goes in lanes, so that nobody who asks for much keeps others waiting: a user has so many of a lane's
 * places at once, and so many of his calls may wait for one. Each instance counts for itself.
 */
const lanes = {
  /** Lists and searches. The other half of the connections is left to what is short: logins, single records, health. */
  reading: {
    perUser: () => Math.max(2, Math.floor(env().DATABASE_POOL_SIZE / 4)),
    isShort: true,
    waiting: 100,
    places: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 2)),
  },
  /** Bulk changes: each holds a connection, and the records that it changes, for seconds. */
  bulk: { perUser: () => 1, waiting: 10, places: () => 2 },
  /** PDFs are drawn on the thread that answers everybody. */
  printing: { perUser: () => 1, waiting: 10, places: () => 2 },
  /** Exports keep a connection for as long as somebody downloads. */
  exporting: { perUser: () => 1, waiting: 3, places: () => Math.max(1, Math.floor(env().DATABASE_POOL_SIZE / 5)) },
  /** Files on their way here, each of which is kept in memory until it is whole. */
  uploading: { perUser: () => 1, waiting: 3, places: () => 6 },
  /** Uploaded files that a thread parses, one at a time: each may use all the memory that such a thread is allowed. */
  parsing: { perUser: () => 1, waiting: 3, places: () => 1, patience: 60_000 },
  /** Tables that are read and looked through, which takes memory. */
  importing: { perUser: () => 1, waiting: 3, places: () => 2 },
  /** Imports that are written: nobody waits for an answer, so each waits for its turn, however long that takes. */
  writing: { perUser: () => 1, waiting: 100, places: () => 2, patience: 86_400_000 },
} satisfies Record<string, Rules>;
export type LaneName = keyof typeof lanes;

/** So long a call waits for a place unless its lane says otherwise, in milliseconds. */
const PATIENCE = 10_000;
/** Where a queue has stood for so long that it is no burst, a call waits no longer than this for something short. */
const STANDING = 2_000;
const SHORT_PATIENCE = 400;
const RETRY_SECONDS = 2;

type Outcome = "entered" | "too_many" | "too_long";
type Waiting = { user: number; enter: () => void };

/** One lane's places, and who waits for them: the first whose turn it is, not one user's hundred calls before another's one. */
class Lane {
  private readonly inside = new Map<number, number>();
  private taken = 0;
  private queue: Waiting[] = [];
  /** Since when all places are taken and somebody waits for one. */
  private fullSince: number | undefined;

  constructor(private readonly name: LaneName) {}

  enter(user: number): Promise<Outcome> | Outcome {
    if (this.hasRoom(user)) return this.take(user);
    const { waiting, patience = this.usualPatience() }: Rules = lanes[this.name];
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
      }, patience);
      this.queue.push(call);
      if (this.isTaken()) this.fullSince ??= performance.now();
    });
  }

  private usualPatience(): number {
    const { isShort }: Rules = lanes[this.name];
    const stands = this.fullSince !== undefined && performance.now() - this.fullSince > STANDING;
    return isShort && (stands || isOverloaded()) ? SHORT_PATIENCE : PATIENCE;
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
    // Nobody but those waits who have their share.
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

const shared = globalThis as typeof globalThis & { cooperationLanes?: Partial<Record<LaneName, Lane>> };

/** Kept on `globalThis`, because Next bundles pages and routes apart; of another bundle than ours, it throws no AppError. */
const laneOf = (name: LaneName) => ((shared.cooperationLanes ??= {})[name] ??= new Lane(name));

/** How each lane stands: its places, how many are taken, how many calls wait for one. */
export const laneStates = () =>
  (Object.keys(lanes) as LaneName[]).map((name) => ({ name, places: lanes[name].places(), ...laneOf(name).state() }));

/**
 * Does work once there is a place for it.
 * @param user whose place it takes
 * @throws AppError too_many_requests where too many calls of this user wait; error_api where it waited too long
 */
export async function inLane<Result>(name: LaneName, user: number, work: () => Promise<Result>): Promise<Result> {
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

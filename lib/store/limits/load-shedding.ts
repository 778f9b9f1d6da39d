import { performance } from "node:perf_hooks";
import { existingSingleton, processSingleton } from "@/lib/base/config/process-singleton";

/** How often the concurrency limit is recomputed. */
const WINDOW_MS = 250;
/** Saturation time before load is shed: a burst, such as 200 users saving at once, must pass. */
const SATURATED_MS = 1_000;
/** Target latency of admitted requests during an overload, on average. */
const TARGET_MS = 250;
/**
 * Lower bound of the concurrency limit: this few requests are never treated as an overload, however
 * slow the machine is.
 */
const MIN_LIMIT = 32;
/** Upper bound of the concurrency limit, also in a burst: more requests would wait too long. */
const MAX_LIMIT = 250;
/**
 * Requests admitted longer ago than this (exports, imports) are in progress rather than queued, so
 * that they do not count towards the limit.
 */
const RECENT_MS = 5_000;
/** Event loop utilization from which the thread is treated as saturated. */
const BUSY_UTILIZATION = 0.9;
/** Consecutive windows without refusals or saturation after which the limit is lifted. */
const CALM_WINDOWS = 20;

const clampLimit = (limit: number) => Math.min(MAX_LIMIT, Math.max(MIN_LIMIT, limit));

/** An admitted request, with the time at which it was admitted. */
export type Ticket = { at: number };
/** Clock, and signals of saturation: event loop utilization, calls waiting for a connection. */
export type Signals = { now: () => number; utilization: () => number; connectionsWaited: () => number };

/**
 * Load shedding: admits as many concurrent requests as can be answered in time, and refuses the
 * others before they cost anything. The limit follows from Little's law (measured throughput ×
 * target latency), so nothing has to be configured for the machine.
 */
export class Admission {
  private readonly recent = new Set<Ticket>();
  private finished = 0;
  private perSecond = 0;
  private refused = 0;
  private calmWindows = 0;
  private busySince: number | undefined;
  private limit = MAX_LIMIT;
  private lastTick: number;

  constructor(
    private readonly signals: Signals,
    private readonly onChange: (isFull: boolean) => void = () => undefined,
  ) {
    this.lastTick = signals.now();
  }

  /** Whether load is being shed. */
  get isFull(): boolean {
    return this.limit < MAX_LIMIT;
  }

  /** @returns the request's ticket, or null when it is refused */
  enter(): Ticket | null {
    this.dropOld();
    if (this.recent.size >= this.limit) {
      this.refused += 1;
      return null;
    }
    const ticket = { at: this.signals.now() };
    this.recent.add(ticket);
    return ticket;
  }

  leave(ticket: Ticket): void {
    this.recent.delete(ticket);
    this.finished += 1;
  }

  /** Evaluates the past window and adjusts the limit. */
  tick(): void {
    const { now, utilization, connectionsWaited } = this.signals;
    const seconds = Math.max(0.001, (now() - this.lastTick) / 1000);
    this.lastTick = now();
    this.perSecond = (this.perSecond + this.finished / seconds) / 2;
    const isBusy = utilization() >= BUSY_UTILIZATION || connectionsWaited() > 0;
    this.busySince = isBusy ? (this.busySince ?? now()) : undefined;
    const wasFull = this.isFull;
    if (this.busySince !== undefined && now() - this.busySince >= SATURATED_MS) {
      this.limit = clampLimit((this.perSecond * TARGET_MS) / 1000);
    } else if (this.refused > 0) {
      // There is capacity again, but all refused clients retry: a gradual increase avoids a
      // thundering herd.
      this.limit = clampLimit(this.limit * 1.1);
    }
    this.calmWindows = this.refused > 0 || isBusy ? 0 : this.calmWindows + 1;
    if (this.calmWindows >= CALM_WINDOWS) this.limit = MAX_LIMIT;
    if (this.isFull !== wasFull) this.onChange(this.isFull);
    this.refused = 0;
    this.finished = 0;
  }

  private dropOld(): void {
    const oldest = this.signals.now() - RECENT_MS;
    // Sets iterate in insertion order: oldest first.
    for (const ticket of this.recent) {
      if (ticket.at > oldest) return;
      this.recent.delete(ticket);
    }
  }
}

/** Whether this instance is shedding load. */
export const isOverloaded = (): boolean => existingSingleton<Admission>("admission")?.isFull === true;

function defaultSignals(): Signals {
  let last = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    utilization: () => {
      const before = last;
      last = performance.eventLoopUtilization();
      return performance.eventLoopUtilization(last, before).utilization;
    },
    connectionsWaited: () =>
      existingSingleton<{ $pool: { waitingCount: number } }>("database")?.$pool.waitingCount ?? 0,
  };
}

const logOverload = (isFull: boolean) =>
  console.warn(
    isFull
      ? "Overload: requests beyond the capacity of this instance are refused with 503."
      : "The overload is over: all requests are served again.",
  );

/**
 * Returns the process-wide load shedding, and starts its evaluation of windows at the first call.
 */
export const admission = (): Admission =>
  processSingleton("admission", () => {
    const created = new Admission(defaultSignals(), logOverload);
    setInterval(() => created.tick(), WINDOW_MS).unref();
    return created;
  });

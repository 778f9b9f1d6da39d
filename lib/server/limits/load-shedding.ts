import { performance } from "node:perf_hooks";

/** So often it is looked whether more is asked for than can be served. */
const WINDOW_MS = 250;
/** So long a queue may stand: a burst, such as two hundred colleagues who save at once, is served and not refused. */
const STANDING_MS = 1_000;
/** So long requests that are let in may take, on average, while more is asked for than can be served. */
const TARGET_MS = 250;
/** As many are let in whatever they take: fewer at once are no rush, however slow the machine. */
const LEAST = 32;
/** As many are under way at most, also in a burst: the others would wait for longer than anybody does. */
const MOST = 250;
/** What takes longer does not wait for a turn but works: an export, an import. It takes nobody's place. */
const YOUNG_MS = 5_000;
/** A thread that is busy for so much of its time has no more to give. */
const BUSY = 0.9;
/** Where nothing was refused for so many windows, everybody is let in again. */
const CALM_WINDOWS = 20;

const within = (limit: number) => Math.min(MOST, Math.max(LEAST, limit));

/** A request that was let in. */
export type Ticket = { at: number };
/** What tells that nothing more can be served: a thread without a pause, or a pool of connections that others wait for. */
export type Signals = { now: () => number; utilization: () => number; connectionsWaited: () => number };

/**
 * Lets in as many requests as are answered in time, and refuses the others before they have cost anything. By Little's law so
 * many are under way as come to their end in the time that each may take; how many come to their end is counted, so nothing
 * has to be known of the machine.
 */
export class Admission {
  private readonly young = new Set<Ticket>();
  private finished = 0;
  private perSecond = 0;
  private refused = 0;
  private calm = 0;
  private busySince: number | undefined;
  private limit = MOST;
  private lastTick: number;

  constructor(
    private readonly signals: Signals,
    private readonly onChange: (isFull: boolean) => void = () => undefined,
  ) {
    this.lastTick = signals.now();
  }

  /** Whether more is asked for than can be served. */
  get isFull(): boolean {
    return this.limit < MOST;
  }

  /** @returns the request's ticket; null where it is refused */
  enter(): Ticket | null {
    this.forgetOld();
    if (this.young.size >= this.limit) {
      this.refused += 1;
      return null;
    }
    const ticket = { at: this.signals.now() };
    this.young.add(ticket);
    return ticket;
  }

  leave(ticket: Ticket): void {
    this.young.delete(ticket);
    this.finished += 1;
  }

  /** Looks at the window that has passed. */
  tick(): void {
    const { now, utilization, connectionsWaited } = this.signals;
    const seconds = Math.max(0.001, (now() - this.lastTick) / 1000);
    this.lastTick = now();
    this.perSecond = (this.perSecond + this.finished / seconds) / 2;
    const isBusy = utilization() >= BUSY || connectionsWaited() > 0;
    this.busySince = isBusy ? (this.busySince ?? now()) : undefined;
    const wasFull = this.isFull;
    if (this.busySince !== undefined && now() - this.busySince >= STANDING_MS) {
      this.limit = within((this.perSecond * TARGET_MS) / 1000);
    } else if (this.refused > 0) {
      // There is room, but those who are refused all ask again: nobody gains from letting them in at once.
      this.limit = within(this.limit * 1.1);
    }
    this.calm = this.refused > 0 || isBusy ? 0 : this.calm + 1;
    if (this.calm >= CALM_WINDOWS) this.limit = MOST;
    if (this.isFull !== wasFull) this.onChange(this.isFull);
    this.refused = 0;
    this.finished = 0;
  }

  private forgetOld(): void {
    const oldest = this.signals.now() - YOUNG_MS;
    // In the order in which they came.
    for (const ticket of this.young) {
      if (ticket.at > oldest) return;
      this.young.delete(ticket);
    }
  }
}

const shared = globalThis as typeof globalThis & {
  cooperationAdmission?: Admission;
  cooperationDatabase?: { $pool: { waitingCount: number } };
};

/** Whether this instance refuses requests because more is asked for than it can serve. */
export const isOverloaded = (): boolean => shared.cooperationAdmission?.isFull === true;

function usualSignals(): Signals {
  let last = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    utilization: () => {
      const before = last;
      last = performance.eventLoopUtilization();
      return performance.eventLoopUtilization(last, before).utilization;
    },
    connectionsWaited: () => shared.cooperationDatabase?.$pool.waitingCount ?? 0,
  };
}

const tell = (isFull: boolean) =>
  console.warn(
    isFull
      ? "More is asked for than this instance can serve: what is too much is refused with 503."
      : "Everything is served again.",
  );

/** The process's one admission; kept on `globalThis`, because Next bundles startup and routes apart. */
export function admission(): Admission {
  if (!shared.cooperationAdmission) {
    const made = new Admission(usualSignals(), tell);
    shared.cooperationAdmission = made;
    setInterval(() => made.tick(), WINDOW_MS).unref();
  }
  return shared.cooperationAdmission;
}

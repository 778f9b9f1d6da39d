import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { isOverloaded } from "../limits/load-shedding";
import { AppError } from "../errors/errors";

/** What a thread is asked: to hash a password at a cost, or to compare it with a hash. */
export type PasswordJob = { password: string; cost: number } | { password: string; hash: string };
type Result = string | boolean;
type Waiting = { job: PasswordJob; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** One core is left to everything else; more than four would only starve PostgreSQL beside them. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * So many may wait, which is a morning's rush: at a third of a second each, the last one waits some twenty seconds where there
 * is one thread, and five where there are four.
 */
export const MOST_WAITING = 64;
/**
 * A rush may wait. A queue that stands for so long is no rush: then only those are let in whose hash is there within half a
 * second, or has a thread at once. The other half of the second in which they are answered goes to the look-ups before and after it.
 */
const RUSH_MS = 5_000;
const SOON_MS = 500;
/** Read beside the app's folder, where next.config.mjs has it copied to: no bundler packs a thread's file. */
const FILE = path.join(process.cwd(), "lib/server/auth/password-worker.mjs");

/** Threads in which bcrypt runs, so that it keeps nothing else waiting, and the jobs that wait for one of them. */
class PasswordPool {
  private readonly idle: Worker[] = [];
  private readonly queue: Waiting[] = [];
  private started = 0;
  /** When nobody waited last, and how long a job takes. */
  private emptyAt = performance.now();
  private jobMs = 300;

  get waiting(): number {
    return this.queue.length;
  }

  /** Whether nobody else is let in at this moment. */
  get isFull(): boolean {
    if (this.queue.length >= MOST_WAITING) return true;
    const isRush = performance.now() - this.emptyAt < RUSH_MS;
    if (isRush && !isOverloaded()) return false;
    const underWay = this.started - this.idle.length + this.queue.length;
    return underWay >= Math.max(THREADS, Math.floor((SOON_MS * THREADS) / this.jobMs));
  }

  run(job: PasswordJob): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.queue.length === 0) this.emptyAt = performance.now();
      this.queue.push({ job, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.queue.length === 0) {
      this.emptyAt = performance.now();
      return;
    }
    const worker = this.idle.pop() ?? (this.started < THREADS ? this.start() : undefined);
    const waiting = worker && this.queue.shift();
    if (waiting) this.give(worker, waiting);
  }

  private start(): Worker {
    const worker = new Worker(/* turbopackIgnore: true */ FILE);
    this.started += 1;
    // A thread that fails is gone, and the next job starts another one.
    worker.on("error", () => {
      this.started -= 1;
      if (this.idle.includes(worker)) this.idle.splice(this.idle.indexOf(worker), 1);
    });
    return worker;
  }

  /** A thread that works keeps the process alive; one that waits does not. */
  private give(worker: Worker, { job, resolve, reject }: Waiting): void {
    const begun = performance.now();
    const onMessage = (result: Result) => {
      worker.off("error", onError);
      worker.unref();
      this.jobMs = (this.jobMs + performance.now() - begun) / 2;
      this.idle.push(worker);
      resolve(result);
      this.next();
    };
    const onError = (error: unknown) => {
      worker.off("message", onMessage);
      reject(error);
      this.next();
    };
    worker.once("message", onMessage);
    worker.once("error", onError);
    worker.ref();
    worker.postMessage(job);
  }
}

const shared = globalThis as typeof globalThis & { cooperationPasswordPool?: PasswordPool };

/**
 * Kept on `globalThis`, because Next bundles the startup and the routes apart. So the pool may be of another bundle, whose
 * AppError is not ours: it throws none.
 */
const pool = () => (shared.cooperationPasswordPool ??= new PasswordPool());

/** How many passwords wait for a thread. */
export const hashesWaiting = (): number => pool().waiting;

/** Refuses while no other password may wait. @throws AppError error_api */
export function refuseWhileHashingIsFull(): void {
  if (pool().isFull) throw new AppError("error_api");
}

/**
 * Runs bcrypt in a thread of its own.
 * @returns the hash, or whether the password belongs to it
 * @throws AppError error_api while too many wait
 */
export async function runPasswordJob(job: PasswordJob): Promise<Result> {
  refuseWhileHashingIsFull();
  return pool().run(job);
}

import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { isOverloaded } from "@/lib/store/limits/load-shedding";
import { AppError } from "@/lib/base/errors/errors";
import { processSingleton } from "@/lib/base/config/process-singleton";

/** Job of a worker thread: hash a password with a cost factor, or compare it with a hash. */
export type PasswordJob = { password: string; cost: number } | { password: string; hash: string };
type Result = string | boolean;
type Waiting = { job: PasswordJob; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Number of worker threads. One core stays free for other work; more than four threads would only
 * take CPU time from a PostgreSQL server on the same machine.
 */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * Queue limit, sized for a morning's login rush: at a third of a second per hash, the last job
 * waits about 20 s with one thread and 5 s with four.
 */
export const MAX_WAITING = 64;
/**
 * A queue that has not been empty for RUSH_MS is a sustained overload: a job is then admitted only
 * if a thread is idle or the job would finish within SOON_MS. This is half of the response target
 * of one second; the queries before and after hashing take the other half.
 */
const RUSH_MS = 5_000;
const SOON_MS = 500;
/**
 * Path of the worker's file below the working directory. Bundlers do not include such files, so
 * that next.config.mjs has it copied there.
 */
const FILE = path.join(process.cwd(), "lib/sessions/password-worker.mjs");

/** Worker threads that run bcrypt off the event loop, and the queue of jobs that wait for them. */
class PasswordPool {
  private readonly idle: Worker[] = [];
  private readonly queue: Waiting[] = [];
  private started = 0;
  /** When the queue was last empty, and the moving average of a job's duration. */
  private emptyAt = performance.now();
  private jobMs = 300;

  get waiting(): number {
    return this.queue.length;
  }

  /** Whether new jobs are refused at the moment. */
  get isFull(): boolean {
    if (this.queue.length >= MAX_WAITING) return true;
    const isBriefRush = performance.now() - this.emptyAt < RUSH_MS;
    if (isBriefRush && !isOverloaded()) return false;
    const pending = this.started - this.idle.length + this.queue.length;
    return pending >= Math.max(THREADS, Math.floor((SOON_MS * THREADS) / this.jobMs));
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
    if (waiting) this.assign(worker, waiting);
  }

  private start(): Worker {
    const worker = new Worker(/* turbopackIgnore: true */ FILE);
    this.started += 1;
    // A failed thread is gone; the next job starts another one.
    worker.on("error", () => {
      this.started -= 1;
      if (this.idle.includes(worker)) this.idle.splice(this.idle.indexOf(worker), 1);
    });
    return worker;
  }

  /** Runs a job in a thread. Only busy threads keep the process alive. */
  private assign(worker: Worker, { job, resolve, reject }: Waiting): void {
    const startedAt = performance.now();
    const onMessage = (result: Result) => {
      worker.off("error", onError);
      worker.unref();
      this.jobMs = (this.jobMs + performance.now() - startedAt) / 2;
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

/**
 * Returns the process-wide pool. Its methods must not throw an AppError: the pool may come from
 * another bundle, whose AppError is a different class.
 */
const pool = () => processSingleton("password-pool", () => new PasswordPool());

/** Returns the number of password jobs that wait for a thread. */
export const hashesWaiting = (): number => pool().waiting;

/** Throws when the queue of password jobs is full. @throws AppError error_api */
export function refuseWhileHashingIsFull(): void {
  if (pool().isFull) throw new AppError("error_api");
}

/**
 * Runs bcrypt in a worker thread.
 * @returns the hash, or whether the password matches it
 * @throws AppError error_api when the queue is full
 */
export async function runPasswordJob(job: PasswordJob): Promise<Result> {
  refuseWhileHashingIsFull();
  return pool().run(job);
}

import type { Socket } from "node:net";
import pg from "pg";
import { beginStatement } from "@/lib/base/observability/statements";

/** How much longer than its statement timeout a response may take, in milliseconds. */
const GRACE_MS = 1_000;

type Internals = { connection: { stream: Socket } };

/** A client whose connection is closed when the server stays silent for too long. */
export type TimeoutClient = pg.Client & {
  /** Sets the timeout for longer statements, in milliseconds; without a number, restores the default. */
  setTimeoutMs: (timeoutMs?: number) => void;
};

/** Sends everything written in this turn of the event loop as one packet. */
function batchWrites(stream: Socket): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Returns a client class that detects a server or network that no longer responds: TCP reports that
 * only after a quarter of an hour, and PostgreSQL's own timeouts need a server that works. Silence
 * for longer than the statement timeout is not a slow statement.
 * @param defaultMs statement timeout in milliseconds; undefined means that silence may last forever
 */
export function timeoutClientClass(defaultMs: number | undefined): new (config?: pg.ClientConfig) => TimeoutClient {
  return class extends pg.Client {
    private timeoutMs = defaultMs;
    private watchedSocket: Socket | undefined;

    constructor(config?: pg.ClientConfig) {
      // Sends concurrent statements at once, in their order: one round trip for all of them.
      super({ ...config, pipeline: true });
      // An idle connection may be silent.
      this.on("drain", () => this.watchedSocket?.setTimeout(0));
    }

    setTimeoutMs(timeoutMs: number | undefined): void {
      if (defaultMs !== undefined) this.timeoutMs = timeoutMs ?? defaultMs;
    }

    override query: pg.Client["query"] = (...values: unknown[]) => {
      const { stream } = (this as unknown as Internals).connection;
      this.watch(stream);
      batchWrites(stream);
      const end = beginStatement(values[0] as string, this);
      return (end ? this.traced(values, end) : this.runQuery(values)) as never;
    };

    private runQuery(values: unknown[]): unknown {
      return Reflect.apply(pg.Client.prototype.query, this, values);
    }

    /** Executes a statement and calls `end` with its outcome, for callers with a callback or a promise. */
    private traced(values: unknown[], end: (error?: unknown) => void): unknown {
      const callback = values.at(-1);
      if (typeof callback !== "function") {
        const response = this.runQuery(values) as Promise<unknown>;
        response.then(() => end(), end);
        return response;
      }
      return this.runQuery([
        ...values.slice(0, -1),
        (error: unknown, result: unknown) => {
          end(error);
          Reflect.apply(callback, undefined, [error, result]);
        },
      ]);
    }

    private watch(stream: Socket): void {
      if (this.watchedSocket !== stream) {
        this.watchedSocket = stream;
        // Rejects all pending statements at once; the pool opens another connection.
        stream.on("timeout", () => stream.destroy(new Error("Connection terminated: the database is silent")));
      }
      stream.setTimeout(this.timeoutMs === undefined ? 0 : this.timeoutMs + GRACE_MS);
    }
  };
}

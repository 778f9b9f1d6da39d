import type { Socket } from "node:net";
import pg from "pg";
import { beginStatement } from "../observability/statements";

/** How much longer than its statement may take an answer may be under way, in milliseconds. */
const GRACE = 1_000;

type Inside = { connection: { stream: Socket } };

/** Pools take a class; what its connections have in common goes by this. */
export type PatientClient = pg.Client & {
  /** Whoever sends longer statements says so for the time that he has the connection; without a number the usual holds. */
  waitFor: (timeoutMs?: number) => void;
};

/** What is written in one go leaves as one packet: each costs more than what is in it. */
function sendTogether(stream: Socket): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Connections that are given up when the database says nothing any more. A network that swallows everything is no error
 * to TCP for a quarter of an hour, and PostgreSQL's own limits are kept by a server that may not be there. As it keeps them
 * where it is, a silence that is longer than a statement may take is no slow statement.
 * @param usual most milliseconds of a statement; without it the silence may last as long as it likes
 */
export function patientClient(usual: number | undefined): new (config?: pg.ClientConfig) => PatientClient {
  return class extends pg.Client {
    private timeoutMs = usual;
    private watched: Socket | undefined;

    constructor(config?: pg.ClientConfig) {
      // What is asked at the same time goes out at the same time, in its order: one way there and back for all of it.
      super({ ...config, pipeline: true });
      // Nothing more is awaited: an idle connection may be silent.
      this.on("drain", () => this.watched?.setTimeout(0));
    }

    waitFor(timeoutMs: number | undefined): void {
      if (usual !== undefined) this.timeoutMs = timeoutMs ?? usual;
    }

    override query: pg.Client["query"] = (...given: unknown[]) => {
      const { stream } = (this as unknown as Inside).connection;
      this.watch(stream);
      sendTogether(stream);
      const end = beginStatement(given[0] as string, this);
      return (end ? this.toldOf(given, end) : this.ask(given)) as never;
    };

    private ask(given: unknown[]): unknown {
      return Reflect.apply(pg.Client.prototype.query, this, given);
    }

    /** Asks, and says when the answer is there, in whichever way it is waited for. */
    private toldOf(given: unknown[], end: (error?: unknown) => void): unknown {
      const last = given.at(-1);
      if (typeof last !== "function") {
        const answer = this.ask(given) as Promise<unknown>;
        answer.then(() => end(), end);
        return answer;
      }
      return this.ask([
        ...given.slice(0, -1),
        (error: unknown, result: unknown) => {
          end(error);
          Reflect.apply(last, undefined, [error, result]);
        },
      ]);
    }

    private watch(stream: Socket): void {
      if (this.watched !== stream) {
        this.watched = stream;
        // Whoever waits is told at once, and the pool makes another connection.
        stream.on("timeout", () => stream.destroy(new Error("Connection terminated: the database is silent")));
      }
      stream.setTimeout(this.timeoutMs === undefined ? 0 : this.timeoutMs + GRACE);
    }
  };
}

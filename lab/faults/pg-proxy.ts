import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { ClientMessages, isWholeAnswer, type Turn } from "./messages";

/**
 * When the proxy interrupts a statement: `before` it reaches the server, or `after`, when its
 * response has not reached the client yet.
 */
export type Side = "before" | "after";
type Armed = { turn: number | RegExp; side: Side; strike: (turn: Turn) => void };

/** A proxy between the app and its database, to inject faults at any statement. */
export type PgProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /**
   * Calls `strike` at the n-th statement from now on, or at the first statement that matches;
   * afterwards the proxy closes the connection of that statement.
   */
  arm: (turn: number | RegExp, side: Side, strike: (turn: Turn) => void) => void;
  /**
   * Blocks all traffic from the first matching statement on. The promise resolves when that
   * statement has arrived.
   */
  hold: (statement: RegExp) => Promise<void>;
  /** Returns the number of statements since `arm` was last called, or since the start. */
  passed: () => number;
  /** Blocks all traffic in both directions, without closing connections. */
  hang: () => void;
  /**
   * Like `hang`, but the database does not notice closed connections either, as if the app's
   * machine were gone.
   */
  vanish: () => void;
  /** Forwards traffic again, including the data that was held back. */
  resume: () => void;
  close: () => Promise<void>;
};

/** Starts a proxy in front of a database. */
export async function startPgProxy(databaseUrl: string): Promise<PgProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let armed: Armed | undefined;
  let held: { statement: RegExp; reached: () => void } | undefined;
  let passed = 0;
  let state: "open" | "hanging" | "vanished" = "open";

  class Link {
    private readonly upstream: Socket;
    private readonly messages = new ClientMessages();
    private readonly answer: Buffer[] = [];
    private struck?: { turn: Turn; strike: Armed["strike"] };
    private isCut = false;
    private readonly waiting: Buffer[] = [];

    constructor(private readonly client: Socket) {
      this.upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, this.upstream]) socket.setNoDelay(true).on("error", () => undefined);
      client.on("data", (chunk: Buffer) => this.fromClient(chunk));
      this.upstream.on("data", (chunk: Buffer) => this.fromServer(chunk));
      client.on("close", () => {
        if (state !== "vanished") this.upstream.destroy();
      });
      this.upstream.on("close", () => {
        links.delete(this);
        client.destroy();
      });
      this.heed();
    }

    /** Pauses or resumes this connection, depending on the proxy's state. */
    heed(): void {
      for (const socket of [this.client, this.upstream]) {
        if (state === "open") socket.resume();
        else socket.pause();
      }
      if (state === "open") for (const bytes of this.waiting.splice(0)) this.upstream.write(bytes);
    }

    end(): void {
      this.client.destroy();
      this.upstream.destroy();
    }

    private fromClient(chunk: Buffer): void {
      for (const { bytes, turn } of this.messages.take(chunk)) {
        if (this.isCut) return;
        if (turn) passed += 1;
        const at = armed?.turn;
        const isHere = turn && (at instanceof RegExp ? at.test(turn.statement) : at === passed);
        if (isHere && armed?.side === "before") return this.cut(turn, armed.strike);
        if (isHere && armed?.side === "after") this.struck = { turn, strike: armed.strike };
        if (turn && held?.statement.test(turn.statement)) this.stopHere(held.reached);
        if (state === "open") this.upstream.write(bytes);
        else this.waiting.push(bytes);
      }
    }

    private stopHere(reached: () => void): void {
      held = undefined;
      turnTo("hanging");
      reached();
    }

    private fromServer(chunk: Buffer): void {
      if (!this.struck) return void this.client.write(chunk);
      this.answer.push(chunk);
      const { turn, strike } = this.struck;
      if (!this.isCut && isWholeAnswer(Buffer.concat(this.answer))) this.cut(turn, strike);
    }

    private cut(turn: Turn, strike: Armed["strike"]): void {
      this.isCut = true;
      armed = undefined;
      strike(turn);
    }
  }

  const server = createServer((client) => links.add(new Link(client)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const turnTo = (next: typeof state) => {
    state = next;
    for (const link of links) link.heed();
  };
  return {
    url: url.href,
    arm: (turn, side, strike) => {
      passed = 0;
      armed = { turn, side, strike };
    },
    hold: (statement) => new Promise((reached) => (held = { statement, reached })),
    passed: () => passed,
    hang: () => turnTo("hanging"),
    vanish: () => turnTo("vanished"),
    resume: () => turnTo("open"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const link of links) link.end();
      }),
  };
}

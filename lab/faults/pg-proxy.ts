import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { ClientMessages, isCompleteResponse, type RoundTrip } from "./messages";

/**
 * When the proxy interrupts a statement: `before` it reaches the server, or `after`, when its
 * response has not reached the client yet.
 */
export type Moment = "before" | "after";
type ArmedFault = { target: number | RegExp; moment: Moment; onHit: (roundTrip: RoundTrip) => void };

/** A proxy between the app and its database, to inject faults at any statement. */
export type PgProxy = {
  /** The database's URL through the proxy. */
  url: string;
  /**
   * Calls `onHit` at the n-th statement from now on, or at the first statement that matches;
   * afterwards the proxy closes the connection of that statement.
   */
  arm: (target: number | RegExp, moment: Moment, onHit: (roundTrip: RoundTrip) => void) => void;
  /**
   * Blocks all traffic from the first matching statement on. The promise resolves when that
   * statement has arrived.
   */
  holdAt: (statement: RegExp) => Promise<void>;
  /** Returns the number of statements since `arm` was last called, or since the start. */
  statementCount: () => number;
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
  const connections = new Set<Connection>();
  let armed: ArmedFault | undefined;
  let pendingHold: { statement: RegExp; onReached: () => void } | undefined;
  let statementCount = 0;
  let state: "open" | "hanging" | "vanished" = "open";

  class Connection {
    private readonly upstream: Socket;
    private readonly messages = new ClientMessages();
    private readonly response: Buffer[] = [];
    private pendingFault?: { roundTrip: RoundTrip; onHit: ArmedFault["onHit"] };
    private isInterrupted = false;
    private readonly heldBack: Buffer[] = [];

    constructor(private readonly client: Socket) {
      this.upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, this.upstream]) socket.setNoDelay(true).on("error", () => undefined);
      client.on("data", (chunk: Buffer) => this.fromClient(chunk));
      this.upstream.on("data", (chunk: Buffer) => this.fromServer(chunk));
      client.on("close", () => {
        if (state !== "vanished") this.upstream.destroy();
      });
      this.upstream.on("close", () => {
        connections.delete(this);
        client.destroy();
      });
      this.applyState();
    }

    /** Pauses or resumes this connection, depending on the proxy's state. */
    applyState(): void {
      for (const socket of [this.client, this.upstream]) {
        if (state === "open") socket.resume();
        else socket.pause();
      }
      if (state === "open") for (const bytes of this.heldBack.splice(0)) this.upstream.write(bytes);
    }

    end(): void {
      this.client.destroy();
      this.upstream.destroy();
    }

    private fromClient(chunk: Buffer): void {
      for (const { bytes, roundTrip } of this.messages.parse(chunk)) {
        if (this.isInterrupted) return;
        if (roundTrip) statementCount += 1;
        const target = armed?.target;
        const isTarget =
          roundTrip && (target instanceof RegExp ? target.test(roundTrip.statement) : target === statementCount);
        if (isTarget && armed?.moment === "before") return this.interrupt(roundTrip, armed.onHit);
        if (isTarget && armed?.moment === "after") this.pendingFault = { roundTrip, onHit: armed.onHit };
        if (roundTrip && pendingHold?.statement.test(roundTrip.statement)) this.holdTraffic(pendingHold.onReached);
        if (state === "open") this.upstream.write(bytes);
        else this.heldBack.push(bytes);
      }
    }

    private holdTraffic(onReached: () => void): void {
      pendingHold = undefined;
      setState("hanging");
      onReached();
    }

    private fromServer(chunk: Buffer): void {
      if (!this.pendingFault) return void this.client.write(chunk);
      this.response.push(chunk);
      const { roundTrip, onHit } = this.pendingFault;
      if (!this.isInterrupted && isCompleteResponse(Buffer.concat(this.response))) this.interrupt(roundTrip, onHit);
    }

    private interrupt(roundTrip: RoundTrip, onHit: ArmedFault["onHit"]): void {
      this.isInterrupted = true;
      armed = undefined;
      onHit(roundTrip);
    }
  }

  const server = createServer((client) => connections.add(new Connection(client)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const setState = (next: typeof state) => {
    state = next;
    for (const connection of connections) connection.applyState();
  };
  return {
    url: url.href,
    arm: (target, moment, onHit) => {
      statementCount = 0;
      armed = { target, moment, onHit };
    },
    holdAt: (statement) => new Promise((onReached) => (pendingHold = { statement, onReached })),
    statementCount: () => statementCount,
    hang: () => setState("hanging"),
    vanish: () => setState("vanished"),
    resume: () => setState("open"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.end();
      }),
  };
}

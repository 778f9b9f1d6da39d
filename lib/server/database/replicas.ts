import { createClient, db, STATEMENT_PATIENCE, type Database } from "./client";
import { env } from "../config/env";
import { replicaAddresses } from "../config/addresses";
import { Lag } from "./lag";
import { bytesOf, timelineOf, type Position } from "./lsn";
import { WatchedServer, type Looked } from "./server-monitor";

/** A replica that lags by more is not read, whoever asks. */
const MOST_LAG_SECONDS = 10;

/** How a replica stands, for metrics. */
export type ReplicaState = { name: string; answers: boolean; lag: { seconds: number; bytes: number } | null };

/** The primary and its replicas, as this instance sees them. */
export class Replicas {
  private lag = new Lag();
  private timeline: bigint | undefined;
  readonly primary: WatchedServer;
  private readonly servers: readonly WatchedServer[];

  constructor(primary: { url: string; database: Database }, addresses: string, poolSize: number) {
    this.primary = new WatchedServer("The primary", primary.url, primary.database, (looked) => this.noteEnd(looked));
    this.servers = replicaAddresses(addresses).map(
      ({ name, url }) => new WatchedServer(name, url, createClient(url, poolSize, STATEMENT_PATIENCE)),
    );
  }

  /**
   * A replica that has everything until a position. The same one for the same user as long as that can be: of two that lag
   * differently the second would show him less than the first has.
   */
  caughtUpWith(position: Position, userId: number): WatchedServer | undefined {
    const { servers } = this;
    const inHisOrder = servers.map((_, index) => servers[(userId + index) % servers.length]);
    return inHisOrder.find((server) => server && this.isGood(server, position));
  }

  states(): ReplicaState[] {
    return this.servers.map(({ name, state }) => ({
      name,
      answers: state !== undefined,
      lag: state?.isReplica ? this.lag.of(state.bytes, performance.now()) : null,
    }));
  }

  async close(): Promise<void> {
    await Promise.all([this.primary, ...this.servers].map((server) => server.close()));
    await Promise.all(this.servers.map(({ database }) => database.$disconnect()));
  }

  /** One that replays nothing is the leader, or takes itself for it still: what it shows may be nobody's any more. */
  private isGood({ state, identity, isDoubtful }: WatchedServer, position: Position): boolean {
    if (!state?.isReplica || isDoubtful || state.bytes < bytesOf(position)) return false;
    // Who has written to a leader that is not known here yet has written what is not looked for yet.
    if (this.timeline === undefined || timelineOf(position) > this.timeline) return false;
    // Of another database it may well be a good replica.
    if (identity === undefined || identity !== this.primary.identity) return false;
    return this.lag.of(state.bytes, performance.now()).seconds <= MOST_LAG_SECONDS;
  }

  /** Where the primary's log ends. */
  private noteEnd({ timeline, bytes }: Looked): void {
    if (timeline === undefined) return;
    if (this.timeline !== undefined && timeline !== this.timeline) {
      this.lag = new Lag();
      for (const server of this.servers) server.doubt();
    }
    this.timeline = timeline;
    this.lag.note(bytes, performance.now());
  }
}

const shared = globalThis as typeof globalThis & { cooperationReplicas?: Replicas };

/** This instance's replicas, if it has any. Kept on `globalThis`, because Next bundles pages and routes apart. */
export function replicas(): Replicas | undefined {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOL_SIZE } = env();
  if (DATABASE_REPLICA_URL === undefined) return undefined;
  return (shared.cooperationReplicas ??= new Replicas(
    { url: DATABASE_URL, database: db() },
    DATABASE_REPLICA_URL,
    DATABASE_POOL_SIZE,
  ));
}

/** Forgets them, with their connections. */
export async function closeReplicas(): Promise<void> {
  await shared.cooperationReplicas?.close();
  delete shared.cooperationReplicas;
}

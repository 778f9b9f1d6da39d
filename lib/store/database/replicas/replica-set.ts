import { createClient, db, STATEMENT_TIMEOUT_MS, type Database } from "../client";
import { env } from "@/lib/base/config/env";
import { replicaAddresses } from "@/lib/base/config/replica-addresses";
import { Lag } from "./lag";
import { bytesOf, timelineOf, type Position } from "./lsn";
import { WatchedServer, type ReplicationStatus } from "./server-monitor";
import { existingSingleton, processSingleton, setSingleton } from "@/lib/base/config/process-singleton";

/** Replicas with more lag are never read from. */
const MAX_LAG_SECONDS = 10;

/** State of a replica, for metrics. */
export type ReplicaState = { name: string; answers: boolean; lag: { seconds: number; bytes: number } | null };

/** The primary and its replicas, as this instance sees them. */
export class Replicas {
  private lag = new Lag();
  private timeline: bigint | undefined;
  readonly primary: WatchedServer;
  private readonly servers: readonly WatchedServer[];

  constructor(primary: { url: string; database: Database }, addresses: string, poolSize: number) {
    this.primary = new WatchedServer("The primary", primary.url, primary.database, (status) =>
      this.recordLogEnd(status),
    );
    this.servers = replicaAddresses(addresses).map(
      ({ name, url }) => new WatchedServer(name, url, createClient(url, poolSize, STATEMENT_TIMEOUT_MS)),
    );
  }

  /**
   * Returns a replica that has replayed everything up to a position. Chooses the same replica for
   * the same user if possible: alternating between replicas of different lag could show a user
   * older data than before.
   */
  findCaughtUp(position: Position, userId: number): WatchedServer | undefined {
    const { servers } = this;
    const preferred = servers.map((_, index) => servers[(userId + index) % servers.length]);
    return preferred.find((server) => server && this.isUsable(server, position));
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

  /**
   * Returns whether a server may be read from as a replica that has reached a position. A server
   * that is not in recovery may not: it is the leader, or a former leader with obsolete data.
   */
  private isUsable({ state, identity, isDoubtful }: WatchedServer, position: Position): boolean {
    if (!state?.isReplica || isDoubtful || state.bytes < bytesOf(position)) return false;
    // A position on a newer timeline comes from a leader that this instance does not know yet.
    if (this.timeline === undefined || timelineOf(position) > this.timeline) return false;
    // Without this check, a healthy replica of another database would be accepted.
    if (identity === undefined || identity !== this.primary.identity) return false;
    return this.lag.of(state.bytes, performance.now()).seconds <= MAX_LAG_SECONDS;
  }

  /**
   * Records the position at which the primary's log ends. A new timeline means a new leader: it
   * resets the lag measurement and marks all replicas as doubtful.
   */
  private recordLogEnd({ timeline, bytes }: ReplicationStatus): void {
    if (timeline === undefined) return;
    if (this.timeline !== undefined && timeline !== this.timeline) {
      this.lag = new Lag();
      for (const server of this.servers) server.markDoubtful();
    }
    this.timeline = timeline;
    this.lag.record(bytes, performance.now());
  }
}

/** Returns the primary and its replicas; undefined if DATABASE_REPLICA_URL is not set. */
export function replicas(): Replicas | undefined {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOL_SIZE } = env();
  if (DATABASE_REPLICA_URL === undefined) return undefined;
  return processSingleton(
    "replicas",
    () => new Replicas({ url: DATABASE_URL, database: db() }, DATABASE_REPLICA_URL, DATABASE_POOL_SIZE),
  );
}

/** Closes the replicas and their connections. */
export async function closeReplicas(): Promise<void> {
  await existingSingleton<Replicas>("replicas")?.close();
  setSingleton("replicas", undefined);
}

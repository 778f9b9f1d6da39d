import pg from "pg";
import type { Database } from "../client";
import { TIMELINE } from "./lsn";

/**
 * Pause between two health checks, and timeout of each check, in milliseconds. Together less than a
 * second, so that a lost server is detected within a second.
 */
const PAUSE_MS = 250;
const TIMEOUT_MS = 700;

/**
 * Query for a server's ReplicationStatus. Each `CASE` calls only functions that work on the server:
 * a replica does not write a log, and a primary does not replay one.
 */
const STATUS_QUERY = `SELECT pg_is_in_recovery() AS is_replica, (CASE WHEN pg_is_in_recovery()
  THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0'::pg_lsn)::text AS bytes,
  CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END AS timeline`;

/**
 * Query for an identity that only a primary and its replicas have in common: the system identifier
 * of the cluster, and the database's name.
 */
const IDENTITY_QUERY = `SELECT system_identifier::text || ' ' || current_database() AS identity FROM pg_control_system()`;

/**
 * State of a server: `bytes` is the log position that it has written or, as a replica, replayed;
 * `timeline` is known only for a primary.
 */
export type ReplicationStatus = { isReplica: boolean; bytes: bigint; timeline: bigint | undefined };

/**
 * Creates a connection outside the pool, so that a wait for a connection of a busy pool is not
 * taken for a lost server.
 */
const connectTo = (url: string) => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  return client;
};

/**
 * A database server whose health is checked continuously, so that no request waits for a server
 * that is down.
 */
export class WatchedServer {
  private client: pg.Client | undefined;
  private status: ReplicationStatus | undefined;
  private wasLost = false;
  private knownIdentity: string | undefined;
  private doubtedAt: bigint | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly pendingAborts = new Set<() => void>();

  /** @param onStatus called after each successful check */
  constructor(
    readonly name: string,
    private readonly url: string,
    readonly database: Database,
    private readonly onStatus: (status: ReplicationStatus) => void = () => undefined,
  ) {
    void this.check();
  }

  /** Result of the last check; undefined while the server is lost. */
  get state(): Readonly<ReplicationStatus> | undefined {
    return this.status;
  }

  /** Identity of the cluster and database; undefined until the first connection. */
  get identity(): string | undefined {
    return this.knownIdentity;
  }

  /** True after a failover until this replica is seen to advance: it may be on a stale timeline. */
  get isDoubtful(): boolean {
    return this.doubtedAt !== undefined;
  }

  /**
   * Marks the replica as doubtful after a change of leader. A replica that has replayed more of the
   * old leader's log than the new leader has cannot follow the new leader: it does not advance
   * until it is rebuilt, and must not be read from. The mark is removed when the replica advances.
   */
  markDoubtful(): void {
    this.doubtedAt = this.status?.bytes ?? -1n;
  }

  /** Whether the last check failed; false before the first check. */
  get isLost(): boolean {
    return this.wasLost;
  }

  /** Marks the server as lost until a check succeeds again, and aborts work in progress on it. */
  markLost(): void {
    this.status = undefined;
    this.wasLost = true;
    for (const abort of [...this.pendingAborts]) abort();
  }

  /**
   * Runs work on this server, and aborts it when the server is lost.
   * @param ignoresLastCheck whether to try even though the last check failed, until the next check fails
   * @throws LostServer as soon as a check fails, however long the work itself would still wait
   */
  async runUnlessLost<Result>(
    work: (database: Database) => Promise<Result>,
    { ignoresLastCheck = false } = {},
  ): Promise<Result> {
    if (this.wasLost && !ignoresLastCheck) throw new LostServer(this.name);
    let abort = () => {};
    const lost = new Promise<never>((_, reject) => {
      abort = () => reject(new LostServer(this.name));
    });
    this.pendingAborts.add(abort);
    try {
      return await Promise.race([work(this.database), lost]);
    } finally {
      this.pendingAborts.delete(abort);
    }
  }

  /** Stops the checks. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async check(): Promise<void> {
    try {
      await this.queryStatus();
    } catch {
      void this.client?.end().catch(() => undefined);
      this.client = undefined;
      this.markLost();
    }
    // The timer alone does not keep the process alive.
    if (!this.isClosed) this.timer = setTimeout(() => void this.check(), PAUSE_MS).unref();
  }

  private async queryStatus(): Promise<void> {
    if (!this.client) {
      this.client = connectTo(this.url);
      await this.client.connect();
      const { rows } = await this.client.query<{ identity: string }>(IDENTITY_QUERY);
      this.knownIdentity = rows[0]?.identity;
    }
    const { rows } = await this.client.query<{ is_replica: boolean; bytes: string | null; timeline: string | null }>(
      STATUS_QUERY,
    );
    const [row] = rows;
    if (!row) return;
    const { is_replica: isReplica, timeline } = row;
    const bytes = BigInt(row.bytes ?? 0);
    // The server was lost when it was marked as doubtful: this is its first known position since.
    if (this.doubtedAt === -1n) this.doubtedAt = bytes;
    else if (bytes !== this.doubtedAt) this.doubtedAt = undefined;
    this.status = { isReplica, bytes, timeline: timeline === null ? undefined : BigInt(timeline) };
    this.wasLost = false;
    this.onStatus(this.status);
  }
}

/** Thrown when a server is lost before or during work on it. */
export class LostServer extends Error {
  /** SQLSTATE of a connection failure, so that this error is handled like any lost connection. */
  readonly code = "08006";

  constructor(name: string) {
    super(`${name} does not answer`);
  }
}

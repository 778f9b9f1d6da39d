import pg from "pg";
import type { Database } from "./client";
import { TIMELINE } from "./lsn";

/** So often a server is looked at, and so long it may take to answer, in milliseconds: together less than a second. */
const PAUSE = 250;
const PATIENCE = 700;

/** `CASE` asks each server only what it can answer: a replica writes no log, and a primary replays none. */
const QUESTION = `SELECT pg_is_in_recovery() AS is_replica, (CASE WHEN pg_is_in_recovery()
  THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0'::pg_lsn)::text AS bytes,
  CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END AS timeline`;

/** What replicas have in common with their primary, and with no other server: whose log it is, and of which database we speak. */
const IDENTITY = `SELECT system_identifier::text || ' ' || current_database() AS identity FROM pg_control_system()`;

/** How far its log has come, in bytes; and on which timeline, where it writes. */
export type Looked = { isReplica: boolean; bytes: bigint; timeline: bigint | undefined };

/** A connection of its own: one of the pool's may have to be waited for, which says nothing of the server. */
const connectTo = (url: string) => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  return client;
};

/** A server of the database that is looked at all the time, so that nobody waits for one that is gone. */
export class WatchedServer {
  private client: pg.Client | undefined;
  private looked: Looked | undefined;
  private wasLost = false;
  private knownIdentity: string | undefined;
  private doubtedAt: bigint | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly waiting = new Set<() => void>();

  /** @param onLooked is told each time that it has answered */
  constructor(
    readonly name: string,
    private readonly url: string,
    readonly database: Database,
    private readonly onLooked: (looked: Looked) => void = () => undefined,
  ) {
    void this.look();
  }

  /** What it last said, unless it is lost. */
  get state(): Readonly<Looked> | undefined {
    return this.looked;
  }

  /** Which database it holds, as far as it has ever said. */
  get identity(): string | undefined {
    return this.knownIdentity;
  }

  /** Whether nobody knows if it follows the leader that there is now. */
  get isDoubtful(): boolean {
    return this.doubtedAt !== undefined;
  }

  /**
   * Another leads. Whoever has replayed more of the old leader's log than the new one has can follow no more, stands still until it is set
   * back, and must not be taken for one that is ahead: until it is seen to move, nobody knows.
   */
  doubt(): void {
    this.doubtedAt = this.looked?.bytes ?? -1n;
  }

  /** Whether it does not answer; one that was not asked yet is not lost. */
  get isLost(): boolean {
    return this.wasLost;
  }

  /** Takes it for lost until it answers again, and tells whoever waits for it. */
  lose(): void {
    this.looked = undefined;
    this.wasLost = true;
    for (const tell of [...this.waiting]) tell();
  }

  /**
   * Work on this server, as long as that is there.
   * @param evenIfLost asks one that did not answer last time, too, until it does not the next time
   * @throws LostServer as soon as it is known to be lost, however long the work itself would wait
   */
  async whileThere<Result>(
    work: (database: Database) => Promise<Result>,
    { evenIfLost = false } = {},
  ): Promise<Result> {
    if (this.wasLost && !evenIfLost) throw new LostServer(this.name);
    let tell = () => {};
    const lost = new Promise<never>((_, reject) => {
      tell = () => reject(new LostServer(this.name));
    });
    this.waiting.add(tell);
    try {
      return await Promise.race([work(this.database), lost]);
    } finally {
      this.waiting.delete(tell);
    }
  }

  /** Looks no more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async look(): Promise<void> {
    try {
      await this.ask();
    } catch {
      void this.client?.end().catch(() => undefined);
      this.client = undefined;
      this.lose();
    }
    // Nobody stays up for this alone.
    if (!this.isClosed) this.timer = setTimeout(() => void this.look(), PAUSE).unref();
  }

  private async ask(): Promise<void> {
    if (!this.client) {
      this.client = connectTo(this.url);
      await this.client.connect();
      const { rows } = await this.client.query<{ identity: string }>(IDENTITY);
      this.knownIdentity = rows[0]?.identity;
    }
    const { rows } = await this.client.query<{ is_replica: boolean; bytes: string | null; timeline: string | null }>(
      QUESTION,
    );
    const [row] = rows;
    if (!row) return;
    const { is_replica: isReplica, timeline } = row;
    const bytes = BigInt(row.bytes ?? 0);
    // One that did not answer when it came to doubts is known from now on.
    if (this.doubtedAt === -1n) this.doubtedAt = bytes;
    else if (bytes !== this.doubtedAt) this.doubtedAt = undefined;
    this.looked = { isReplica, bytes, timeline: timeline === null ? undefined : BigInt(timeline) };
    this.wasLost = false;
    this.onLooked(this.looked);
  }
}

/** A server went away while it was asked. */
export class LostServer extends Error {
  /** One of PostgreSQL's codes for it, so that it is answered as any lost connection is. */
  readonly code = "08006";

  constructor(name: string) {
    super(`${name} does not answer`);
  }
}

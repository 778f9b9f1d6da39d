import PgBoss from "pg-boss";
import { db } from "@/lib/store/database/client";

/** Name of pg-boss's database schema, which the initial migration creates. */
export const JOBS_SCHEMA = "pgboss";

const DAY_SECONDS = 24 * 60 * 60;

/** Number of days for which ended jobs stay on the jobs page, where failed jobs can be retried. */
const KEPT_DAYS = { done: 7, failed: 30 };

/**
 * Lets pg-boss use the app's connection pool, so that an instance opens no more than
 * DATABASE_POOL_SIZE connections.
 */
export const onPool: PgBoss.Db = {
  async executeSql(text, values) {
    const rows = await db().$queryRawUnsafe<unknown[] | undefined>(text, ...(values ?? []));
    return { rows: rows ?? [] };
  },
};

/**
 * Creates a pg-boss client for the app's database. Only migrations change its schema, never
 * pg-boss.
 * @param own connection for pg-boss' own background queries, whose promises no code awaits
 */
export const createBoss = (own: PgBoss.Db = onPool): PgBoss =>
  new PgBoss({
    db: own,
    schema: JOBS_SCHEMA,
    migrate: false,
    archiveCompletedAfterSeconds: KEPT_DAYS.done * DAY_SECONDS,
    archiveFailedAfterSeconds: KEPT_DAYS.failed * DAY_SECONDS,
    deleteAfterDays: 1,
  });

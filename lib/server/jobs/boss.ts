import PgBoss from "pg-boss";
import { db } from "../database/client";

/** The schema that the migration `20261124110000_jobs` makes. */
export const JOBS_SCHEMA = "pgboss";

const DAY_SECONDS = 24 * 60 * 60;

/** How long jobs can be looked at on their page once they have ended, and failed ones tried again, in days. */
const KEPT_DAYS = { done: 7, failed: 30 };

/** pg-boss on the app's own connections: an instance opens no more than DATABASE_POOL_SIZE. */
export const onPool: PgBoss.Db = {
  async executeSql(text, values) {
    const rows = await db().$queryRawUnsafe<unknown[] | undefined>(text, ...(values ?? []));
    return { rows: rows ?? [] };
  },
};

/**
 * The queues of the app's database. Its structure is the migrations' to change, never pg-boss'.
 * @param own what its own errands in the background go by, whose failures nobody waits for
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

import pg from "pg";
import { UserFacingError } from "./user-facing-error";

/** Any number will do, as long as all who start use the same. */
export const PREPARE_LOCK = 7_405_119;

/**
 * Does work on a database while nobody else does: of instances that start at once one migrates, and the others wait, however long that
 * takes. Prisma's own lock is waited for ten seconds, after which the second start would fail.
 * @throws UserFacingError where PgBouncer would hand the lock to whoever comes next
 */
export async function oneAtATime<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  if (new URL(databaseUrl).searchParams.get("pgbouncer") === "true") {
    throw new UserFacingError(
      "Migrations do not go through PgBouncer: name the database itself in MIGRATION_DATABASE_URL " +
        '(docs/operations.md, "Behind PgBouncer").',
    );
  }
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${PREPARE_LOCK})`);
    return await work();
  } finally {
    // The lock goes with its connection.
    await client.end();
  }
}

import pg from "pg";
import { UserFacingError } from "./user-facing-error";

/** Key of the lock that serializes concurrent starts. */
export const PREPARE_LOCK = 7_405_119;

/**
 * Does work on a database while holding an advisory lock, so that of several instances one migrates
 * and the others wait without a limit. Prisma's own lock gives up after ten seconds.
 * @throws UserFacingError behind PgBouncer, which would release the lock to another client
 */
export async function withAdvisoryLock<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
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
    // Releases the lock.
    await client.end();
  }
}

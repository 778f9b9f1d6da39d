import type { Connection } from "@/lib/store/database/client";
import { createBoss, JOBS_SCHEMA } from "./boss";

/**
 * Queues a run of a job, unless one waits already that starts no later. Inside a transaction the run
 * exists only once the transaction is committed. Works whether or not this instance runs jobs.
 *
 * A run that waits is locked until the transaction ends: otherwise, another instance could finish it
 * before the commit, without having seen the data for which a run was ordered.
 * @param startAfter when the run may start at the earliest
 */
export async function orderJob(connection: Connection, name: string, startAfter: Date): Promise<void> {
  const waiting = await connection.$queryRawUnsafe<unknown[]>(
    `SELECT FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND state IN ('created', 'retry') AND start_after <= $2
     LIMIT 1 FOR SHARE SKIP LOCKED`,
    name,
    startAfter,
  );
  if (waiting.length > 0) return;
  const executeSql = async (text: string, values?: unknown[]) => ({
    rows: await connection.$queryRawUnsafe<unknown[]>(text, ...(values ?? [])),
  });
  await createBoss().send(name, {}, { startAfter, db: { executeSql } });
}

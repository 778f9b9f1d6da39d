import { allDefinitions } from "@/lib/model/kinds/registry";
import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";

const DEADLINE_MS = 30_000;

/**
 * Waits until the database has closed all client connections and rolled back their transactions.
 */
export async function waitUntilDisconnected(databaseUrl: string): Promise<void> {
  const countConnections = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  const isDisconnected = await poll(
    async () => (await runSql(databaseUrl, countConnections)).rows[0].n === 0,
    DEADLINE_MS,
  );
  if (!isDisconnected) throw new Error("A connection of the app is still open after its end");
}

/**
 * Finds inconsistencies in a database: counts maintained by triggers that differ from the number of
 * rows, versions of records that differ from their history, and values that differ from their last
 * recorded change.
 * @param isHistoryGenerated true if the history was generated for the load and does not match the records
 * @returns one sentence per inconsistency
 */
export async function findInconsistencies(databaseUrl: string, isHistoryGenerated = false): Promise<string[]> {
  const found: string[] = [];
  for (const { table, key, apiPath } of allDefinitions) {
    const { rows } = await runSql(
      databaseUrl,
      `SELECT (SELECT coalesce(sum(count), 0)::int FROM record_counts WHERE kind = '${apiPath}') AS counted,
        (SELECT count(*)::int FROM ${table}) AS existing,
        (SELECT count(*)::int FROM ${table} r WHERE r.version IS DISTINCT FROM
          (SELECT max(c.version) FROM changes c WHERE c.kind = '${apiPath}' AND c.id = r.${key})) AS versions,
        (SELECT count(*)::int FROM ${table} r WHERE EXISTS (
          SELECT FROM (SELECT DISTINCT ON (f ->> 'name') f FROM changes c, jsonb_array_elements(c.fields) f
            WHERE c.kind = '${apiPath}' AND c.id = r.${key} AND jsonb_typeof(f -> 'new') = 'string'
            ORDER BY f ->> 'name', c.change_id DESC) last
          WHERE to_jsonb(r) ? (f ->> 'name') AND to_jsonb(r) ->> (f ->> 'name') IS DISTINCT FROM f ->> 'new')) AS values`,
    );
    const [{ counted, existing, versions, values }] = rows as Record<string, number>[] as [Record<string, number>];
    if (counted !== existing) found.push(`${apiPath}: ${counted} counted, ${existing} there`);
    if (isHistoryGenerated) continue;
    if (versions !== 0) found.push(`${apiPath}: ${versions} records whose version differs from their history's`);
    if (values !== 0) found.push(`${apiPath}: ${values} records that differ from their last change`);
  }
  const { rows } = await runSql(
    databaseUrl,
    `SELECT (SELECT coalesce(sum(count), 0)::int FROM change_counts) AS counted, (SELECT count(*)::int FROM changes) AS existing`,
  );
  if (rows[0].counted !== rows[0].existing)
    found.push(`changes: ${rows[0].counted} counted, ${rows[0].existing} there`);
  return found;
}

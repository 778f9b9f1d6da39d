import type { Acknowledged } from "./load";
import type { Nodes } from "./nodes";

/** The numbers of lost and of partial writes among the acknowledged ones. */
export type Losses = { lost: number; partial: number };

/**
 * Counts lost acknowledged writes, and partial writes: records without their lists or their
 * history.
 */
export async function findLosses({ query }: Nodes, acknowledged: readonly Acknowledged[]): Promise<Losses> {
  const ids = acknowledged.map(({ id }) => id);
  const names = acknowledged.map(({ name }) => name);
  const [lost] = await query<{ count: number }>(
    `SELECT count(*)::int FROM unnest($1::int[], $2::text[]) AS acknowledged (id, name)
     WHERE NOT EXISTS (SELECT FROM members m WHERE m.ph_id = acknowledged.id AND m.nachname = acknowledged.name)`,
    [ids, names],
  );
  const [partial] = await query<{ count: number }>(
    `SELECT (SELECT count(*) FROM members m WHERE m.nachname LIKE 'Last%x' AND (
         NOT EXISTS (SELECT FROM member_facilities f WHERE f.ph_id = m.ph_id)
         OR NOT EXISTS (SELECT FROM member_statuses s WHERE s.ph_id = m.ph_id)
         OR (SELECT count(*) FROM changes c WHERE c.kind = 'members' AND c.id = m.ph_id AND c.action = 'create') <> 1))::int
       + (SELECT count(*) FROM changes c WHERE c.kind = 'members' AND c.action = 'create' AND c.label LIKE '%Last%x%'
         AND NOT EXISTS (SELECT FROM members m WHERE m.ph_id = c.id))::int AS count`,
  );
  return { lost: lost?.count ?? -1, partial: partial?.count ?? -1 };
}

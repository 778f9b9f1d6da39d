import type { Connection } from "@/lib/store/database/client";

/** Counts open proposals, all of them or those of one round, up to a limit. */
export const openProposals = (connection: Connection, runde_id: number | null, limit: number) => connection.$queryRaw<
  { count: number }[]
>`
  SELECT count(*)::int AS count FROM (
    SELECT FROM proposals WHERE state = 'open' AND (${runde_id}::int IS NULL OR runde_id = ${runde_id}::int)
    LIMIT ${limit}
  ) AS found`;

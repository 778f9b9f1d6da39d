import type { Connection } from "../database/client";
import { sql } from "../database/sql";
import type { ActiveContract } from "@/lib/model/deadlines/active-days";
import { jsonParts } from "./fragments";

/** What a project's deadlines and its active days are computed from. */
export type StoredContract = Omit<ActiveContract, "vertragsgrundlage"> & { vertragsgrundlage: number };

const CONTRACT = sql`p.kuendigungsfrist, p.vertragsgrundlage, to_char(p.projektbeginn, 'YYYY-MM-DD') AS projektbeginn,
  to_char(p.projektende, 'YYYY-MM-DD') AS projektende, s.beendet AS "isFinished", s.nie_aktiv AS "isNeverActive",
  to_char(f.finished_on, 'YYYY-MM-DD') AS "finishedOn"
  FROM projects p JOIN projekt_status s ON s.projektstatus_id = p.status LEFT JOIN project_finishes f USING (projekt_id)`;

/** Reads a project's contract, or null where there is no such project. */
export async function storedContract(connection: Connection, id: number): Promise<StoredContract | null> {
  const [contract] = await connection.$queryRaw<StoredContract[]>`SELECT ${CONTRACT} WHERE p.projekt_id = ${id}`;
  return contract ?? null;
}

/** Returns when those of the given projects that are finished were finished, null where that is unknown. */
export async function storedFinishes(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const rows = await connection.$queryRaw<{ id: number; day: string | null }[]>`
    SELECT p.projekt_id AS id, to_char(f.finished_on, 'YYYY-MM-DD') AS day
    FROM projects p JOIN projekt_status s ON s.projektstatus_id = p.status LEFT JOIN project_finishes f USING (projekt_id)
    WHERE s.beendet AND p.projekt_id = ANY(${ids}::int[])`;
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/**
 * A project's deadlines as they are stored: three days, the number of the deadline state
 * (`fristenstand`), the days on which it is active, its last active day, and the last day for which all of
 * this is valid (`holds_until`).
 */
export type StoredDeadlines = {
  projekt_id: number;
  letzter_kuendigungstag: string | null;
  endet_am: string | null;
  verlaengert_am: string | null;
  fristenstand: number;
  /** As PostgreSQL reads a range of days. */
  active_days: string;
  aktiv_bis: string | null;
  holds_until: string;
  revision: number;
};

/**
 * Invalidates stored deadlines that were computed on a day later than `today`, because the clock
 * was set back, or with another value of `DEADLINE_DAYS`.
 */
export async function dropUnfitDeadlines(connection: Connection, today: string, soonDays: number): Promise<void> {
  await connection.$executeRaw`
    UPDATE project_deadlines SET holds_until = NULL, revision = revision + 1
    WHERE holds_until IS NOT NULL AND (holds_from > ${today}::date OR soon_days <> ${soonDays})`;
}

/**
 * Lists projects whose stored deadlines are not valid for the given day, in key order.
 * @param after lists only keys greater than this
 * @param limit maximum number of projects
 */
export const listOutdatedContracts = (
  connection: Connection,
  today: string,
  { after, most: limit }: Record<"after" | "most", number>,
) =>
  connection.$queryRaw<(StoredContract & { projekt_id: number; revision: number })[]>`
    SELECT d.projekt_id, d.revision, ${CONTRACT} JOIN project_deadlines d USING (projekt_id)
    WHERE (d.holds_until IS NULL OR d.holds_until < ${today}::date) AND d.projekt_id > ${after}
    ORDER BY d.projekt_id LIMIT ${limit}`;

/**
 * Stores computed deadlines. Skips projects that have changed since they were read, or that another
 * transaction is changing: the next refresh recomputes those.
 */
export async function saveDeadlines(
  connection: Connection,
  deadlines: readonly StoredDeadlines[],
  { today, soonDays }: { today: string; soonDays: number },
): Promise<void> {
  for (const part of jsonParts(deadlines)) {
    await connection.$executeRaw`
      UPDATE project_deadlines d SET letzter_kuendigungstag = k.letzter_kuendigungstag, endet_am = k.endet_am,
        verlaengert_am = k.verlaengert_am, fristenstand = k.fristenstand,
        active_days = k.active_days, aktiv_bis = k.aktiv_bis,
        holds_from = ${today}::date, holds_until = k.holds_until, soon_days = ${soonDays}
      FROM (
        SELECT listed.* FROM json_to_recordset(${part}::json) AS listed(projekt_id int, letzter_kuendigungstag date,
          endet_am date, verlaengert_am date, fristenstand smallint, active_days daterange, aktiv_bis date,
          holds_until date, revision int)
        JOIN project_deadlines now USING (projekt_id, revision) FOR UPDATE OF now SKIP LOCKED
      ) AS k WHERE d.projekt_id = k.projekt_id`;
  }
}

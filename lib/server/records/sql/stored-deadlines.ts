import { stateNumber, stateNumbered, type DeadlineState } from "@/lib/records/deadlines/deadline-states";
import type { DeadlineMember, DeadlineRow } from "@/lib/answers/deadline-answers";
import type { DeadlineKind, DeadlinesQuery } from "@/lib/records/deadlines/deadlines-query";
import { definitionOf } from "@/lib/records/kinds/registry";
import { ownFilterFieldOf } from "@/lib/records/lists/filters";
import { linkListOf } from "@/lib/records/kinds/relations";
import type { Connection } from "../../database/client";
import { forceCustomPlan, empty, join, sql, type SqlQuery } from "../../database/sql";
import {
  hasRoleFlag,
  identifier,
  isCurrentLink,
  isFormerLink,
  isInDerivedList,
  jsonParts,
  linkedObjectsInOrder,
} from "./fragments";

/** The fields of a project from which its deadlines are computed. */
export type StoredContract = {
  kuendigungsfrist: string;
  vertragsgrundlage: number;
  projektende: string | null;
  isFinished: boolean;
};

const CONTRACT = sql`p.kuendigungsfrist, p.vertragsgrundlage, to_char(p.projektende, 'YYYY-MM-DD') AS projektende,
  s.beendet AS "isFinished" FROM projects p JOIN projekt_status s ON s.projektstatus_id = p.status`;

/** Reads a project's contract, or null where there is no such project. */
export async function storedContract(connection: Connection, id: number): Promise<StoredContract | null> {
  const [contract] = await connection.$queryRaw<StoredContract[]>`SELECT ${CONTRACT} WHERE p.projekt_id = ${id}`;
  return contract ?? null;
}

/**
 * A project's deadlines as they are stored: three days, the number of the deadline state
 * (`fristenstand`), and the last day for which all of this is valid (`holds_until`).
 */
export type StoredDeadlines = {
  projekt_id: number;
  letzter_kuendigungstag: string | null;
  endet_am: string | null;
  verlaengert_am: string | null;
  fristenstand: number;
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
 * @param most maximum number of projects
 */
export const contractsToWorkOut = (
  connection: Connection,
  today: string,
  { after, most }: Record<"after" | "most", number>,
) =>
  connection.$queryRaw<(StoredContract & { projekt_id: number; revision: number })[]>`
    SELECT d.projekt_id, d.revision, ${CONTRACT} JOIN project_deadlines d USING (projekt_id)
    WHERE (d.holds_until IS NULL OR d.holds_until < ${today}::date) AND d.projekt_id > ${after}
    ORDER BY d.projekt_id LIMIT ${most}`;

/**
 * Stores computed deadlines. Skips projects that have changed since they were read, or that another
 * transaction is changing: the next refresh recomputes those.
 */
export async function saveDeadlines(
  connection: Connection,
  kept: readonly StoredDeadlines[],
  { today, soonDays }: { today: string; soonDays: number },
): Promise<void> {
  for (const part of jsonParts(kept)) {
    await connection.$executeRaw`
      UPDATE project_deadlines d SET letzter_kuendigungstag = k.letzter_kuendigungstag, endet_am = k.endet_am,
        verlaengert_am = k.verlaengert_am, fristenstand = k.fristenstand,
        holds_from = ${today}::date, holds_until = k.holds_until, soon_days = ${soonDays}
      FROM (
        SELECT told.* FROM json_to_recordset(${part}::json) AS told(projekt_id int, letzter_kuendigungstag date,
          endet_am date, verlaengert_am date, fristenstand smallint, holds_until date, revision int)
        JOIN project_deadlines now USING (projekt_id, revision) FOR UPDATE OF now SKIP LOCKED
      ) AS k WHERE d.projekt_id = k.projekt_id`;
  }
}

/**
 * Builds the query for the deadlines that match a filter, one row per deadline. A project that is
 * linked to several of the given members or topics does not have more rows. Former links to members
 * do not count: deadlines are ahead.
 */
export function wantedDays({ from, to, state, member, topics }: Omit<DeadlinesQuery, "pageNo" | "pageSize">) {
  const days = [
    ["last_notice", sql`d.letzter_kuendigungstag`],
    ["end", sql`d.endet_am`],
    ["renewal", sql`d.verlaengert_am`],
  ] as const;
  const each = days.map(([what, day]) => sql`(${what satisfies DeadlineKind}::text, ${day})`);
  const linkedTo = (list: string, ids: number[]) => {
    const { relation, own, other } = linkListOf("project", list);
    return sql`EXISTS (SELECT FROM ${identifier(relation.table)} l
      WHERE l.${identifier(own.column)} = d.projekt_id AND l.${identifier(other.column)} = ANY(${ids}::int[])
        AND NOT ${isFormerLink(relation)})`;
  };
  const conditions = [
    sql`told.day IS NOT NULL`,
    ...(from ? [sql`told.day >= ${from}::date`] : []),
    ...(to ? [sql`told.day <= ${to}::date`] : []),
    ...(state ? [sql`d.fristenstand = ANY(${state.map(stateNumber)}::int[])`] : []),
    ...(member ? [linkedTo("hochschulmitglieder", member)] : []),
    ...(topics ? [linkedTo("themenfelder", topics)] : []),
  ];
  return sql`SELECT d.projekt_id, d.fristenstand, told.what, told.day, array_position(ARRAY['last_notice', 'end', 'renewal'], told.what) AS place
    FROM project_deadlines d CROSS JOIN LATERAL (VALUES ${join(each)}) AS told(what, day) WHERE ${join(conditions, " AND ")}`;
}

const membersOf = () => linkedObjectsInOrder(linkListOf("project", "hochschulmitglieder"), "projekt_id", true);

/** Lists one page of deadlines, sorted by day, and counts all matching deadlines. */
export async function deadlineDays(
  connection: Connection,
  { pageNo, pageSize, ...wanted }: DeadlinesQuery,
): Promise<{ rows: DeadlineRow[]; total: number }> {
  const [{ total, rows }] = await connection.$queryRaw<
    [{ total: number; rows: (Omit<DeadlineRow, "state"> & { fristenstand: number })[] }]
  >(
    forceCustomPlan(sql`
      WITH wanted AS MATERIALIZED (${wantedDays(wanted)})
      SELECT (SELECT count(*)::int FROM wanted) AS total, (
        SELECT coalesce(json_agg(shown.told ORDER BY shown.row), '[]') FROM (
          SELECT page.row, json_build_object('projekt_id', r.projekt_id, 'projekt_titel', r.projekt_titel,
            'day', to_char(page.day, 'YYYY-MM-DD'), 'what', page.what, 'fristenstand', page.fristenstand,
            'members', ${membersOf()}) AS told
          FROM (
            SELECT w.*, row_number() OVER (ORDER BY w.day, p.projekt_titel, w.projekt_id, w.place) AS row
            FROM wanted w JOIN projects p USING (projekt_id)
            ORDER BY row LIMIT ${pageSize} OFFSET ${BigInt(pageNo) * BigInt(pageSize)}::bigint
          ) AS page JOIN projects r USING (projekt_id)
        ) AS shown) AS rows`),
  );
  return { total, rows: rows.map(({ fristenstand, ...row }) => ({ ...row, state: stateNumbered(fristenstand) })) };
}

/**
 * A project that needs attention. `day` is its next deadline, or null where the notice period
 * cannot be parsed.
 */
export type WaitingProject<State extends DeadlineState = DeadlineState> = {
  projekt_id: number;
  projekt_titel: string;
  kuendigungsfrist: string;
  state: State;
  day: string | null;
  what: DeadlineKind | null;
  members: DeadlineMember[];
};

/**
 * Builds a condition: project `d` is one of the member with an email address, as digests of the scope
 * `mine` mean it (contract §13). The member is responsible for it or, where nobody is, linked now.
 */
function isProjectOf(email: string): SqlQuery {
  const responsible = ownFilterFieldOf(definitionOf("project"), "zustaendige");
  if (responsible.by !== "links" || !responsible.derived) throw new Error("No derived list names the responsible");
  const { linkList, derived } = responsible;
  const { relation } = linkList;
  const ofProject = sql`FROM ${identifier(relation.table)} l WHERE l.${identifier(linkList.own.column)} = d.projekt_id`;
  return sql`EXISTS (SELECT ${ofProject} AND ${isCurrentLink(relation)}
    AND l.${identifier(linkList.other.column)} IN (SELECT m.ph_id FROM members m WHERE lower(m.email) = lower(${email}))
    AND (${hasRoleFlag(relation, derived.roleFlag)}
      OR NOT EXISTS (SELECT ${ofProject} AND ${isInDerivedList(linkList, derived)})))`;
}

/**
 * Lists the projects in the given deadline states. Within a state, the project with the earliest
 * deadline comes first.
 * @param most maximum number of projects per state
 * @param memberEmail lists only the projects of the member with this email address (`isProjectOf`);
 * null for all
 * @returns the listed projects, and the total number of projects in each state
 */
export async function waitingProjects<State extends DeadlineState>(
  connection: Connection,
  states: readonly State[],
  { most, memberEmail }: { most: number; memberEmail: string | null },
): Promise<{ projects: WaitingProject<State>[]; totals: Partial<Record<State, number>> }> {
  const isTheirs = memberEmail ? sql`AND ${isProjectOf(memberEmail)}` : empty;
  const rows = await connection.$queryRaw<(Omit<WaitingProject, "state"> & { fristenstand: number; total: number })[]>`
    SELECT r.projekt_id, r.projekt_titel, r.kuendigungsfrist, page.fristenstand, to_char(page.day, 'YYYY-MM-DD') AS day, page.what,
      ${membersOf()} AS members, page.total
    FROM (
      SELECT *, count(*) OVER state::int AS total, row_number() OVER (state ORDER BY day, projekt_titel, projekt_id) AS place
      FROM (
        SELECT d.projekt_id, d.fristenstand, p.projekt_titel, coalesce(d.letzter_kuendigungstag, d.endet_am) AS day,
          CASE WHEN d.letzter_kuendigungstag IS NOT NULL THEN 'last_notice' WHEN d.endet_am IS NOT NULL THEN 'end' END AS what
        FROM project_deadlines d JOIN projects p USING (projekt_id)
        WHERE d.fristenstand = ANY(${states.map(stateNumber)}::int[]) ${isTheirs}
      ) AS told WINDOW state AS (PARTITION BY fristenstand)
    ) AS page JOIN projects r USING (projekt_id)
    WHERE page.place <= ${most} ORDER BY page.fristenstand, page.place`;
  return {
    projects: rows.map(({ fristenstand, total: _, ...row }) => ({
      ...row,
      state: stateNumbered(fristenstand) as State,
    })),
    totals: Object.fromEntries(rows.map(({ fristenstand, total }) => [stateNumbered(fristenstand), total])) as Partial<
      Record<State, number>
    >,
  };
}

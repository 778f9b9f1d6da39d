import type { DeadlineMember, DeadlineRow } from "../deadline-answers";
import { stateNumber, stateNumbered, type DeadlineState } from "@/lib/model/deadlines/deadline-states";
import type { DeadlineKind, DeadlinesQuery } from "../deadlines-query";
import type { OwnProject, OwnProjects } from "../own-projects";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import { ownFilterFieldOf } from "@/lib/model/lists/filters";
import type { Connection } from "@/lib/store/database/client";
import { empty, forceCustomPlan, join, sql, type SqlQuery } from "@/lib/store/database/sql";
import {
  hasRoleFlag,
  identifier,
  isCurrentLink,
  isFormerLink,
  isInDerivedList,
  linkedObjectsInOrder,
} from "@/lib/store/sql/fragments";

/** A query for deadlines; `projects` restricts it to those of these projects. */
export type FoundDeadlines = DeadlinesQuery & { projects?: readonly number[] };

/**
 * Builds the query for the deadlines that match a filter, one row per deadline. A project that is
 * linked to several of the given members or topics does not have more rows. Former links to members
 * do not count: deadlines are ahead.
 */
export function deadlineDaysQuery(query: Omit<FoundDeadlines, "pageNo" | "pageSize">) {
  const { from, to, state, member, topics, projects } = query;
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
    sql`deadline.day IS NOT NULL`,
    ...(from ? [sql`deadline.day >= ${from}::date`] : []),
    ...(to ? [sql`deadline.day <= ${to}::date`] : []),
    ...(state ? [sql`d.fristenstand = ANY(${state.map(stateNumber)}::int[])`] : []),
    ...(member ? [linkedTo("hochschulmitglieder", member)] : []),
    ...(topics ? [linkedTo("themenfelder", topics)] : []),
    ...(projects ? [sql`d.projekt_id = ANY(${projects}::int[])`] : []),
  ];
  return sql`SELECT d.projekt_id, d.fristenstand, deadline.what, deadline.day, array_position(ARRAY['last_notice', 'end', 'renewal'], deadline.what) AS place
    FROM project_deadlines d CROSS JOIN LATERAL (VALUES ${join(each)}) AS deadline(what, day) WHERE ${join(conditions, " AND ")}`;
}

const membersOf = () => linkedObjectsInOrder(linkListOf("project", "hochschulmitglieder"), "projekt_id", true);

/** Lists one page of deadlines, sorted by day, and counts all matching deadlines. */
export async function deadlineDays(
  connection: Connection,
  { pageNo, pageSize, ...filter }: FoundDeadlines,
): Promise<{ rows: DeadlineRow[]; total: number }> {
  const [{ total, rows }] = await connection.$queryRaw<
    [{ total: number; rows: (Omit<DeadlineRow, "state"> & { fristenstand: number })[] }]
  >(
    forceCustomPlan(sql`
      WITH found AS MATERIALIZED (${deadlineDaysQuery(filter)})
      SELECT (SELECT count(*)::int FROM found) AS total, (
        SELECT coalesce(json_agg(shown.deadline ORDER BY shown.row), '[]') FROM (
          SELECT page.row, json_build_object('projekt_id', r.projekt_id, 'projekt_titel', r.projekt_titel,
            'day', to_char(page.day, 'YYYY-MM-DD'), 'what', page.what, 'fristenstand', page.fristenstand,
            'members', ${membersOf()}) AS deadline
          FROM (
            SELECT w.*, row_number() OVER (ORDER BY w.day, p.projekt_titel, w.projekt_id, w.place) AS row
            FROM found w JOIN projects p USING (projekt_id)
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
 * `mine` mean it (contract §13). The member is responsible for it or, if no member is, linked now.
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

/** The day of the next deadline of project `d`, and its kind. */
const NEXT_DAY = sql`coalesce(d.letzter_kuendigungstag, d.endet_am)`;
const NEXT_DEADLINE = sql`CASE WHEN d.letzter_kuendigungstag IS NOT NULL THEN 'last_notice' WHEN d.endet_am IS NOT NULL THEN 'end' END`;

/**
 * Lists the projects in the given deadline states. Within a state, the project with the earliest
 * deadline comes first.
 * @param limit maximum number of projects per state
 * @param memberEmail lists only the projects of the member with this email address (`isProjectOf`);
 * null for all
 * @param openUntil omits `open` projects whose next deadline is later than this day, `YYYY-MM-DD`
 * @returns the listed projects, and the total number of projects in each state
 */
export async function waitingProjects<State extends DeadlineState>(
  connection: Connection,
  states: readonly State[],
  { limit, memberEmail, openUntil }: { limit: number; memberEmail: string | null; openUntil?: string },
): Promise<{ projects: WaitingProject<State>[]; totals: Partial<Record<State, number>> }> {
  const isResponsible = memberEmail ? sql`AND ${isProjectOf(memberEmail)}` : empty;
  const isInTime = openUntil
    ? sql`AND (d.fristenstand <> ${stateNumber("open")} OR ${NEXT_DAY} <= ${openUntil}::date)`
    : empty;
  const rows = await connection.$queryRaw<(Omit<WaitingProject, "state"> & { fristenstand: number; total: number })[]>`
    SELECT r.projekt_id, r.projekt_titel, r.kuendigungsfrist, page.fristenstand, to_char(page.day, 'YYYY-MM-DD') AS day, page.what,
      ${membersOf()} AS members, page.total
    FROM (
      SELECT *, count(*) OVER state::int AS total, row_number() OVER (state ORDER BY day, projekt_titel, projekt_id) AS place
      FROM (
        SELECT d.projekt_id, d.fristenstand, p.projekt_titel, ${NEXT_DAY} AS day, ${NEXT_DEADLINE} AS what
        FROM project_deadlines d JOIN projects p USING (projekt_id)
        WHERE d.fristenstand = ANY(${states.map(stateNumber)}::int[]) ${isResponsible} ${isInTime}
      ) AS waiting WINDOW state AS (PARTITION BY fristenstand)
    ) AS page JOIN projects r USING (projekt_id)
    WHERE page.place <= ${limit} ORDER BY page.fristenstand, page.place`;
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

/**
 * Lists the projects of the member with an email address (`isProjectOf`). Those with the earliest
 * deadline come first, finished ones last.
 * @param limit maximum number of projects
 */
export async function ownProjects(connection: Connection, email: string, limit: number): Promise<OwnProjects> {
  const members = await connection.$queryRaw<{ ph_id: number }[]>`
    SELECT ph_id FROM members WHERE lower(email) = lower(${email}) ORDER BY ph_id LIMIT 1`;
  const rows = await connection.$queryRaw<(OwnProject & { total: number })[]>`
    SELECT p.projekt_id, p.projekt_titel, to_char(${NEXT_DAY}, 'YYYY-MM-DD') AS day, ${NEXT_DEADLINE} AS what,
      p.projektstatus_de AS status_de, p.projektstatus_en AS status_en, count(*) OVER ()::int AS total
    FROM project_deadlines d JOIN projects p USING (projekt_id) JOIN projekt_status s ON s.projektstatus_id = p.status
    WHERE ${isProjectOf(email)}
    ORDER BY s.beendet, ${NEXT_DAY}, p.projekt_titel, p.projekt_id LIMIT ${limit}`;
  return {
    member: members[0]?.ph_id ?? null,
    projects: rows.map(({ total: _, ...project }) => project),
    total: rows[0]?.total ?? 0,
  };
}

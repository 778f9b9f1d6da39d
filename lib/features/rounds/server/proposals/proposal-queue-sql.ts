import type { ProposalState, ProposalType } from "../../proposal";
import type { QueueQuery } from "../../proposal-queue";
import type { RecipientSource } from "../../round";
import type { Locale } from "@/lib/model/messages/i18n";
import type { Connection } from "@/lib/store/database/client";
import { sql, type SqlQuery } from "@/lib/store/database/sql";
import type { Context } from "@/lib/store/database/transaction";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import { proposalConditions } from "./proposals-sql";

type Visibilities = readonly FileVisibility[];

/** The number of proposals of a type, kind, field and round. */
export type ProposalCount = {
  type: ProposalType;
  kind: string;
  field: string | null;
  runde_id: number | null;
  titel: string | null;
  count: number;
};

const titleIn = (locale: Locale): SqlQuery => (locale === "de" ? sql`r.titel_de` : sql`r.titel_en`);

/** Counts proposals by type, kind, field and round, those of one record only if the query names it. */
export const countsByFilter = (
  { connection, locale }: Context,
  { state, kind, id }: Pick<QueueQuery, "state" | "kind" | "id">,
  visibilities: Visibilities,
) =>
  connection.$queryRaw<ProposalCount[]>`
  SELECT p.type, p.kind, p.field, p.runde_id, ${titleIn(locale)} AS titel, count(*)::int AS count
  FROM proposals p LEFT JOIN rounds r ON r.runde_id = p.runde_id
  ${proposalConditions({ state, ...(id !== undefined && { kind, id }) }, visibilities)}
  GROUP BY 1, 2, 3, 4, 5 ORDER BY p.runde_id DESC NULLS LAST, p.kind, p.field`;

/** Counts the records that the proposals of a query are about. */
export async function countProposedRecords(
  connection: Connection,
  query: QueueQuery,
  visibilities: Visibilities,
): Promise<number> {
  const [{ count }] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(DISTINCT (p.kind, p.id))::int AS count FROM proposals p ${proposalConditions(query, visibilities)}`;
  return count;
}

/** Counts the proposals of a query for each of several records. */
export const countsByRecord = (
  connection: Connection,
  query: QueueQuery,
  records: readonly { kind: string; id: number }[],
  visibilities: Visibilities,
) => connection.$queryRaw<{ kind: string; id: number; count: number }[]>`
  SELECT p.kind, p.id, count(*)::int AS count
  FROM proposals p
  JOIN unnest(${records.map(({ kind }) => kind)}::text[], ${records.map(({ id }) => id)}::int[]) AS shown(kind, id)
    ON shown.kind = p.kind AND shown.id = p.id
  ${proposalConditions(query, visibilities)}
  GROUP BY 1, 2`;

/** The number of a record's proposals, and of those among them that were read from files. */
export type RecordProposalCount = { count: number; fromFiles: number };

/** Counts a record's proposals in one state. */
export async function countOfRecord(
  connection: Connection,
  record: { kind: string; id: number },
  state: ProposalState,
  visibilities: Visibilities,
): Promise<RecordProposalCount> {
  const [counts] = await connection.$queryRaw<[RecordProposalCount]>`
    SELECT count(*)::int AS count, (count(*) FILTER (WHERE p.type = 'file'))::int AS "fromFiles"
    FROM proposals p ${proposalConditions({ ...record, state }, visibilities)}`;
  return counts;
}

/** The round from which a proposal comes, and the recipient whom a successor would follow. */
export type ProposalOrigin = {
  proposal_id: number;
  an: RecipientSource;
  person_kind: string | null;
  person_id: number | null;
};

/** Reads from which rounds and recipients proposals come; leaves out those of deleted rounds. */
export const originsOf = (connection: Connection, ids: readonly number[]) =>
  connection.$queryRaw<ProposalOrigin[]>`
  SELECT p.proposal_id, r.an, c.person_kind, c.person_id
  FROM proposals p
  JOIN rounds r ON r.runde_id = p.runde_id
  LEFT JOIN round_recipients c ON c.recipient_id = p.recipient_id
  WHERE p.proposal_id = ANY(${ids}::int[])`;

/** Returns the title of a round; null if it does not exist. */
export async function titleOfRound({ connection, locale }: Context, runde_id: number): Promise<string | null> {
  const [round] = await connection.$queryRaw<
    { titel: string }[]
  >`SELECT ${titleIn(locale)} AS titel FROM rounds r WHERE runde_id = ${runde_id}`;
  return round?.titel ?? null;
}

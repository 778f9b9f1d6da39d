import type { FileVisibility } from "@/lib/model/files/file-visibility";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { ProposalsQuery, ProposalState, ProposalType } from "../../proposal";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import type { Actor } from "@/lib/store/database/transaction";
import { identifier, isOneOf, jsonParts } from "@/lib/store/sql/fragments";
import type { ConfirmingRound } from "@/lib/store/records/confirm-records";
import { IS_JUST_REJECTED, isVisibleProposal } from "@/lib/store/sql/open-proposals";

/** The columns of a proposal that are stored when it is created. */
export type NewProposal = {
  type: ProposalType;
  kind: string;
  id: number;
  label: string;
  /** The records it was about before merges, in their order. */
  moved_from: readonly number[];
  field: string | null;
  value: unknown;
  now: unknown;
  runde_id: number | null;
  recipient_id: number | null;
  name: string;
  email: string;
  answer: string | null;
  comment: string | null;
  successor: unknown;
  answered_at: Date | null;
  datei_id: number | null;
  fassung: number | null;
  seite: number | null;
  zitat: string | null;
};

/** A proposal as it is stored. */
export type StoredProposal = NewProposal & {
  proposal_id: number;
  state: string;
  created_at: Date;
  decided_by: number | null;
  decider_name: string | null;
  decided_at: Date | null;
};

/**
 * Builds the WHERE clause of a query for proposals `p` that are seen by those who see files of these
 * visibilities.
 */
export function proposalConditions(
  { kind, id, state, type, runde_id, datei_id, field }: Omit<ProposalsQuery, "pageNo" | "pageSize">,
  visibilities: readonly FileVisibility[],
): SqlQuery {
  const all: SqlQuery[] = [isVisibleProposal(visibilities)];
  if (kind !== undefined) all.push(sql`p.kind = ${kind}`);
  if (id !== undefined) all.push(sql`p.id = ${id}`);
  if (state !== undefined) all.push(sql`p.state = ${state}`);
  if (type !== undefined) all.push(sql`p.type = ${type}`);
  if (runde_id !== undefined) all.push(sql`p.runde_id = ${runde_id}`);
  if (datei_id !== undefined) all.push(sql`p.datei_id = ${datei_id}`);
  if (field !== undefined) all.push(sql`p.field = ${field}`);
  return sql`WHERE ${join(all, " AND ")}`;
}

/** Reads one page of proposals, oldest first, and the exact total. */
export async function storedProposals(
  connection: Connection,
  query: ProposalsQuery,
  visibilities: readonly FileVisibility[],
): Promise<{ rows: StoredProposal[]; total: number }> {
  const offset = BigInt(query.pageNo) * BigInt(query.pageSize);
  const where = proposalConditions(query, visibilities);
  const [[{ total }], rows] = await Promise.all([
    connection.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM proposals p ${where}`,
    connection.$queryRaw<StoredProposal[]>`
      SELECT p.* FROM proposals p ${where} ORDER BY p.proposal_id LIMIT ${query.pageSize} OFFSET ${offset}`,
  ]);
  return { rows, total };
}

/**
 * Locks proposals until the transaction ends, and reads them. Is done before their records are
 * locked, in the order of the keys, so that two callers cannot deadlock. Leaves out those that are not seen
 * by those who see files of these visibilities.
 */
export const lockedProposals = (
  transaction: Transaction,
  ids: readonly number[],
  visibilities: readonly FileVisibility[],
): Promise<StoredProposal[]> =>
  transaction.$queryRaw<StoredProposal[]>`
    SELECT p.* FROM proposals p WHERE p.proposal_id ${isOneOf(ids)} AND ${isVisibleProposal(visibilities)}
    ORDER BY p.proposal_id FOR UPDATE`;

/** Stores an editor's decision about proposals. */
export async function decideProposals(
  transaction: Transaction,
  ids: readonly number[],
  state: Extract<ProposalState, "accepted" | "rejected">,
  actor: Actor | null,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`
    UPDATE proposals SET state = ${state}, decided_by = ${actor?.id ?? null}::int,
      decider_name = ${actor?.name ?? null}::text, decided_at = now()
    WHERE proposal_id ${isOneOf(ids)}`;
}

/**
 * Locks what makes proposals obsolete: the recipients whose answers they are, which an answer locks
 * before its proposals. Call it before `lockedProposals`.
 */
export const lockRecipientsOf = (transaction: Transaction, ids: readonly number[]) => transaction.$executeRaw`
  SELECT 1 FROM round_recipients
  WHERE recipient_id IN (SELECT p.recipient_id FROM proposals p WHERE p.proposal_id ${isOneOf(ids)})
  ORDER BY recipient_id FOR KEY SHARE`;

/** Locks the files that proposals were read from against new versions, other kinds and deletion. */
export const lockFilesOf = (transaction: Transaction, ids: readonly number[]) => transaction.$executeRaw`
  SELECT 1 FROM files WHERE datei_id IN (SELECT p.datei_id FROM proposals p WHERE p.proposal_id ${isOneOf(ids)})
  ORDER BY datei_id FOR SHARE`;

/**
 * Whether the record of proposal `p` was deleted by what rejected it or later, even if it is restored, or a
 * record that was merged into it was restored. The decision's time is rounded and that of changes is not:
 * of one transaction, the former may be a millisecond later.
 */
const IS_RECORD_REPLACED = sql`EXISTS (
  SELECT FROM changes c WHERE c.kind = p.kind AND (
    c.id = p.id AND c.action = 'delete' AND c.at >= p.decided_at - interval '1 millisecond'
    OR c.id = ANY(p.moved_from) AND c.action = 'create' AND c.at > p.decided_at))`;

/** Whether the recipient has answered about the record again since proposal `p`. */
const IS_ANSWERED_AGAIN = sql`EXISTS (
  SELECT FROM round_records r WHERE r.recipient_id = p.recipient_id
    AND r.record_id = coalesce(p.moved_from[1], p.id) AND r.answered_at > p.answered_at)`;

/** Whether the file of proposal `p` still proposes its version's values, and no other value for the field since. */
const IS_STILL_READ = sql`(p.datei_id IS NULL OR (
  EXISTS (SELECT FROM files f JOIN dateiarten d ON d.dateiart_id = f.dateiart
    WHERE f.datei_id = p.datei_id AND f.fassung = p.fassung AND f.deleted_at IS NULL AND d.schlaegt_vor)
  AND NOT EXISTS (SELECT FROM proposals q
    WHERE q.datei_id = p.datei_id AND q.field = p.field AND q.proposal_id > p.proposal_id)))`;

/**
 * Returns those of proposals that can be reopened: a user has just rejected them, and nothing has
 * made them obsolete since. The recipients, proposals, records and files must be locked.
 */
export async function findReopenable(transaction: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await transaction.$queryRaw<{ proposal_id: number }[]>`
    SELECT p.proposal_id FROM proposals p
    WHERE p.proposal_id ${isOneOf(ids)} AND ${IS_JUST_REJECTED} AND p.decided_by IS NOT NULL
      AND NOT ${IS_RECORD_REPLACED} AND NOT ${IS_ANSWERED_AGAIN} AND ${IS_STILL_READ}`;
  return new Set(rows.map(({ proposal_id }) => proposal_id));
}

/** Opens rejected proposals again. */
export async function openAgain(transaction: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`
    UPDATE proposals SET state = 'open', decided_by = NULL, decider_name = NULL, decided_at = NULL
    WHERE proposal_id ${isOneOf(ids)}`;
}

/** An answer about a record of which all proposed values were accepted. */
export type AcceptedAnswer = { kind: string; id: number; name: string; answered_at: Date } & ConfirmingRound;

/**
 * Finds the answers to which accepted proposals belong, and of which all values were accepted for
 * the record or for those merged into it; not for one from which undoing a merge has separated it
 * since.
 * @param ids proposals of values that were accepted
 */
export const acceptedAnswers = (transaction: Transaction, ids: readonly number[]): Promise<AcceptedAnswer[]> =>
  transaction.$queryRaw<AcceptedAnswer[]>`
    WITH answers AS (
      SELECT DISTINCT recipient_id, kind, id, moved_from, answered_at FROM proposals
      WHERE proposal_id ${isOneOf(ids)} AND recipient_id IS NOT NULL AND answered_at IS NOT NULL
    )
    SELECT a.kind, a.id, max(p.name) AS name, a.answered_at, round.runde_id, round.titel_de
    FROM answers a JOIN proposals p USING (recipient_id, kind, answered_at) JOIN rounds round USING (runde_id)
    WHERE p.field IS NOT NULL AND coalesce(p.moved_from[1], p.id) = coalesce(a.moved_from[1], a.id)
    GROUP BY a.recipient_id, a.kind, a.id, a.moved_from, a.answered_at, round.runde_id
    HAVING bool_and(p.state = 'accepted' AND (p.id = a.id OR p.id = ANY(a.moved_from)))
    ORDER BY a.kind, a.id, a.answered_at`;

/** Stores open proposals in their order. */
export async function insertProposals(transaction: Transaction, proposals: readonly NewProposal[]): Promise<void> {
  for (const part of jsonParts(proposals)) {
    await transaction.$executeRaw`
      INSERT INTO proposals (type, kind, id, label, moved_from, field, value, now, runde_id, recipient_id, name, email, answer, comment,
        successor, answered_at, datei_id, fassung, seite, zitat)
      SELECT type, kind, id, label, moved_from, field, value, now, runde_id, recipient_id, name, email, answer, comment,
        successor, answered_at, datei_id, fassung, seite, zitat
      FROM ROWS FROM (jsonb_to_recordset(${part}::jsonb) AS (type text, kind text, id integer, label text, moved_from integer[],
        field text, value jsonb, now jsonb, runde_id integer, recipient_id integer, name text, email text, answer text, comment text,
        successor jsonb, answered_at timestamptz, datei_id integer, fassung integer, seite integer, zitat text)) WITH ORDINALITY AS given
      ORDER BY ordinality`;
  }
}

/** Deletes a recipient's open proposals about records, even if merged since. */
export async function deleteOpenProposals(
  transaction: Transaction,
  recipient_id: number,
  { kind, ids }: { kind: string; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`
    WITH open AS MATERIALIZED (
      SELECT proposal_id FROM proposals
      WHERE recipient_id = ${recipient_id} AND state = 'open' AND kind = ${kind}
        AND (id ${isOneOf(ids)} OR moved_from[1] ${isOneOf(ids)})
      ORDER BY proposal_id FOR UPDATE
    )
    DELETE FROM proposals p USING open WHERE p.proposal_id = open.proposal_id`;
}

/**
 * Locks records until the transaction ends, like `lockRecords`.
 * @returns the keys of those that exist
 */
export async function lockExisting(
  transaction: Transaction,
  { table, key }: AnyDefinition,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT ${identifier(key)} AS id FROM ${identifier(table)} WHERE ${identifier(key)} ${isOneOf(ids)}
    ORDER BY ${identifier(key)} FOR UPDATE`;
  return new Set(rows.map(({ id }) => id));
}

import type { PersonIdentity } from "../recipients-of-person";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { sql, type SqlQuery } from "@/lib/store/database/sql";
import { containsOneOf } from "@/lib/store/sql/text-search";
import type { StoredProposal } from "./proposals-sql";

/* Proposals of a person, about a person's record, or that name a person (contract §9). */

/** Maximum number of proposals in a report. */
const MAX_ROWS = 1_000;

const lower = (texts: readonly string[]) => texts.map((text) => text.trim().toLowerCase());

/**
 * Builds a condition: proposal `p` names a person, as who answered, as the successor or as the
 * record it is about, or was about before a merge. An address that the person once had may be that
 * of another recipient now.
 */
function namesPerson({ kind, ids, names, emails }: PersonIdentity): SqlQuery {
  const isOwn = sql`(r.person_kind = ${kind} AND r.person_id = ANY(${ids}::int[]))`;
  return sql`(
    (p.kind = ${kind} AND (p.id = ANY(${ids}::int[]) OR p.moved_from && ${ids}::int[]))
    OR EXISTS (SELECT 1 FROM round_recipients r WHERE r.recipient_id = p.recipient_id AND ${isOwn})
    OR (lower(p.email) = ANY(${lower(emails)}::text[]) AND NOT EXISTS (
      SELECT 1 FROM round_recipients r WHERE r.recipient_id = p.recipient_id AND r.person_id IS NOT NULL AND NOT ${isOwn}))
    OR lower(trim(p.successor ->> 'email')) = ANY(${lower(emails)}::text[])
    OR lower(concat_ws(' ', trim(p.successor ->> 'vorname'), trim(p.successor ->> 'nachname'))) = ANY(${lower(names)}::text[]))`;
}

/**
 * Finds the proposals that name a person, and those whose texts contain one of the words.
 * @param words the person's surnames and addresses
 */
export function storedProposalsOf(
  connection: Connection,
  person: PersonIdentity,
  words: readonly string[],
): Promise<StoredProposal[]> {
  const texts = sql`concat_ws(' ', p.comment, p.value::text, p.now::text, p.successor::text, p.zitat)`;
  const mentions = words.length > 0 ? containsOneOf(texts, words) : sql`false`;
  return connection.$queryRaw<StoredProposal[]>`
    SELECT p.* FROM proposals p WHERE ${namesPerson(person)} OR ${mentions} ORDER BY p.proposal_id LIMIT ${MAX_ROWS}`;
}

/** Locks the proposals that name the person until the transaction ends. */
export const lockProposalsOfPerson = (transaction: Transaction, person: PersonIdentity) => transaction.$executeRaw`
  SELECT 1 FROM proposals p WHERE ${namesPerson(person)} ORDER BY p.proposal_id FOR UPDATE`;

/** Deletes the proposals that name the person. Mentions in texts of other proposals stay. */
export const eraseProposals = (transaction: Transaction, person: PersonIdentity) => transaction.$executeRaw`
  DELETE FROM proposals p WHERE ${namesPerson(person)}`;

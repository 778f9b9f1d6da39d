import type { PersonalAnswer, PersonalRecipient } from "../round-person-answers";
import { serializeDates, type WithDates } from "@/lib/model/pure/serialize-dates";
import type { Connection } from "@/lib/store/database/client";
import { sql, type SqlQuery } from "@/lib/store/database/sql";
import type { AnswerMoment } from "./erase-confirmer";
import { containsOneOf } from "@/lib/store/sql/text-search";

/** Everything that identifies a person: records, and present and past names and addresses. */
export type PersonIdentity = {
  /** The first segment of the kind's API path. */
  kind: string;
  /** The person's record, and those that were merged into it. */
  ids: readonly number[];
  names: readonly string[];
  emails: readonly string[];
};

const lower = (texts: readonly string[]) => texts.map((text) => text.trim().toLowerCase());

/**
 * Builds a condition: recipient `r` is a person, by the record or, where none is known, by the
 * address. An address that the person once had may be that of another recipient now.
 */
export const isRecipient = ({ kind, ids, emails }: PersonIdentity): SqlQuery => sql`(
  (r.person_kind = ${kind} AND r.person_id = ANY(${ids}::int[]))
  OR (r.person_id IS NULL AND lower(r.email) = ANY(${lower(emails)}::text[])))`;

/** Builds a condition: a successor, as JSON, is a person, by name or address. */
export const isSuccessor = (successor: SqlQuery, { names, emails }: PersonIdentity): SqlQuery => sql`coalesce(
  lower(trim(${successor} ->> 'email')) = ANY(${lower(emails)}::text[])
  OR lower(concat_ws(' ', trim(${successor} ->> 'vorname'), trim(${successor} ->> 'nachname'))) = ANY(${lower(names)}::text[]),
  false)`;

/** Builds a condition: an answer in round `o` is about a person's record. */
export const isAboutPerson = (record: SqlQuery, { kind, ids }: PersonIdentity): SqlQuery =>
  sql`(o.kind = ${kind} AND ${record} = ANY(${ids}::int[]))`;

/**
 * Finds the answers of namesakes: recipients who have one of the names, and are known to be another
 * person.
 * @returns their names in lower case, and the moments of their answers
 */
export const namesakeAnswers = (
  connection: Connection,
  { kind, ids }: PersonIdentity,
  names: readonly string[],
): Promise<AnswerMoment[]> => connection.$queryRaw<AnswerMoment[]>`
  SELECT DISTINCT lower(r.name) AS name, a.answered_at AS at
  FROM round_recipients r JOIN round_records a USING (recipient_id)
  WHERE lower(r.name) = ANY(${lower(names)}::text[]) AND a.answered_at IS NOT NULL
    AND r.person_id IS NOT NULL AND NOT (r.person_kind = ${kind} AND r.person_id = ANY(${ids}::int[]))`;

/** Maximum number of recipients and of answers in a report. */
const MAX_ROWS = 1_000;

/**
 * Finds what is stored in rounds about a person (contract §9): the person as a recipient, and answers of
 * the person, about the person's record, or whose texts contain one of the words.
 * @param words the person's surnames and addresses
 */
export async function recipientsOfPerson(
  connection: Connection,
  person: PersonIdentity,
  words: readonly string[],
): Promise<{ recipients: PersonalRecipient[]; answers: PersonalAnswer[] }> {
  const recipients = await connection.$queryRaw<
    WithDates<PersonalRecipient, "sent_at" | "answered_at" | "declined_at">[]
  >`
    SELECT r.runde_id, o.titel_de, o.titel_en, r.email, r.name, r.state, r.sent_at, r.answered_at, r.declined_at
    FROM round_recipients r JOIN rounds o USING (runde_id)
    WHERE ${isRecipient(person)} ORDER BY r.recipient_id LIMIT ${MAX_ROWS}`;
  const texts = sql`concat_ws(' ', a.comment, a.changes::text, a.successor::text)`;
  const mentions = words.length > 0 ? containsOneOf(texts, words) : sql`false`;
  const answers = await connection.$queryRaw<WithDates<PersonalAnswer, "answered_at">[]>`
    SELECT r.runde_id, r.email, r.name, o.kind, a.record_id AS id, a.label, a.answer, a.changes, a.successor, a.comment,
      a.answered_at
    FROM round_records a JOIN round_recipients r USING (recipient_id) JOIN rounds o USING (runde_id)
    WHERE ${isRecipient(person)} OR ${isAboutPerson(sql`a.record_id`, person)} OR ${isSuccessor(sql`a.successor`, person)}
      OR ${mentions}
    ORDER BY a.recipient_id, a.record_id LIMIT ${MAX_ROWS}`;
  return { recipients: recipients.map(serializeDates), answers: answers.map(serializeDates) };
}

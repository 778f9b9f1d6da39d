import type { Transaction } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { isAboutPerson, isRecipient, isSuccessor, type PersonIdentity } from "./recipients-of-person";

/**
 * Locks the rounds and recipients that an erasure changes until the transaction ends: the person as a
 * recipient, and recipients whose answers are about the person's record or name the person.
 */
export async function lockRecipientsOfPerson(transaction: Transaction, person: PersonIdentity): Promise<void> {
  const concernsPerson = sql`(${isRecipient(person)} OR EXISTS (
    SELECT FROM round_records a JOIN rounds o ON o.runde_id = r.runde_id WHERE a.recipient_id = r.recipient_id
      AND (${isAboutPerson(sql`a.record_id`, person)} OR ${isSuccessor(sql`a.successor`, person)})))`;
  // Deleting a round locks the round, its proposals, and only then its recipients.
  await transaction.$executeRaw`
    SELECT 1 FROM rounds WHERE runde_id IN (SELECT r.runde_id FROM round_recipients r WHERE ${concernsPerson})
    ORDER BY runde_id FOR SHARE`;
  await transaction.$executeRaw`
    SELECT 1 FROM round_recipients r WHERE ${concernsPerson} ORDER BY r.recipient_id FOR UPDATE`;
}

/**
 * Erases a person from rounds (contract §9): the person's recipients with all answers, answers about
 * the person's record, and the person as a successor in other answers. Mentions in texts of other
 * answers stay. Call it after `eraseProposals`, which finds proposals by their recipients.
 * @returns the names under which the person was a recipient
 */
export async function eraseRecipients(transaction: Transaction, person: PersonIdentity): Promise<string[]> {
  const erased = await transaction.$queryRaw<{ name: string; is_known: boolean }[]>`
    DELETE FROM round_recipients r WHERE ${isRecipient(person)} RETURNING r.name, r.person_id IS NOT NULL AS is_known`;
  await transaction.$executeRaw`
    DELETE FROM round_records a USING round_recipients r, rounds o
    WHERE r.recipient_id = a.recipient_id AND o.runde_id = r.runde_id AND ${isAboutPerson(sql`a.record_id`, person)}`;
  await transaction.$executeRaw`
    UPDATE round_records a SET successor = NULL WHERE ${isSuccessor(sql`a.successor`, person)}`;
  // The address may be shared, and its recipient may have another person's name.
  return erased.filter(({ is_known }) => is_known).map(({ name }) => name);
}

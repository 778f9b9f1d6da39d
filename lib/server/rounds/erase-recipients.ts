import type { PersonIdentity } from "../../records/accounts/erasure";
import type { Transaction } from "../database/client";
import { sql } from "../database/sql";
import { isAboutPerson, isRecipient, isSuccessor } from "./recipients-of-person";

/**
 * Erases a person from rounds (contract §9): as a recipient with all answers, as a record that others
 * were asked about, and as the successor whom others named. Texts of others' answers that mention
 * the person stay. Call it after `eraseProposals`, which finds proposals by their recipients.
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

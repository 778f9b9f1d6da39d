import type { Connection, Transaction } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";
import { countUnlessLimited, limits } from "@/lib/store/limits/rate-limit";
import { logSecurity } from "@/lib/base/observability/security-log";
import { clientNetwork } from "@/lib/base/web/client-ip";
import { countAskedRecords, lockRoundOfToken, recipientByHash, type RecipientRow } from "./confirm-sql";
import { confirmTokenHash } from "./confirm-token";
import { statusAt } from "./round-status";

const isOpen = (round: RecipientRow): boolean => statusAt(round, new Date()) === "running";

const openRecipient = (recipient: RecipientRow | null): RecipientRow => {
  if (!recipient || !isOpen(recipient)) throw new AppError("token_invalid");
  return recipient;
};

/**
 * Returns the recipient of a token.
 * @throws AppError token_invalid for an unknown token, and after the round is closed
 */
export async function getRecipient(connection: Connection, token: string): Promise<RecipientRow> {
  return openRecipient(await recipientByHash(connection, confirmTokenHash(token)));
}

/**
 * Returns the recipient of a token, locked until the transaction ends: a second answer, or the end of the
 * round, waits.
 * @throws AppError token_invalid for an unknown token, and after the round is closed
 */
export async function lockRecipient(transaction: Transaction, token: string): Promise<RecipientRow> {
  const hash = confirmTokenHash(token);
  await lockRoundOfToken(transaction, hash);
  return openRecipient(await recipientByHash(transaction, hash, "lock"));
}

/**
 * Applies the rate limit to a call with a token: per recipient, or per client if the token is unknown (contract §15).
 * @returns the recipient; null for an unknown token and after the round is closed
 * @throws AppError too_many_requests
 */
export async function countTokenCall(connection: Connection, token: string, client: string) {
  const recipient = await recipientByHash(connection, confirmTokenHash(token));
  if (recipient) await countUnlessLimited("confirmations", String(recipient.recipient_id), client);
  else {
    await countUnlessLimited("unknownConfirmations", clientNetwork(client), client);
    logSecurity("token_refused", { client });
  }
  return recipient && isOpen(recipient) ? recipient : null;
}

/** The number of answers in an hour that a recipient may send for each record, besides `limits.roundAnswers`. */
const ANSWERS_PER_RECORD = 3;

/**
 * Counts an answer with a token, besides the calls of all kinds (contract §15).
 * @throws AppError too_many_requests
 */
export async function countAnswer(connection: Connection, token: string, client: string): Promise<void> {
  const recipient = await countTokenCall(connection, token, client);
  if (!recipient) return;
  const { recipient_id } = recipient;
  const attempts =
    limits.roundAnswers.attempts + ANSWERS_PER_RECORD * (await countAskedRecords(connection, recipient_id));
  await countUnlessLimited("roundAnswers", String(recipient_id), client, attempts);
}

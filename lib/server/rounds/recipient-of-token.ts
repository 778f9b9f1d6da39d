import type { Connection } from "../database/client";
import { AppError } from "../errors/errors";
import { countUnlessLimited } from "../limits/rate-limit";
import { logSecurity } from "../observability/security-log";
import { clientNetwork } from "../web/client-ip";
import { recipientByHash, type RecipientRow } from "./confirm-sql";
import { confirmTokenHash } from "./confirm-token";
import { statusAt } from "./round-status";

const isOpen = (round: RecipientRow): boolean => statusAt(round, new Date()) === "running";

/**
 * Returns the recipient of a token.
 * @param lock "lock" makes other transactions that lock the same recipient wait
 * @throws AppError token_invalid for an unknown token, and after the round is closed
 */
export async function getRecipient(connection: Connection, token: string, lock?: "lock"): Promise<RecipientRow> {
  const recipient = await recipientByHash(connection, confirmTokenHash(token), lock);
  if (!recipient || !isOpen(recipient)) throw new AppError("token_invalid");
  return recipient;
}

/**
 * Counts a call with a token, by the recipient or, with an unknown one, by the client (contract §15).
 * @returns the recipient
 * @throws AppError too_many_requests, or token_invalid for an unknown token and a closed round
 */
export async function admitToken(connection: Connection, token: string, client: string): Promise<RecipientRow> {
  const recipient = await recipientByHash(connection, confirmTokenHash(token));
  if (!recipient) {
    await countUnlessLimited("unknownConfirmations", clientNetwork(client), client);
    logSecurity("token_refused", { client });
    throw new AppError("token_invalid");
  }
  await countUnlessLimited("confirmations", String(recipient.recipient_id), client);
  if (!isOpen(recipient)) throw new AppError("token_invalid");
  return recipient;
}

import { timingSafeEqual } from "node:crypto";
import { MAX_ID } from "../../limits";
import { keyedHash } from "../web/crypto";

const signatureFor = (userId: number) => keyedHash("unsubscribe", String(userId));

/**
 * What a digest's links carry: it ends the digest of one account and opens nothing else. Signed instead of stored, because a mail
 * may be read years later, and whoever clicks it then must not be told that his link has run out.
 */
export const unsubscribeToken = (userId: number) => `${userId}.${signatureFor(userId)}`;

/** Whose digest a token ends; null where it is none of ours. */
export function userOfUnsubscribe(token: string): number | null {
  const [, digits = "", signature = ""] = /^([1-9]\d{0,9})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const userId = Number(digits);
  if (userId === 0 || userId > MAX_ID) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureFor(userId))) ? userId : null;
}

import { timingSafeEqual } from "node:crypto";
import { MAX_ID } from "@/lib/model/limits";
import { keyedHash } from "@/lib/base/web/crypto";

const signatureFor = (userId: number) => keyedHash("unsubscribe", String(userId));

/**
 * Returns the token in a digest's unsubscribe links, which unsubscribes one account and allows
 * nothing else. The token is signed instead of stored, so that it never expires: a mail may be read
 * years later.
 */
export const unsubscribeToken = (userId: number) => `${userId}.${signatureFor(userId)}`;

/** Returns the id of the account that a token unsubscribes; null for an invalid token. */
export function userOfUnsubscribe(token: string): number | null {
  const [, digits = "", signature = ""] = /^([1-9]\d{0,9})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const userId = Number(digits);
  if (userId === 0 || userId > MAX_ID) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureFor(userId))) ? userId : null;
}

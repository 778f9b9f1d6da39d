import { HASH_PURPOSES, keyedHash, tokenHash } from "@/lib/base/web/crypto";

/** Returns the path of the page that a recipient's token opens. */
export const confirmPath = (token: string): string => `/confirm/${token}`;

/**
 * Returns the token in a recipient's link: 256 bits that follow from recipient and generation, so
 * that reminders carry the same link although only its hash is stored (contract §15).
 */
export function confirmToken(recipient_id: number, generation: number): string {
  const mac = Buffer.from(keyedHash("confirm_link", `${recipient_id}.${generation}`), "hex");
  return HASH_PURPOSES.confirm + mac.toString("base64url");
}

/** Returns the hash under which a recipient's token is stored, as 64 hex digits. */
export const confirmTokenHash = (token: string): string => tokenHash("confirm", token);

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "../env";

/** A token that nobody can guess, for a session or a mailed link; only its hash is stored. */
export const randomToken = () => randomBytes(32).toString("base64url");

/**
 * What is stored in a token's place, and what a counter calls somebody. The key keeps those who can read or write the
 * tables from making a session of their own, and from reading addresses out of the counters.
 */
export const keyedHash = (text: string) => createHmac("sha256", env().AUTH_SECRET).update(text).digest("hex");

const SEAL = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const sealKey = () => Buffer.from(hkdfSync("sha256", env().AUTH_SECRET, "", "seal", 32));

/** Encrypts what must be read again, unlike a hash, but by nobody who has only the tables. */
export function seal(text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(SEAL, sealKey(), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** What was sealed; null when it was sealed with another secret, or is not what was sealed. */
export function unseal(sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(SEAL, sealKey(), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  try {
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

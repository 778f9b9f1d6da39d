import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "../config/env";

/**
 * Purposes of keyed hashes, each with the prefix of the hashed messages, so that a value made for
 * one purpose is never valid for another. No prefix begins with another prefix. Tokens begin with
 * their prefix themselves; other values get it when they are hashed.
 */
export const HASH_PURPOSES = {
  session: "session_",
  api_token: "koopdb_",
  verify_email: "verify_",
  reset_password: "reset_",
  calendar_feed: "feed_",
  sso_handle: "sso_",
  next_auth: "next-auth ",
  recovery_code: "recovery:",
  unsubscribe: "unsubscribe ",
  confirm: "confirm_",
  confirm_link: "confirmation link ",
  counter: "counter ",
} as const;
export type HashPurpose = keyof typeof HASH_PURPOSES;

const hmac = (message: string) => createHmac("sha256", env().AUTH_SECRET).update(message).digest("hex");

/**
 * Returns the HMAC-SHA-256 of a text for one purpose, as 64 hex digits. Because the key is not in
 * the database, read access to the tables yields no valid token, and write access no forged
 * session.
 */
export const keyedHash = (purpose: HashPurpose, text: string): string => hmac(HASH_PURPOSES[purpose] + text);

/** Returns a new token of 256 random bits that begins with its purpose. Only its hash is stored. */
export const newToken = (purpose: HashPurpose): string =>
  HASH_PURPOSES[purpose] + randomBytes(32).toString("base64url");

/** Matches a token in the former format: 256 bits in base64url, without a purpose prefix. */
const FORMER_TOKEN = /^[\w-]{43}$/;

/**
 * Returns the hash under which a token of this purpose is stored. Tokens in the former format,
 * without a prefix, stay valid until they expire or are renewed; their purpose follows from their
 * table.
 */
export function tokenHash(purpose: HashPurpose, token: string): string {
  const prefix = HASH_PURPOSES[purpose];
  if (token.startsWith(prefix)) return keyedHash(purpose, token.slice(prefix.length));
  return FORMER_TOKEN.test(token) ? hmac(token) : keyedHash(purpose, token);
}

const SEAL = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const sealKey = () => Buffer.from(hkdfSync("sha256", env().AUTH_SECRET, "", "seal", 32));

/**
 * Encrypts a value that the app has to read back, which a hash would not allow. A copy of the
 * tables alone does not suffice to decrypt it.
 */
export function seal(text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(SEAL, sealKey(), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts a sealed text; returns null when it was sealed with another AUTH_SECRET or was altered.
 */
export function unseal(sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const decipher = createDecipheriv(SEAL, sealKey(), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

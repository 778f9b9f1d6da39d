import bcrypt from "bcryptjs";

const COST = 12;

/** Hashes a password with bcrypt. Its length (6 characters to 72 bytes, contract §5) is the caller's schema's business. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, COST);
}

/** A hash that no password matches, so that looking up an unknown address costs the same time as a known one. */
const NO_ACCOUNT_HASH = bcrypt.hashSync("no account has this password", COST);

/**
 * Whether the password belongs to the hash.
 * @param hash the stored hash, or null when there is no such account: always false, after the same work
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash ?? NO_ACCOUNT_HASH);
  return hash !== null && matches;
}

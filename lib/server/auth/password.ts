import { runPasswordJob } from "./password-pool";

let cost = 12;

/** Makes hashing cheaper, for tests that log in hundreds of times. Nothing else calls it. */
export function setHashCost(value: number): void {
  cost = value;
}

/**
 * Hashes a password with bcrypt. Its length (6 characters to 72 bytes, contract §5) is the caller's schema's business.
 * @throws AppError error_api while too many passwords wait for it
 */
export async function hashPassword(password: string): Promise<string> {
  return String(await runPasswordJob({ password, cost }));
}

const shared = globalThis as typeof globalThis & { cooperationHashOfNobody?: Promise<string> };

/**
 * A hash that no account has, so that looking up an unknown address costs the same time as a known one. Kept on
 * `globalThis`, because Next bundles the startup, which makes it, and the routes apart.
 */
const hashOfNobody = () =>
  (shared.cooperationHashOfNobody ??= hashPassword("no account has this password").catch((error: unknown) => {
    shared.cooperationHashOfNobody = undefined;
    throw error;
  }));

/**
 * Whether the password belongs to the hash.
 * @param hash the stored hash, or null when there is no such account: always false, after the same work
 * @throws AppError error_api while too many passwords wait for it
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await runPasswordJob({ password, hash: hash ?? (await hashOfNobody()) });
  return hash !== null && matches === true;
}

import { runPasswordJob } from "./password-pool";
import { processSingleton, setSingleton } from "@/lib/base/config/process-singleton";

/** Cost of bcrypt, as a power of two. */
const COST = 12;

/**
 * Hashes a password with bcrypt. The caller's schema limits its length (6 characters to 72 bytes,
 * contract §5).
 * @throws AppError error_api when the queue of password jobs is full
 */
export async function hashPassword(password: string): Promise<string> {
  return String(await runPasswordJob({ password, cost: COST }));
}

/**
 * Returns a hash that no account has. A login with an unknown address is checked against it, so
 * that it takes as long as a login with a known address.
 */
const dummyHash = () =>
  processSingleton("hash-of-nobody", () =>
    hashPassword("no account has this password").catch((error: unknown) => {
      setSingleton("hash-of-nobody", undefined);
      throw error;
    }),
  );

/**
 * Returns whether a password matches a hash.
 * @param hash the stored hash; null if the account does not exist, for which this returns false
 * after the same amount of work
 * @throws AppError error_api when the queue of password jobs is full
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await runPasswordJob({ password, hash: hash ?? (await dummyHash()) });
  return hash !== null && matches === true;
}

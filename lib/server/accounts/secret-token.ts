import { createHmac, randomBytes } from "node:crypto";
import { env } from "../env";

/** A token that nobody can guess, for a session or a mailed link; only its hash is stored. */
export const randomToken = () => randomBytes(32).toString("base64url");

/**
 * What is stored in a token's place, and what a counter calls somebody. The key keeps those who can read or write the
 * tables from making a session of their own, and from reading addresses out of the counters.
 */
export const keyedHash = (text: string) => createHmac("sha256", env().AUTH_SECRET).update(text).digest("hex");

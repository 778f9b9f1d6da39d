/**
 * A method that Next routes but no API route has: it stands in for unknown methods, to get a 405
 * with the allowed ones.
 */
export const UNUSED_METHOD = "PATCH";

/** The methods that a Next route file may export; Next routes no others. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", UNUSED_METHOD, "DELETE", "OPTIONS"] as const;

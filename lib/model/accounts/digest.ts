/** How often an account receives a digest of deadlines by mail (contract §11). */
export const DIGESTS = ["none", "daily", "weekly", "monthly"] as const;
export type Digest = (typeof DIGESTS)[number];

/**
 * The projects that a digest covers: all, or those of the member who has the account's e-mail
 * address.
 */
export const DIGEST_SCOPES = ["all", "mine"] as const;
export type DigestScope = (typeof DIGEST_SCOPES)[number];

/** A user's digest settings. */
export type DigestChoice = { digest: Digest; digest_scope: DigestScope };

/** How often a digest of deadlines is sent by mail (contract §11). */
export const DIGESTS = ["none", "daily", "weekly", "monthly"] as const;
export type Digest = (typeof DIGESTS)[number];

/** The projects of the digest: all, or those of the member with the account's e-mail address. */
export const DIGEST_SCOPES = ["all", "mine"] as const;
export type DigestScope = (typeof DIGEST_SCOPES)[number];

/** A user's digest settings. */
export type DigestChoice = { digest: Digest; digest_scope: DigestScope };

/** How often a mail tells of deadlines (contract §11). */
export const DIGESTS = ["none", "daily", "weekly", "monthly"] as const;
export type Digest = (typeof DIGESTS)[number];

/** Of which projects: all, or those of the member whose e-mail is the account's. */
export const DIGEST_SCOPES = ["all", "mine"] as const;
export type DigestScope = (typeof DIGEST_SCOPES)[number];

/** What somebody has chosen. */
export type DigestChoice = { digest: Digest; digest_scope: DigestScope };

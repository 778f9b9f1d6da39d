/** The roles of accounts, from least to most privileged (contract §9). */
export const ROLES = ["reader", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The scopes of API tokens. A token never allows more than the role of its owner (contract §9). */
export const TOKEN_SCOPES = ["read", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

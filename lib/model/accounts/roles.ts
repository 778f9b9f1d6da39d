/** The roles of accounts, from least to most privileged (contract §9). */
export const ROLES = ["reader", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The role of invited accounts unless the invitation names another; of others, see `DEFAULT_ROLE`. */
export const INVITED_ROLE: Role = "reader";

/** The scopes of API tokens. A token never allows more than the role of its owner (contract §9). */
export const TOKEN_SCOPES = ["read", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

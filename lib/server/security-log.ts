/** What the security log tells of (docs/security.md). */
export type SecurityEvent =
  | "login"
  | "login_failed"
  | "logout"
  | "registered"
  | "email_verified"
  | "verification_failed"
  | "reset_requested"
  | "password_reset"
  | "password_changed"
  | "password_change_failed"
  | "token_refused"
  | "session_ended"
  | "account_invited"
  | "account_disabled"
  | "account_enabled"
  | "account_deleted"
  | "role_set"
  | "limit_reached";

type Details = {
  /** Whose account, where it is known. Addresses are left out: somebody may have typed a password there. */
  user_id?: number;
  /** Where the request came from; unknown below the routes. */
  client?: string;
  /** Which admin did it to the account. */
  by?: number;
  reason?: string;
};

/** Writes one event as one line of JSON. Passwords and tokens have no way in. */
export function logSecurity(event: SecurityEvent, { user_id, client, by, reason }: Details): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), log: "security", event, user_id, client, by, reason }));
}

/** A path as it may be logged: the tokens of mailed links are cut out. */
export const withoutTokens = (path: string) =>
  path.replace(/\/(verify|find|verify-email|password-reset)\/[^/?]+/g, "/$1/…");

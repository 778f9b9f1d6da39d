import { writeLine } from "./log";
import { requestId } from "../web/request-id";

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
  | "unsubscribed"
  | "token_refused"
  | "session_ended"
  | "limit_reached"
  | "refused"
  | "account_created"
  | "account_linked"
  | "account_invited"
  | "account_password_set"
  | "account_disabled"
  | "account_enabled"
  | "account_deleted"
  | "second_factor_on"
  | "second_factor_off"
  | "recovery_codes_made"
  | "recovery_code_used"
  | "token_made"
  | "token_withdrawn"
  | "calendar_renewed"
  | "role_set"
  | "role_kept"
  | "account_exported"
  | "personal_data_read"
  | "person_erased"
  | "import_stopped";

type Details = {
  /** Whose account, where it is known. Addresses are left out: somebody may have typed a password there. */
  user_id?: number;
  /** Where the request came from; unknown below the routes. */
  client?: string;
  reason?: string;
  /** What was asked for, as method and path without tokens. */
  request?: string;
  /** Who did it to the account: an admin's account, single sign-on, or at the command line the name that the system knows somebody by. */
  by?: number | string;
};

/** One event as one line of JSON. Passwords and tokens have no way in. */
export const securityLine = (event: SecurityEvent, { user_id, client, reason, request, by }: Details): string => {
  const time = new Date().toISOString();
  return JSON.stringify({
    time,
    log: "security",
    event,
    user_id,
    client,
    reason,
    request,
    by,
    request_id: requestId(),
  });
};

/** Writes one event. */
export function logSecurity(event: SecurityEvent, details: Details): void {
  writeLine(securityLine(event, details));
}

/** A path as it may be logged: the tokens of mailed links, and the secrets of calendars, are cut out. */
export const withoutTokens = (path: string) =>
  path.replace(/\/(verify|find|verify-email|password-reset|unsubscribe|api\/calendar)\/[^/?]+/g, "/$1/…");

const LOGGED_PATH_LENGTH = 200;

/** A request as it may be logged. */
export const loggedRequest = (method: string, path: string) =>
  `${method} ${withoutTokens(path).slice(0, LOGGED_PATH_LENGTH)}`;

import { writeLine } from "./log";
import { requestId } from "../web/request-id";

/** Events of the security log (docs/security.md). */
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
  | "file_downloaded"
  | "import_stopped";

type Details = {
  /** The account's id, if known. Never the typed mail address: it may be a misplaced password. */
  user_id?: number;
  /** The client's address; only routes know it. */
  client?: string;
  reason?: string;
  /** Method and path of the request, without tokens. */
  request?: string;
  /** Who acted on the account: an admin's id, single sign-on, or a command's system user. */
  by?: number | string;
};

/** Formats an event as one JSON line, which has no field for passwords or tokens. */
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

/** Writes one event to the security log. */
export function logSecurity(event: SecurityEvent, details: Details): void {
  writeLine(securityLine(event, details));
}

/**
 * Removes the tokens of mailed links and the secrets of calendar feeds from a path, for the log.
 */
export const withoutTokens = (path: string) =>
  path.replace(/\/(verify|find|verify-email|password-reset|unsubscribe|confirm|api\/calendar)\/[^/?]+/g, "/$1/…");

const LOGGED_PATH_LENGTH = 200;

/** Formats a request for the log. */
export const loggedRequest = (method: string, path: string) =>
  `${method} ${withoutTokens(path).slice(0, LOGGED_PATH_LENGTH)}`;

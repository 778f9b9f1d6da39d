import type { MessageKey } from "@/lib/model/messages/i18n";
import { UNKNOWN_FIELDS_NAMED } from "@/lib/model/limits";
import type { FieldErrors } from "@/lib/model/fields/field";
import { userViolableConstraints } from "./reference-constraints";

/** HTTP status of each error code (contract §1); codes are also keys of `notices` in `messages/*.json`. */
const statusOf = {
  unauthenticated: 401,
  forbidden_origin: 403,
  forbidden: 403,
  second_factor_missing: 403,
  data_not_found: 404,
  not_found: 404,
  email_not_found: 404,
  token_invalid: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  changed_since: 409,
  not_revertible: 409,
  import_not_ready: 409,
  import_renames: 409,
  not_open: 409,
  round_started: 409,
  round_not_running: 409,
  edit_conflict: 412,
  payload_too_large: 413,
  misdirected_request: 421,
  upgrade_refused: 426,
  unsupported_media_type: 415,
  validation_failed: 422,
  invalid_json: 400,
  too_many_requests: 429,
  error_api: 503,
  storage_full: 507,
  internal_error: 500,
  // Refusals that the contract documents with status 200: the call was understood, but refused.
  username_password_error: 200,
  verify_email: 200,
  second_factor_required: 200,
  second_factor_wrong: 200,
  second_factor_on: 200,
  email_exists: 200,
  email_domain_not_allowed: 200,
  registration_closed: 200,
  password_login_off: 200,
  // Single sign-on redirects to the login page with one of these codes in the URL. They occur in no
  // response body.
  sso_no_access: 200,
  sso_failed: 200,
  sso_expired: 200,
  sso_cancelled: 200,
  already_exists: 200,
  file_exists: 200,
  role_taken: 200,
  cannotdeletecontrains: 200,
  thematic_field_still_in_use: 200,
  last_admin: 200,
  own_account: 200,
  reference_in_use: 200,
  reference_protected: 200,
} as const satisfies Partial<Record<MessageKey<"notices"> | "internal_error", number>>;

export type ErrorCode = keyof typeof statusOf;

type Details = { errors?: FieldErrors; body?: Record<string, unknown>; headers?: Record<string, string> };

/** An error that is thrown on purpose; `code` determines the response's status and message. */
export class AppError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly details: Details = {},
  ) {
    super(code);
    this.name = "AppError";
    this.status = statusOf[code];
  }

  /** The response body: `success: false`, the message key, and the refusal's further fields. */
  get body() {
    const { errors, body } = this.details;
    return { success: false, message: this.code, ...(errors && { errors }), ...body };
  }
}

/**
 * Whether an error is an AppError. Compares the name, because the server, pages and routes are
 * bundled separately, each with its own copy of the class.
 * @param codes accepted codes; without any, every code is accepted
 */
export const isAppError = (error: unknown, ...codes: ErrorCode[]): error is AppError =>
  error instanceof Error &&
  error.name === "AppError" &&
  (codes.length === 0 || codes.includes((error as AppError).code));

/**
 * Creates a validation_failed error from each field's error codes (contract §1). Of the unknown
 * fields it reports only the first 100, because a body may contain many and each name is sent back.
 */
export function invalid(errors: FieldErrors): AppError {
  let unknownCount = 0;
  const isListed = (codes: FieldErrors[string]) => !codes.includes("unknown") || ++unknownCount <= UNKNOWN_FIELDS_NAMED;
  const listed = Object.entries(errors).filter(([, codes]) => isListed(codes));
  return new AppError("validation_failed", { errors: Object.fromEntries(listed) });
}

const UNREACHABLE_PRISMA = new Set([
  "P1000",
  "P1001",
  "P1002",
  "P1003",
  "P1008",
  "P1011",
  "P1017",
  "P2024",
  "P2028",
  "P2034",
  "P2037",
]);
/**
 * SQLSTATEs (PostgreSQL's appendix A) and Node error codes of an unavailable database: connection
 * failure, server not the primary and thus read-only (25006), serialization failure, deadlock, too
 * many connections, statement timeout, shutdown.
 */
const UNAVAILABLE_CODES =
  /^(08\w{3}|25006|40001|40P01|53300|57014|57P0[1-4]|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/;
/**
 * Codes of UNAVAILABLE_CODES that a running server reports: it is not the primary, or the
 * transaction failed by a serialization failure or deadlock.
 */
const BLOCKED_CODES = /^(25006|40001|40P01|P2034)$/;
const UNREACHABLE_TEXT =
  /Connection terminated|encountered a connection error|timeout exceeded when trying to connect|server closed the connection/i;

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null && found.length < 8;) {
    found.push(cause);
    const next = cause as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    cause = next.meta?.driverAdapterError ?? next.cause;
  }
  return found;
}

const textsOf = (cause: unknown) => {
  const { code, originalCode, kind, message } = cause as Record<string, unknown>;
  return [code, originalCode, kind, message].filter((text) => typeof text === "string");
};

function isUnreachable(error: unknown): boolean {
  return causes(error)
    .flatMap(textsOf)
    .some(
      (text) =>
        UNREACHABLE_PRISMA.has(text) ||
        UNAVAILABLE_CODES.test(text) ||
        UNREACHABLE_TEXT.test(text) ||
        text === "DatabaseNotReachable" ||
        text === "TooManyConnections",
    );
}

/** SQLSTATE of a statement timeout (query_canceled), which only a running server reports. */
export const STATEMENT_TIMEOUT = "57014";

/** Whether an error means that the database server is unreachable or its connection was lost. */
export const isLostServer = (error: unknown): boolean =>
  isUnreachable(error) &&
  !causes(error)
    .flatMap(textsOf)
    .some((text) => text === STATEMENT_TIMEOUT || BLOCKED_CODES.test(text));

/** Whether a request failed because the database is unavailable or out of connections. */
export const isDatabaseUnavailable = (error: unknown): boolean => toAppError(error).code === "error_api";

/** Whether a page failed for a temporary reason: the database, or too many concurrent calls of its user. */
export const isTemporary = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || toAppError(error).code === "too_many_requests";

/** Whether a write violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  causes(error)
    .flatMap(textsOf)
    .some((text) => text === "P2002" || text === "23505");

/**
 * Whether Prisma reports that the row to change does not exist. Recognizes the error by its code:
 * the server's entry file imports this module, and must not load Prisma.
 */
const isMissingRow = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "P2025";

const isForeignKeyViolation = (error: unknown): boolean =>
  causes(error)
    .flatMap(textsOf)
    .some((text) => text === "P2003" || text === "23503" || text === "23001");

/** Returns the names of violated constraints, as reported by the driver and Prisma's adapter. */
function constraintsOf(error: unknown): string[] {
  return causes(error).flatMap((cause) => {
    const { constraint } = cause as { constraint?: string | { index?: string } };
    const name = typeof constraint === "object" ? constraint.index : constraint;
    return name === undefined ? [] : [name];
  });
}

/**
 * Whether a write violated a foreign key because a referenced or referencing row changed after the
 * check (race condition). False for foreign keys that users cannot violate: violating those is a
 * defect.
 */
export function isReferenceConflict(error: unknown): boolean {
  if (!isForeignKeyViolation(error)) return false;
  const violable = userViolableConstraints();
  return constraintsOf(error).some((name) => violable.has(name));
}

/** Whether a write would have given a unique role to two links at the same time (exclusion_violation). */
const isRoleConflict = (error: unknown): boolean => constraintsOf(error).includes("link_roles_unique_role");

/** Whether a write was refused because the database's disk is full (PostgreSQL's `disk_full`). */
const isStorageFull = (error: unknown): boolean =>
  causes(error)
    .flatMap(textsOf)
    .some((text) => text === "53100");

/**
 * Waits for a best-effort write and ignores its failure when the disk is full. Used for writes
 * during reads, such as the update of a user's `last_seen_at`, so that reading keeps working.
 */
export const ignoreDiskFull = (write: Promise<unknown>): Promise<void> =>
  write.then(
    () => undefined,
    (error: unknown) => {
      if (!isStorageFull(error)) throw error;
    },
  );

/**
 * Maps any thrown value to an AppError, by the error codes of Prisma and PostgreSQL. A value that
 * it does not recognize becomes internal_error, a defect: the caller logs the value, and the
 * response reveals nothing about it.
 */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isUnreachable(error)) return new AppError("error_api");
  if (isStorageFull(error)) return new AppError("storage_full");
  // The record, or a row it refers to, was deleted between the check and the write.
  if (isReferenceConflict(error) || isMissingRow(error)) return new AppError("data_not_found");
  // Another transaction has given the role to another link meanwhile.
  if (isRoleConflict(error)) return new AppError("role_taken");
  return new AppError("internal_error");
}

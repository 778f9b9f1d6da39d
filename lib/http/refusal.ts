import type { AppError } from "@/lib/base/errors/errors";
import { loggedRequest, logSecurity } from "@/lib/base/observability/security-log";
import type { CallRequest } from "@/lib/base/web/call";
import { clientAddress } from "@/lib/base/web/client-ip";
import { requestId, requestUser } from "@/lib/base/web/request-id";

const UNAVAILABLE_SECONDS = "5";

/**
 * Statuses whose refusals are written to the security log: not authenticated, forbidden,
 * unavailable, storage full.
 */
const LOGGED_STATUSES = new Set([401, 403, 503, 507]);

/** Returns the headers of a refusal, whether it is answered as JSON or as a page (contract §1). */
export function refusalHeaders({ code, details }: AppError): Record<string, string> {
  // Both conditions are temporary, so that clients may retry.
  const isTemporary = code === "error_api" || code === "storage_full";
  return {
    ...(isTemporary && { "retry-after": UNAVAILABLE_SECONDS }),
    ...details.headers,
    "cache-control": "no-store",
  };
}

/** Logs a refused request: defects with their cause, and refusals that concern security. */
export function logRefusal(
  request: Pick<CallRequest, "method" | "url" | "headers">,
  refusal: AppError,
  cause: unknown,
): void {
  const requestLine = loggedRequest(request.method, new URL(request.url).pathname);
  if (refusal.code === "internal_error") console.error(`${requestLine} (${requestId()})`, cause);
  if (!LOGGED_STATUSES.has(refusal.status)) return;
  const client = clientAddress(request.headers);
  logSecurity("refused", { user_id: requestUser(), client, reason: refusal.code, request: requestLine });
}

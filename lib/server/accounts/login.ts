import type { CallRequest } from "../web/call";
import { logSecurity } from "../observability/security-log";
import { endCookieSession } from "../auth/session";

/**
 * Completes a login after its session has been created: ends the previous session of the browser,
 * whose cookie the request still carries, and writes the security log.
 */
export async function respondWithLogin({
  request,
  ...details
}: {
  request: CallRequest;
  user_id: number;
  client: string;
  reason?: string;
}): Promise<void> {
  const left = await endCookieSession(request);
  if (left) logSecurity("session_ended", { user_id: left.user_id, client: details.client });
  logSecurity("login", details);
}

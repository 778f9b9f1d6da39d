import type { CallRequest } from "../web/call";
import { logSecurity } from "../observability/security-log";
import { endCookieSession } from "../auth/session";

/**
 * What every login does once its session has begun: the session of a cookie that came along ends, and the log is
 * told.
 */
export async function tellLogin({
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

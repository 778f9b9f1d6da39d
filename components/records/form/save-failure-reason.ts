import type { ApiError } from "@/lib/base/browser/api-client";

/** Why the server could not be asked to save, or could not save. */
export type SaveFailureReason = "connection" | "server" | "storage_full";

/**
 * Returns the reason if a save failed for want of a server, so that the same save may succeed later;
 * null for a refusal.
 */
export function saveFailureReason({ status, code }: Pick<ApiError, "status" | "code">): SaveFailureReason | null {
  if (status === 0) return "connection";
  if (status < 500) return null;
  return code === "storage_full" ? code : "server";
}

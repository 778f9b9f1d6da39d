import type { ApiError } from "@/lib/base/browser/api-client";

/** Reason why the server was not reached for a save, or failed to save. */
export type SaveFailureReason = "connection" | "server" | "storage_full";

/**
 * Returns the reason if a save failed because the server was unreachable or failed, so that a retry may
 * succeed; null if the server refused the save.
 */
export function saveFailureReason({ status, code }: Pick<ApiError, "status" | "code">): SaveFailureReason | null {
  if (status === 0) return "connection";
  if (status < 500) return null;
  return code === "storage_full" ? code : "server";
}

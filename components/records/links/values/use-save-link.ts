import { ApiError } from "@/lib/base/browser/api-client";
import type { AnyRow, FieldErrors } from "@/lib/model/fields/field";
import { findLink } from "./find-link";
import type { OwnedList, SendLink } from "./link-call";

/**
 * Why a link could not be saved: `changed` if another user has changed the fields, with the link as it
 * is `now`; `taken` if another link has a unique role; `invalid` with errors by field.
 */
export type LinkProblem =
  | { is: "changed"; fields: readonly string[]; now: AnyRow }
  | { is: "taken"; holder: string }
  | { is: "invalid"; errors: FieldErrors }
  | { is: "failed"; code: string };

/** Returns a function that saves a link, and returns the problem if that was not possible. */
export function useSaveLink(owned: OwnedList, send: SendLink) {
  async function problemOf(error: ApiError, otherId: number): Promise<LinkProblem> {
    if (error.errors) return { is: "invalid", errors: error.errors };
    if (error.code !== "changed_since") return { is: "failed", code: error.code };
    const now = await findLink(owned, otherId);
    const fields = (error.body.fields ?? []) as string[];
    return now ? { is: "changed", fields, now } : { is: "failed", code: "data_not_found" };
  }

  return async function save(method: "POST" | "PUT", otherId: number, body: AnyRow): Promise<LinkProblem | null> {
    try {
      const answer = await send(method, owned.tab, otherId, body);
      if (answer.success) return null;
      const { message, holder } = answer;
      return message === "role_taken" ? { is: "taken", holder: holder?.label ?? "" } : { is: "failed", code: message };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return problemOf(error, otherId).catch((laterError: unknown): LinkProblem => {
        if (!(laterError instanceof ApiError)) throw laterError;
        return { is: "failed", code: laterError.code };
      });
    }
  };
}

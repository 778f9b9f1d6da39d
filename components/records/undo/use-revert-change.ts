"use client";

import { notify } from "@/components/toasts/notify";
import { useToastText } from "@/components/toasts/use-message-text";
import { ApiError, request, type Refusal } from "@/lib/api-client";
import { LIST_MAX_PAGE_SIZE, TOAST_DEFAULT_MS } from "@/lib/limits";
import {
  historySearchParams,
  type Action,
  type Change,
  namesOf,
  type NamedRecord,
} from "@/lib/records/history/history-query";

/** Identifies a record in the history, without its label. */
export type RecordName = Omit<NamedRecord, "label">;

/** An event to look up in the history; links also name their other end. */
export type ChangeLookup = RecordName & { action: Action; related?: RecordName };

const isNamed = (record: RecordName | null, wanted: RecordName) =>
  record?.kind === wanted.kind && record.id === wanted.id;

/**
 * True if the change matches. A record's history also lists links from their other end, and deletes
 * of records it was linked to.
 */
function isMeant(change: Change, { related, ...wanted }: ChangeLookup): boolean {
  if (!related) return isNamed(change, wanted);
  const isFrom = (own: RecordName, other: RecordName) => isNamed(change, own) && isNamed(change.related, other);
  return isFrom(wanted, related) || isFrom(related, wanted);
}

/**
 * Returns the newest matching change in the history, or null.
 * @throws ApiError
 */
export async function findChange(happening: ChangeLookup): Promise<Change | null> {
  const { kind, id, action, related } = happening;
  // Others may have unlinked further records since; no other action can intervene.
  const pageSize = related ? LIST_MAX_PAGE_SIZE : 1;
  const parameters = historySearchParams({ kind, id, action, pageSize });
  const { data } = await request<{ data: Change[] }>("GET", `/api/history?${parameters}`);
  return data.find((change) => isMeant(change, happening)) ?? null;
}

type Reverted = { success: true; message: string; skipped: NamedRecord[] };

/**
 * Requests the revert of a change.
 * @param force restores an update's old values even if they have changed since
 * @returns the result, including refusals with status 200
 * @throws ApiError
 */
export const requestRevert = ({ change_id }: Pick<Change, "change_id">, force = false) =>
  request<Reverted | Refusal>("POST", `/api/history/${change_id}/revert`, { body: { force } });

/**
 * Reverts changes and reports the result, including links that could not be restored.
 * @returns a function that reverts a change, or the newest one that matches an event, and resolves
 * to whether it was reverted
 */
export function useRevertChange() {
  const noticeText = useToastText();

  function say({ message, skipped }: Reverted) {
    const labels = namesOf(skipped);
    if (!labels) return notify.success(noticeText(message));
    notify.success(noticeText("reverted_without_links", { labels }), TOAST_DEFAULT_MS);
  }

  return async function revertChange(what: Change | ChangeLookup): Promise<boolean> {
    try {
      const change = "change_id" in what ? what : await findChange(what);
      if (!change) throw new ApiError(404, "not_revertible");
      const answer = await requestRevert(change);
      if (!answer.success) throw new ApiError(200, answer.message);
      say(answer);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(noticeText(error.code));
      return false;
    }
  };
}

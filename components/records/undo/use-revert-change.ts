"use client";

import { notice, notify, recordNotice, translated } from "@/components/toasts/notify";
import { ApiError, request, type Answered, type Refusal } from "@/lib/base/browser/api-client";
import { LIST_MAX_PAGE_SIZE, TOAST_DEFAULT_MS } from "@/lib/model/limits";
import type { Change, changeList, changeReverted, NamedRecord } from "@/lib/features/history/history-answers";
import type { ChangeAction } from "@/lib/model/change";
import { historySearchParams, labelsOf } from "@/lib/features/history/history-query";

/** Identifies a record in the history, without its label. */
type RecordName = Omit<NamedRecord, "label">;

/** A change to look up in the history; for links, `related` is the other record. */
export type ChangeLookup = RecordName & { action: ChangeAction; related?: RecordName };

const isSameRecord = (record: RecordName | null, lookup: RecordName) =>
  record?.kind === lookup.kind && record.id === lookup.id;

/**
 * True if the change is the one looked up. A record's history also lists links recorded with the
 * other record as subject, and deletions of records that were linked to it.
 */
function matchesLookup(change: Change, { related, ...subject }: ChangeLookup): boolean {
  if (!related) return isSameRecord(change, subject);
  const isFrom = (own: RecordName, other: RecordName) =>
    isSameRecord(change, own) && isSameRecord(change.related, other);
  return isFrom(subject, related) || isFrom(related, subject);
}

/**
 * Returns the newest change in the history that matches the lookup; null if there is none.
 * @throws ApiError
 */
export async function findChange(lookup: ChangeLookup): Promise<Change | null> {
  const { kind, id, action, related } = lookup;
  // Other users may have unlinked further records since, so the change may not be the newest one.
  // No other action can come between.
  const pageSize = related ? LIST_MAX_PAGE_SIZE : 1;
  const parameters = historySearchParams({ kind, id, action, pageSize });
  const { data } = await request<typeof changeList>("GET", `/api/history?${parameters}`);
  return data.find((change) => matchesLookup(change, lookup)) ?? null;
}

/**
 * Requests the revert of a change.
 * @param force restores the old values of an update even if the fields have been changed since
 * @returns the result, including refusals with status 200
 * @throws ApiError
 */
export const requestRevert = ({ change_id }: Pick<Change, "change_id">, force = false) =>
  request<typeof changeReverted | Refusal>("POST", `/api/history/${change_id}/revert`, { body: { force } });

/**
 * Reverts changes and shows the result in a toast, including links that could not be restored.
 * @returns a function that reverts a change, or the newest change that matches a lookup, names the
 * record with `label` in the toast, and resolves to true if it was reverted
 */
export function useRevertChange() {
  function reportResult({ message, skipped }: Answered<typeof changeReverted>, label: string) {
    const labels = labelsOf(skipped);
    const done = recordNotice(message, label);
    if (!labels) return notify.success(done);
    notify.success(notice("reverted_without_links", { done: translated(done), labels }), TOAST_DEFAULT_MS);
  }

  return async function revertChange(target: Change | ChangeLookup, label: string): Promise<boolean> {
    try {
      const change = "change_id" in target ? target : await findChange(target);
      if (!change) throw new ApiError(404, "not_revertible");
      const answer = await requestRevert(change);
      if (!answer.success) throw new ApiError(200, answer.message);
      reportResult(answer, label);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
      return false;
    }
  };
}

"use client";

import { notify } from "@/components/toasts/notify";
import { useNoticeText } from "@/components/toasts/use-message-text";
import { ApiError, request, type Refusal } from "@/lib/api-client";
import { LIST_MAX_PAGE_SIZE, NOTICE_DEFAULT_MS } from "@/lib/limits";
import { historySearchParams, type Action, type Change } from "@/lib/records/history/history-query";
import { namesOf, type NamedRecord } from "@/lib/records/kinds/named-record";

/** A record as the history names it, without what it is called. */
export type RecordName = Omit<NamedRecord, "label">;

/** What happened to a record; of a link also its other end. */
export type Happening = RecordName & { action: Action; related?: RecordName };

const isNamed = (record: RecordName | null, wanted: RecordName) =>
  record?.kind === wanted.kind && record.id === wanted.id;

/** Whether a change is the one that is meant: links are told of either end, and a delete of the links that it took along. */
function isMeant(change: Change, { related, ...wanted }: Happening): boolean {
  if (!related) return isNamed(change, wanted);
  const isFrom = (own: RecordName, other: RecordName) => isNamed(change, own) && isNamed(change.related, other);
  return isFrom(wanted, related) || isFrom(related, wanted);
}

/**
 * The newest change of the history that says so, or null.
 * @throws ApiError
 */
export async function findChange(happening: Happening): Promise<Change | null> {
  const { kind, id, action, related } = happening;
  // A colleague may have unlinked other things from the record since; nothing else comes between.
  const pageSize = related ? LIST_MAX_PAGE_SIZE : 1;
  const parameters = historySearchParams({ kind, id, action, pageSize });
  const { data } = await request<{ data: Change[] }>("GET", `/api/history?${parameters}`);
  return data.find((change) => isMeant(change, happening)) ?? null;
}

type Reverted = { success: true; message: string; skipped: NamedRecord[] };

/**
 * Asks the server to undo a change.
 * @param force sets an update's old values even where they have changed since
 * @returns what came of it, the refusals that are answered with 200 included
 * @throws ApiError
 */
export const requestRevert = ({ change_id }: Pick<Change, "change_id">, force = false) =>
  request<Reverted | Refusal>("POST", `/api/history/${change_id}/revert`, { body: { force } });

/**
 * Undoes changes, and says what came of it: also which links could not come back.
 * @returns a function that undoes a change, or the newest one that says what happened, and resolves to whether it is
 * undone
 */
export function useRevertChange() {
  const noticeText = useNoticeText();

  function say({ message, skipped }: Reverted) {
    const labels = namesOf(skipped);
    if (!labels) return notify.success(noticeText(message));
    notify.success(noticeText("reverted_without_links", { labels }), NOTICE_DEFAULT_MS);
  }

  return async function revertChange(what: Change | Happening): Promise<boolean> {
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

"use client";

import { useTranslations } from "next-intl";
import { notice, notify, translated, type NoticeText } from "@/components/toasts/notify";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ApiError, request, type Refusal } from "@/lib/base/browser/api-client";
import type { batchReverted } from "@/lib/features/history/history-answers";
import { labelsOf } from "@/lib/features/history/history-query";
import { TOAST_DEFAULT_MS } from "@/lib/model/limits";

/** Codes that say why one change of a batch cannot be reverted, and therefore none was. */
const REASONS = {
  not_revertible: "batch_part_not_revertible",
  cannotdeletecontrains: "cannotdeletecontrains",
  thematic_field_still_in_use: "thematic_field_still_in_use",
  reference_in_use: "reference_in_use",
} as const;

/** Says that nothing was reverted, why, and where single changes can be. */
function refusalOf({ code }: ApiError): NoticeText {
  if (!Object.hasOwn(REASONS, code)) return notice(code);
  return notice("batch_not_reverted", { reason: translated(notice(REASONS[code as keyof typeof REASONS])) });
}

/** Texts of the toast and of the question. */
type RevertTexts = { done: (count: number) => string; changedSince: string; force: string; cancel: string };

/**
 * Returns a function that reverts all changes of a batch, or none. If records have been changed
 * since, it asks first.
 * @param ownTexts texts instead of those of bulk changes
 */
export function useRevertBatch(onUndone: () => void, ownTexts?: Partial<RevertTexts>) {
  const t = useTranslations("records.bulk");
  const tc = useTranslations("common");
  const confirm = useConfirm();
  const texts: RevertTexts = {
    done: (count) => t("undone", { count }),
    changedSince: t("changed_since"),
    force: t("force"),
    cancel: tc("cancel"),
    ...ownTexts,
  };

  return async function revertBatch(batch: string, force = false): Promise<void> {
    try {
      const path = `/api/history/batches/${batch}/revert`;
      const answer = await request<typeof batchReverted | Refusal>("POST", path, { body: { force } });
      if (!answer.success) throw new ApiError(200, answer.message);
      const labels = labelsOf(answer.skipped);
      const done = texts.done(answer.changes);
      if (labels) notify.success(notice("reverted_without_links", { done, labels }), TOAST_DEFAULT_MS);
      else notify.success(done);
      onUndone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "changed_since" || force) return notify.danger(refusalOf(error));
      const isConfirmed = await confirm({
        title: texts.changedSince,
        text: translated(notice("changed_since")),
        confirmLabel: texts.force,
        cancelLabel: texts.cancel,
        tone: "danger",
      });
      if (isConfirmed) await revertBatch(batch, true);
    }
  };
}

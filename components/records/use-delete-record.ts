"use client";

import { useTranslations } from "next-intl";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError, request, type Refusal } from "@/lib/api-client";
import { NOTICE_FIELD_IN_USE_MS } from "@/lib/limits";
import type { AnyDefinition } from "@/lib/records/define";
import { useRevertChange } from "./use-revert-change";

type Deleted = Refusal | { success: true; message: string };

/**
 * Asks, deletes, says what came of it (spec §§2, 8), and offers to undo it.
 * @param onUndone the record is there again
 * @returns a function that takes the record's key and what it is called, and resolves to whether it is gone
 */
export function useDeleteRecord({ apiPath }: AnyDefinition, onUndone: () => void) {
  const t = useTranslations("common");
  const confirm = useConfirm();
  const noticeText = useNoticeText();
  const revertChange = useRevertChange();

  async function undo(id: number) {
    if (await revertChange({ kind: apiPath, id, action: "delete" })) onUndone();
  }

  return async function deleteRecord(id: number, label: string): Promise<boolean> {
    const sure = await confirm({
      title: t("really_delete"),
      subject: label,
      text: t("cannot_revert"),
      tone: "danger",
    });
    if (!sure) return false;
    try {
      const answer = await request<Deleted>("DELETE", `/api/${apiPath}/${id}`, { preferMinimal: true });
      if (answer.success) {
        notify.undoable(noticeText(answer.message), { label: t("undo"), run: () => void undo(id) });
        return true;
      }
      const text = noticeText(answer.message);
      if (answer.message === "thematic_field_still_in_use") notify.danger(text, NOTICE_FIELD_IN_USE_MS);
      else await confirm({ title: t("error_title"), text, confirmLabel: t("ok"), cancelLabel: null });
      return false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(noticeText(error.code));
      // Somebody else was faster: it is gone all the same.
      return error.code === "data_not_found";
    }
  };
}

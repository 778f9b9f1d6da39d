"use client";

import { useTranslations } from "next-intl";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError, request, type Refusal } from "@/lib/api-client";
import { NOTICE_DELETED_MS, NOTICE_FIELD_IN_USE_MS } from "@/lib/limits";

type Deleted = Refusal | { success: true; message: string };

/**
 * Asks, deletes, and says what came of it (spec §§2, 8).
 * @returns a function that takes the record's path and what it is called, and resolves to whether it is gone
 */
export function useDeleteRecord() {
  const t = useTranslations("common");
  const confirm = useConfirm();
  const noticeText = useNoticeText();

  return async function deleteRecord(path: string, label: string): Promise<boolean> {
    const sure = await confirm({
      title: t("really_delete"),
      subject: label,
      text: t("cannot_revert"),
      tone: "danger",
    });
    if (!sure) return false;
    try {
      const answer = await request<Deleted>("DELETE", path, { preferMinimal: true });
      if (answer.success) {
        notify.success(noticeText(answer.message), NOTICE_DELETED_MS);
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

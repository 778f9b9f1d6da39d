"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError, request, type FieldErrors } from "@/lib/api-client";
import { NOTICE_SUCCESS_MS } from "@/lib/limits";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";
import { changedFields } from "@/lib/records/form-values";

type Saved = { success: true; message: string; data?: { lastId?: number } };

/** What a save came to: done, "add another" was chosen, or refused with errors by field. */
export type SaveResult = { outcome: "saved" | "another" | "refused"; errors?: FieldErrors };

/**
 * Creates or changes a record and leads on (spec §4): after creating it asks whether to add another, after a change
 * it says so and loads the record anew.
 * @param id the record's key, or null for a new one
 */
export function useSaveRecord(definition: AnyDefinition, id: number | null) {
  const t = useTranslations("common");
  const notices = useTranslations("notices");
  const noticeText = useNoticeText();
  const confirm = useConfirm();
  const { replace, refresh } = usePendingNavigation();
  const path = `/api/${definition.apiPath}`;

  async function afterCreate(lastId: number): Promise<SaveResult> {
    const staysHere = await confirm({
      title: noticeText("successfully_saved"),
      text: noticeText("add_more"),
      confirmLabel: t("yes"),
      cancelLabel: definition.afterCreate === "list" ? t("no") : notices("continue_editing"),
    });
    if (staysHere) {
      void refresh();
      return { outcome: "another" };
    }
    const { list, detail } = definition.pages;
    if (await replace(definition.afterCreate === "list" ? list : `${detail}/${lastId}`)) void refresh();
    return { outcome: "saved" };
  }

  return async function save(values: AnyRow, loaded: AnyRow): Promise<SaveResult> {
    try {
      if (id === null) {
        const answer = await request<Saved>("POST", `${path}/new`, { body: values, preferMinimal: true });
        notify.success(noticeText(answer.message), NOTICE_SUCCESS_MS);
        return await afterCreate(Number(answer.data?.lastId));
      }
      const body = changedFields(loaded, values);
      const answer = await request<Saved>("PUT", `${path}/${id}`, { body, preferMinimal: true });
      notify.success(noticeText(answer.message), NOTICE_SUCCESS_MS);
      void refresh();
      return { outcome: "saved" };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(noticeText(error.code));
      return { outcome: "refused", errors: error.errors };
    }
  };
}

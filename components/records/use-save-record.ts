"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError, request } from "@/lib/api-client";
import { NOTICE_SUCCESS_MS } from "@/lib/limits";
import type { AnyDefinition } from "@/lib/records/define";
import type { AskAboutConflict } from "./use-conflict-dialog";
import { useUpdateRecord, type Edited, type UpdateResult } from "./use-update-record";

type Created = { success: true; message: string; data?: { lastId?: number } };

/** What a save came to: done, "add another" was chosen, or refused, with errors by field. */
export type SaveResult = UpdateResult | { outcome: "another"; edited?: undefined; errors?: undefined };

/**
 * Creates or changes a record and leads on (spec §4): after creating it asks whether to add another, after a change
 * it says so and loads the record anew.
 * @param id the record's key, or null for a new one
 * @param ask what to do about fields that a colleague has changed to something else meanwhile
 */
export function useSaveRecord(definition: AnyDefinition, id: number | null, ask: AskAboutConflict) {
  const t = useTranslations("common");
  const notices = useTranslations("notices");
  const noticeText = useNoticeText();
  const confirm = useConfirm();
  const { replace, refresh } = usePendingNavigation();
  const update = useUpdateRecord(definition, id ?? 0, ask);

  async function afterCreate(lastId: number, edited: Edited): Promise<SaveResult> {
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
    return { outcome: "saved", edited };
  }

  return async function save(edited: Edited): Promise<SaveResult> {
    if (id !== null) return update(edited);
    const { values } = edited;
    try {
      const path = `/api/${definition.apiPath}/new`;
      const answer = await request<Created>("POST", path, { body: values, preferMinimal: true });
      notify.success(noticeText(answer.message), NOTICE_SUCCESS_MS);
      return await afterCreate(Number(answer.data?.lastId), { base: values, values, version: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(noticeText(error.code));
      return { outcome: "refused", errors: error.errors };
    }
  };
}

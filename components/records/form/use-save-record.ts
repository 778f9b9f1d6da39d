"use client";

import { useLocale, useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import type { recordCreated } from "@/lib/features/records/record-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { TOAST_SUCCESS_MS } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { saveFailureReason } from "./save-failure-reason";
import type { AskAboutConflict } from "./use-conflict-dialog";
import { useUpdateRecord, type Edited, type UpdateResult } from "./use-update-record";

/** Result of a save: a new record with its key, an update, a refusal with field errors, or a failure. */
export type SaveResult =
  UpdateResult | { outcome: "created"; edited: Edited; id: number; errors?: undefined; failure?: undefined };

/**
 * Creates or updates a record (spec §4). Shows a toast after an update or a refusal; for new records
 * see `useAfterCreate`, for failures `SaveFailure`.
 * @param id the record's key, or null for a new one
 * @param ask asks the user to resolve conflicts with changes that other users saved meanwhile
 */
export function useSaveRecord(definition: AnyDefinition, id: number | null, ask: AskAboutConflict) {
  const update = useUpdateRecord(definition, id ?? 0, ask);

  return async function save(edited: Edited): Promise<SaveResult> {
    if (id !== null) return update(edited);
    const { values } = edited;
    try {
      const path = `/api/${definition.apiPath}/new`;
      const { data } = await request<typeof recordCreated>("POST", path, { body: values, preferMinimal: true });
      const saved = { base: values, values, version: null };
      return { outcome: "created", edited: saved, id: data.lastId };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const failure = saveFailureReason(error);
      if (!failure) notify.danger(notice(error.code));
      return { outcome: "refused", errors: error.errors, failure };
    }
  };
}

/**
 * Handles the step after creating a record (spec §4). `afterCreate` asks whether to add another
 * record and resolves to true if so; otherwise it opens the new record or the list page.
 * `notifyCreated` only shows a toast that the record is saved.
 */
export function useAfterCreate(definition: AnyDefinition) {
  const locale = useLocale();
  const t = useTranslations("common");
  const notices = useTranslations("notices");
  const confirm = useConfirm();
  const { replace, refresh } = usePendingNavigation();
  const opensList = definition.afterCreate === "list";

  /** Shows a toast that survives the navigation that follows. */
  function notifyCreated(values: AnyRow) {
    notify.success(recordNotice("data_saved", definition.label(values, locale)), TOAST_SUCCESS_MS);
    persistToasts();
  }

  async function afterCreate(id: number, values: AnyRow): Promise<boolean> {
    const wantsAnother = await confirm({
      title: notices("successfully_saved"),
      text: notices("add_more"),
      confirmLabel: t("yes"),
      cancelLabel: opensList ? t("no") : notices("continue_editing"),
      tone: "success",
      // Users usually add links to the new record next.
      primary: "no",
    });
    const { list, detail } = definition.pages;
    notifyCreated(values);
    if (wantsAnother) refresh();
    else replace(opensList ? list : `${detail}/${id}`);
    return wantsAnother;
  }

  return { afterCreate, notifyCreated };
}

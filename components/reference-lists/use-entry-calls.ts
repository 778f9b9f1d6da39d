"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify, recordNotice } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { useRevertChange } from "@/components/records/undo/use-revert-change";
import type { batchReverted } from "@/lib/features/history/history-answers";
import type {
  entriesCreated,
  entryCreated,
  entryDeleted,
  entryReplaced,
  entryUpdated,
} from "@/lib/features/reference-lists/reference-answers";
import { ApiError, request, type Refusal } from "@/lib/base/browser/api-client";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { EntryListName, Option } from "@/lib/model/reference-lists/reference-lists";
import type { Draft, UsageUnit } from "./entry";

type SuccessAnswer = { success: true; message: string };

/**
 * Result of an API call. If it failed, `errors` contains the errors by field, or is null if a toast
 * has reported the failure.
 */
export type CallOutcome = { isDone: true } | { isDone: false; errors: FieldErrors | null };

const DONE: CallOutcome = { isDone: true };

/**
 * Returns functions that change the entries of a reference list (contract §9). Each shows its
 * result in a toast and refreshes the page.
 */
export function useEntryCalls(list: EntryListName) {
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const failureText = useFailureText();
  const revertChange = useRevertChange();
  const { refresh } = usePendingNavigation();
  const path = `/api/reference/${list}`;

  async function runCall<Answer extends SuccessAnswer>(
    call: () => Promise<Answer | Refusal>,
    onSuccess: (answer: Answer) => void,
  ): Promise<CallOutcome> {
    try {
      const answer = await call();
      if (!answer.success) throw new ApiError(200, answer.message);
      onSuccess(answer);
      void refresh();
      return DONE;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.errors) return { isDone: false, errors: error.errors };
      notify.danger(error.code === "role_taken" ? t("role_taken") : failureText(error));
      // Another user has changed the entry meanwhile: shows the current state.
      if (error.status === 200 || error.status === 404) void refresh();
      return { isDone: false, errors: null };
    }
  }
  const notifySaved =
    (label: string) =>
    ({ message }: SuccessAnswer) =>
      notify.success(recordNotice(message, label));

  async function undoDelete(id: number, label: string) {
    if (await revertChange({ kind: list, id, action: "delete" }, label)) void refresh();
  }

  const undoBatch = (batch: string, label: string) =>
    runCall(
      () => request<typeof batchReverted | Refusal>("POST", `/api/history/batches/${batch}/revert`, { body: {} }),
      notifySaved(label),
    );

  return {
    refresh: () => void refresh(),
    add: (names: Draft, label: string) =>
      runCall(() => request<typeof entryCreated | Refusal>("POST", `${path}/new`, { body: names }), notifySaved(label)),
    addMany: (entries: readonly Draft[]) =>
      runCall(
        () => request<typeof entriesCreated | Refusal>("POST", `${path}/batch`, { body: { entries } }),
        ({ batch }) =>
          notify.undoable(t("paste.added", { count: entries.length }), {
            label: common("undo"),
            run: () => void undoBatch(batch, ""),
          }),
      ),
    update: (id: number, changes: Readonly<Record<string, string | boolean>>, label: string) =>
      runCall(
        () => request<typeof entryUpdated | Refusal>("PUT", `${path}/${id}`, { body: changes }),
        notifySaved(label),
      ),
    /** Shows a toast only on failure, as the row's new position is visible. */
    async move(id: number, position: number): Promise<boolean> {
      try {
        await request("PUT", `${path}/${id}`, { body: { position } });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify.danger(failureText(error));
        return false;
      }
    },
    remove: (id: number, label: string) =>
      runCall(
        () => request<typeof entryDeleted | Refusal>("DELETE", `${path}/${id}`),
        ({ message }) => {
          const run = () => void undoDelete(id, label);
          notify.undoable(recordNotice(message, label), { label: common("undo"), run });
        },
      ),
    replace: ({ id, label }: Option, by: number | null, unit: UsageUnit) =>
      runCall(
        () => request<typeof entryReplaced | Refusal>("POST", `${path}/${id}/replace`, { body: { by } }),
        ({ changed, batch }) =>
          notify.undoable(t("replaced", { count: changed, unit }), {
            label: common("undo"),
            run: () => void undoBatch(batch, label),
          }),
      ),
  };
}

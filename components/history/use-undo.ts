"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { useToastText } from "@/components/toasts/use-message-text";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { requestRevert } from "@/components/records/undo/use-revert-change";
import { ApiError } from "@/lib/base/browser/api-client";
import { dynamicKey } from "@/lib/model/messages/i18n";
import type { Change } from "@/lib/features/history/history-answers";
import { labelsOf } from "@/lib/features/history/history-query";
import { fieldOwnerOf, isOfFile, storyOf, type HistorySubject } from "./change-story";
import { useFieldLabel, useSentence } from "./use-change-words";

const fieldsIn = (body: ApiError["body"]): string[] => (Array.isArray(body.fields) ? body.fields.map(String) : []);

/**
 * Returns a function that reverts a change. It asks first and explains the effect; if fields have
 * been changed since, it names them and asks again; finally it lists links that could not be
 * restored.
 * @param viewedRecord the record whose history is shown
 * @param onUndone called when a change was reverted, or turned out to be reverted already
 */
export function useUndo(viewedRecord: HistorySubject, onUndone: (change: Change, isDone: boolean) => void) {
  const t = useTranslations("history");
  const common = useTranslations("common");
  const noticeText = useToastText();
  const confirm = useConfirm();
  const fieldLabel = useFieldLabel();
  const sentence = useSentence();
  /** Id of the change being reverted. */
  const [busy, setBusy] = useState<number | null>(null);

  /** The record that the toast names; in a record's history, the other end of its link. */
  function nameOf(change: Change): string {
    const { isOwn, subject, partner } = storyOf(change, viewedRecord);
    return (isOwn && partner && !isOfFile(change) ? partner : subject).label;
  }

  function confirmUndo(change: Change) {
    const story = storyOf(change, viewedRecord);
    const isRestore = change.action === "delete";
    const restoreQuestion = isOfFile(change) ? "restore_file_question" : "restore_question";
    return confirm({
      title: t(isRestore ? restoreQuestion : "undo_question"),
      subject: isRestore ? change.label : sentence.text(story),
      text: t(dynamicKey<"history">(`will.${story.sentence}`), {
        fields: change.fields.map(({ name }) => fieldLabel(fieldOwnerOf(change), name)).join(", "),
        partner: story.partner?.label ?? "",
      }),
      confirmLabel: t(isRestore ? "restore" : "undo"),
      cancelLabel: t("cancel"),
      tone: change.action === "create" ? "danger" : undefined,
    });
  }

  function confirmForce(change: Change, fields: readonly string[]) {
    return confirm({
      title: t("changed_since_title"),
      text: t("changed_since_text", {
        fields: fields.map((name) => fieldLabel(fieldOwnerOf(change), name)).join(", "),
      }),
      confirmLabel: t("force"),
      cancelLabel: t("cancel"),
      tone: "danger",
    });
  }

  const showMessage = (title: string, text: string) =>
    confirm({ title, text, confirmLabel: common("ok"), cancelLabel: null });

  async function send(change: Change, force: boolean): Promise<void> {
    try {
      const answer = await requestRevert(change, force);
      // Reverting a creation deletes the record. The server refuses this while other records
      // reference it; a dialog shows the reason.
      if (!answer.success) return void (await showMessage(common("error_title"), noticeText(answer.message)));
      notify.success(recordNotice(change.action === "delete" ? "restored" : answer.message, nameOf(change)));
      // The revert may delete the page's own record, so the toast must survive the navigation.
      persistToasts();
      onUndone(change, true);
      const records = labelsOf(answer.skipped);
      if (records) await showMessage(t("skipped_title"), t("skipped_text", { records }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "changed_since" && !force) {
        if (await confirmForce(change, fieldsIn(error.body))) await send(change, true);
        return;
      }
      notify.danger(notice(error.code));
      // Another user has reverted the change or deleted the record meanwhile: shows the current
      // state.
      if (error.status === 409 || error.status === 404) onUndone(change, false);
    }
  }

  return {
    busy,
    async undo(change: Change): Promise<void> {
      if (!(await confirmUndo(change))) return;
      setBusy(change.change_id);
      await send(change, false).finally(() => setBusy(null));
    },
  };
}

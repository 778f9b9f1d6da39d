"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { useNoticeText } from "@/components/toasts/use-message-text";
import { ApiError, requestDetailed, type FieldErrors } from "@/lib/api-client";
import { NOTICE_DEFAULT_MS, NOTICE_SUCCESS_MS } from "@/lib/limits";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { changedFields, formValues } from "@/lib/records/values/form-values";
import { mergeEdits, withChoices } from "@/lib/records/values/merge-edits";
import type { AskAboutConflict } from "./use-conflict-dialog";
import { useRestoreDeleted } from "../undo/use-restore-deleted";

/** What a form holds: its values, those that it last loaded or saved, and the record's version then. */
export type Edited = { base: AnyRow; values: AnyRow; version: number | null };

/**
 * What an update came to. `edited` is what the form goes on with: what was saved, or what was taken over before the
 * server refused; without it the form stays as it is.
 */
export type UpdateResult = { outcome: "saved" | "refused"; edited?: Edited; errors?: FieldErrors };

/** Enough for colleagues who save in the same second; who meets more of them is told. */
const MAX_ATTEMPTS = 5;

/**
 * Changes a record, and brings the changes together that others have saved since it was loaded (contract §8): what did
 * not collide is taken over and saved again without a question, about the rest `ask` asks.
 * @param id the record's key
 */
export function useUpdateRecord(definition: AnyDefinition, id: number, ask: AskAboutConflict) {
  const tr = useTranslations("records");
  const noticeText = useNoticeText();
  const { refresh } = usePendingNavigation();
  const restoreDeleted = useRestoreDeleted(definition, id);
  const path = `/api/${definition.apiPath}/${id}`;

  function saySaved(message: string, taken: ReadonlySet<string>) {
    if (taken.size === 0) return notify.success(noticeText(message), NOTICE_SUCCESS_MS);
    const fields = [...taken].map((name) => tr(`${definition.name}.fields.${name}`)).join(", ");
    // More to read than that it is saved.
    notify.success(noticeText("data_updated_merged", { fields }), NOTICE_DEFAULT_MS);
  }

  /** What to try again with, after a colleague was faster; null when the reader wants to go on editing. */
  async function merged({ base, values: mine }: Edited, { body, version }: ApiError, taken: Set<string>) {
    const theirs = formValues(definition, body.data as AnyRow);
    const merge = mergeEdits(definition, { base, mine, theirs });
    for (const name of merge.taken) taken.add(name);
    const { conflicts } = merge;
    const choices = conflicts.length > 0 ? await ask({ names: conflicts, base, mine, theirs }) : {};
    return choices && { base: theirs, values: withChoices(merge, theirs, choices), version: version ?? null };
  }

  async function recovered(edited: Edited, error: ApiError, taken: Set<string>): Promise<Edited | null> {
    if (error.code === "edit_conflict") return merged(edited, error, taken);
    return (await restoreDeleted()) ? edited : null;
  }

  return async function update(start: Edited): Promise<UpdateResult> {
    if (Object.keys(changedFields(start.base, start.values)).length === 0) {
      notify.success(noticeText("nothing_changed"), NOTICE_SUCCESS_MS);
      return { outcome: "saved", edited: start };
    }
    const taken = new Set<string>();
    let edited = start;
    for (let attempt = 1; ; attempt++) {
      const { base, values, version } = edited;
      try {
        const saved = await requestDetailed<{ message: string }>("PUT", path, {
          body: changedFields(base, values),
          ifMatch: version ?? undefined,
          preferMinimal: true,
        });
        saySaved(saved.answer.message, taken);
        void refresh();
        return { outcome: "saved", edited: { base: values, values, version: saved.version ?? null } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isRecoverable = error.code === "edit_conflict" || error.code === "data_not_found";
        if (isRecoverable && attempt < MAX_ATTEMPTS) {
          const next = await recovered(edited, error, taken);
          if (!next) return { outcome: "refused" };
          edited = next;
          continue;
        }
        notify.danger(noticeText(error.code));
        return { outcome: "refused", edited: edited === start ? undefined : edited, errors: error.errors };
      }
    }
  };
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, recordNotice, translated } from "@/components/toasts/notify";
import type { recordAliases, recordUpdated } from "@/lib/features/records/record-answers";
import { ApiError, request, requestDetailed } from "@/lib/base/browser/api-client";
import type { FieldErrors } from "@/lib/model/fields/field";
import { TOAST_DEFAULT_MS, TOAST_SUCCESS_MS } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { changedFields, formValues } from "@/lib/model/values/form-values";
import { mergeEdits, withChoices } from "@/lib/model/values/merge-edits";
import { saveFailureReason, type SaveFailureReason } from "./save-failure-reason";
import type { AskAboutConflict } from "./use-conflict-dialog";
import { useRestoreDeleted } from "../undo/use-restore-deleted";

/**
 * A form's values, the values last loaded or saved (`base`), and the record's version at that time.
 */
export type Edited = { base: AnyRow; values: AnyRow; version: number | null };

/**
 * Result of an update. `edited` is the form's new state: the saved values or, if the server
 * rejected the save, the values merged so far. If it is undefined, the form stays unchanged.
 * `failure` is set if the server could not be reached.
 */
export type UpdateResult = {
  outcome: "saved" | "refused";
  edited?: Edited;
  errors?: FieldErrors;
  failure?: SaveFailureReason | null;
};

/**
 * Maximum number of saves per update. Enough for several users who save in the same second; a
 * further conflict is reported as an error.
 */
const MAX_ATTEMPTS = 5;

/**
 * Updates a record with optimistic locking (contract §8). If another user has saved changes since
 * the record was loaded, merges the fields that do not conflict, lets `ask` resolve the others, and
 * saves again.
 * @param id the record's key
 */
export function useUpdateRecord(definition: AnyDefinition, id: number, ask: AskAboutConflict) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const { refresh } = usePendingNavigation();
  const restoreDeleted = useRestoreDeleted(definition, id);
  const path = `/api/${definition.apiPath}/${id}`;

  function notifySaved(message: string, values: AnyRow, takenNames: ReadonlySet<string>) {
    const done = recordNotice(message, definition.label(values, locale));
    if (takenNames.size === 0) return notify.success(done, TOAST_SUCCESS_MS);
    const fields = [...takenNames].map((name) => tr(fieldKey(definition.name, name))).join(", ");
    // This message is longer, so the toast is shown longer.
    notify.success(notice("data_updated_merged", { done: translated(done), fields }), TOAST_DEFAULT_MS);
  }

  /** Returns the merged state to retry with; null when the user returns to the form. */
  async function mergeConflict({ base, values: mine }: Edited, { body, version }: ApiError, takenNames: Set<string>) {
    // A record's responses do not include the aliases. If they are newer than the rest, the next save
    // conflicts again.
    const { aliases } = await request<typeof recordAliases>("GET", `${path}/${ALIASES}`);
    const theirs = formValues(definition, { ...(body.data as AnyRow), [ALIASES]: aliases });
    const merge = mergeEdits(definition, { base, mine, theirs });
    for (const name of merge.changedByOthers) takenNames.add(name);
    const { conflicts } = merge;
    const choices = conflicts.length > 0 ? await ask({ names: conflicts, base, mine, theirs }) : {};
    return choices && { base: theirs, values: withChoices(merge, theirs, choices), version: version ?? null };
  }

  async function recover(edited: Edited, error: ApiError, takenNames: Set<string>): Promise<Edited | null> {
    if (error.code === "edit_conflict") return mergeConflict(edited, error, takenNames);
    return (await restoreDeleted()) ? edited : null;
  }

  return async function update(initial: Edited): Promise<UpdateResult> {
    if (Object.keys(changedFields(initial.base, initial.values)).length === 0) {
      notify.success(notice("nothing_changed"), TOAST_SUCCESS_MS);
      return { outcome: "saved", edited: initial };
    }
    function refused(edited: Edited, error: ApiError): UpdateResult {
      const failure = saveFailureReason(error);
      if (!failure) notify.danger(notice(error.code));
      return { outcome: "refused", edited: edited === initial ? undefined : edited, errors: error.errors, failure };
    }
    const takenNames = new Set<string>();
    let edited = initial;
    for (let attempt = 1; ; attempt++) {
      const { base, values, version } = edited;
      try {
        const saved = await requestDetailed<typeof recordUpdated>("PUT", path, {
          body: changedFields(base, values),
          ifMatch: version ?? undefined,
          preferMinimal: true,
        });
        notifySaved(saved.answer.message, values, takenNames);
        void refresh();
        return { outcome: "saved", edited: { base: values, values, version: saved.version ?? null } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isRecoverable = error.code === "edit_conflict" || error.code === "data_not_found";
        if (!isRecoverable || attempt === MAX_ATTEMPTS) return refused(edited, error);
        try {
          const next = await recover(edited, error, takenNames);
          if (!next) return { outcome: "refused" };
          edited = next;
        } catch (laterError) {
          if (!(laterError instanceof ApiError)) throw laterError;
          return refused(edited, laterError);
        }
      }
    }
  };
}

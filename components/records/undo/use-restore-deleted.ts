"use client";

import { useTranslations } from "next-intl";
import { notice, notify } from "@/components/toasts/notify";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ApiError } from "@/lib/base/browser/api-client";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { findChange, useRevertChange } from "./use-revert-change";
import { useChangeByline } from "./use-change-byline";

/**
 * Offers to restore a record, with its links, that was deleted while the user edited it. The form
 * retains typed values in either case.
 * @returns a function that asks the user and resolves to true if the record exists again
 */
export function useRestoreDeleted(definition: AnyDefinition, id: number) {
  const tr = useTranslations("records");
  const confirm = useConfirm();
  const changeByline = useChangeByline();
  const revertChange = useRevertChange();

  return async function restoreDeleted(): Promise<boolean> {
    try {
      const change = await findChange({ kind: definition.apiPath, id, action: "delete" });
      if (!change) throw new ApiError(404, "not_restorable");
      // Another user has already restored the record.
      if (!change.revertible) return true;
      const isConfirmed = await confirm({
        title: tr("deleted.title"),
        subject: change.label,
        text: `${tr("deleted.by", changeByline(change))} ${tr("deleted.question")}`,
        confirmLabel: tr("deleted.restore"),
        cancelLabel: tr("back_to_form"),
      });
      return isConfirmed && (await revertChange(change, change.label));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
      return false;
    }
  };
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import type { merged } from "@/lib/features/duplicates/merge-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";

/** `label` is the label of the merged record. */
type MergeRequest = { keep: number; drop: number; take: string[]; version: number; label: string };

/**
 * Merges one record into another, notifies the user, and offers to undo the merge.
 * @param onMerged called with the kept record's key
 */
export function useMerge(definition: AnyDefinition, onMerged: (keep: number) => void) {
  const t = useTranslations("merge");
  const common = useTranslations("common");
  const tr = useTranslations("records");
  const { refresh } = usePendingNavigation();
  const [isBusy, setBusy] = useState(false);
  const texts = {
    done: () => t("undone"),
    force: t("force"),
    cancel: t("cancel"),
  };
  const revertBatch = useRevertBatch(() => void refresh(), texts);

  async function merge({ keep, drop, take, version, label }: MergeRequest): Promise<void> {
    setBusy(true);
    try {
      const path = `/api/${definition.apiPath}/${keep}/merge`;
      const { batch } = await request<typeof merged>("POST", path, { body: { drop, take }, ifMatch: version });
      // Only previews have no batch.
      const undo = (merge: string) => ({ label: common("undo"), run: () => void revertBatch(merge) });
      if (batch) notify.undoable(recordNotice("merged", label), undo(batch));
      persistToasts();
      onMerged(keep);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = Object.keys(error.errors ?? {}).map((name) => tr(fieldKey(definition.name, name)));
      if (error.errors?.[ALIASES]) notify.danger(notice("too_many_aliases"));
      else if (fields.length > 0) notify.danger(t("refused", { fields: fields.join(", ") }));
      else if (error.code === "edit_conflict") notify.danger(t("changed_meanwhile"));
      else notify.danger(notice(error.code));
      if (error.code === "edit_conflict" || error.code === "data_not_found") void refresh();
    } finally {
      setBusy(false);
    }
  }

  return { merge, isBusy };
}

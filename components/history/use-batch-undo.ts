"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";

/**
 * Returns a function that reverts all changes of a batch, or none. It asks for confirmation, and
 * again if records of the batch have been changed since.
 */
export function useBatchUndo(onUndone: () => void) {
  const t = useTranslations("history");
  const confirm = useConfirm();
  /** The batch being reverted. */
  const [busy, setBusy] = useState<string | null>(null);
  const revertBatch = useRevertBatch(onUndone, {
    done: (count) => t("undo_batch_done", { count }),
    changedSince: t("changed_since_title"),
    force: t("force"),
    cancel: t("cancel"),
  });

  return {
    busy,
    async undo(batch: string, count: number): Promise<void> {
      const isConfirmed = await confirm({
        title: t("undo_batch_question"),
        text: t("undo_batch_text", { count }),
        confirmLabel: t("undo"),
        cancelLabel: t("cancel"),
        tone: "danger",
      });
      if (!isConfirmed) return;
      setBusy(batch);
      await revertBatch(batch).finally(() => setBusy(null));
    },
  };
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";

/**
 * Button that reverts all changes of a batch, or none. Asks for confirmation, and again if records
 * of the batch have been changed since.
 */
export function BatchUndo({ batch, onUndone }: { batch: string; onUndone: () => void }) {
  const t = useTranslations("history");
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const revertBatch = useRevertBatch(
    {
      done: (count) => t("undo_batch_done", { count }),
      changedSince: t("changed_since_title"),
      force: t("force"),
      cancel: t("cancel"),
    },
    onUndone,
  );

  async function undo() {
    const isSure = await confirm({
      title: t("undo_batch_question"),
      text: t("undo_batch_text"),
      confirmLabel: t("undo_batch"),
      cancelLabel: t("cancel"),
      tone: "danger",
    });
    if (!isSure) return;
    setBusy(true);
    await revertBatch(batch).finally(() => setBusy(false));
  }

  return (
    <Button
      size="sm"
      busy={isBusy}
      onClick={() => void undo()}
      icon={<Icon name="icon-undo-2" className="size-4" />}
      className="print:hidden"
    >
      {t("undo_batch")}
    </Button>
  );
}

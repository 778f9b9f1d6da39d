"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError, request, type Refusal } from "@/lib/api-client";
import { namesOf, type NamedRecord } from "@/lib/records/history-query";

type Reverted = { success: true; message: string; changes: number; skipped: NamedRecord[] };

/** Undoes what was changed together, all of it or nothing: asks first, and again where something has changed since. */
export function BatchUndo({ batch, onUndone }: { batch: string; onUndone: () => void }) {
  const t = useTranslations("history");
  const noticeText = useNoticeText();
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);

  const ask = (title: string, text: string, confirmLabel: string) =>
    confirm({ title, text, confirmLabel, cancelLabel: t("cancel"), tone: "danger" });

  async function send(force: boolean): Promise<void> {
    try {
      const path = `/api/history/batches/${batch}/revert`;
      const answer = await request<Reverted | Refusal>("POST", path, { body: { force } });
      if (!answer.success) throw new ApiError(200, answer.message);
      const labels = namesOf(answer.skipped);
      if (labels) notify.success(noticeText("reverted_without_links", { labels }));
      else notify.success(t("undo_batch_done", { count: answer.changes }));
      onUndone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "changed_since" || force) return notify.danger(noticeText(error.code));
      const isSure = await ask(t("changed_since_title"), noticeText("changed_since"), t("force"));
      if (isSure) await send(true);
    }
  }

  async function undo() {
    if (!(await ask(t("undo_batch_question"), t("undo_batch_text"), t("undo_batch")))) return;
    setBusy(true);
    await send(false).finally(() => setBusy(false));
  }

  return (
    <Button
      size="sm"
      busy={isBusy}
      onClick={() => void undo()}
      icon={<Undo2 aria-hidden="true" className="size-4" />}
      className="print:hidden"
    >
      {t("undo_batch")}
    </Button>
  );
}

"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { bulkResult } from "@/lib/features/records/bulk-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

type FinishButtonsProps = {
  id: number;
  label: string;
  /** Options of the status field that mark a project as finished. */
  statuses: readonly Option[];
  /** True for text buttons without a border, as in lists of projects. */
  isQuiet?: boolean;
  /** True to label each button with only the status's name, in the note of a table row. */
  isShort?: boolean;
};

/**
 * Buttons that set a finished status on an ended project with one click; the toast offers to undo
 * it.
 */
export function FinishButtons({ id, label, statuses, isShort = false, isQuiet = false }: FinishButtonsProps) {
  const t = useTranslations("deadlines");
  const common = useTranslations("common");
  const { refresh } = usePendingNavigation();
  const [busy, setBusy] = useState<number | null>(null);
  const undo = useRevertBatch(() => void refresh(), {
    done: () => t("undone"),
    changedSince: t("changed_since"),
    force: t("force"),
    cancel: common("cancel"),
  });

  async function finish(status: Option, button: HTMLElement) {
    const card = button.closest("section");
    setBusy(status.id);
    try {
      const { batch, refused } = await request<typeof bulkResult>("POST", "/api/projects/bulk", {
        body: { ids: [id], set: { status: status.id } },
      });
      const doneText = t("status_set", { label, status: status.label });
      if (refused.length > 0) notify.danger(t("status_refused"));
      else if (batch) notify.undoable(doneText, { label: common("undo"), run: () => void undo(batch) });
      else notify.success(doneText);
      await refresh();
      if (document.activeElement === document.body) card?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
    } finally {
      setBusy(null);
    }
  }

  return statuses.map((status) => (
    <Button
      key={status.id}
      variant={isQuiet || isShort ? "ghost" : "secondary"}
      size="sm"
      className={clsx((isQuiet || isShort) && "text-accent!", isShort && "gap-1 px-1.5 text-xs pointer-fine:min-h-5")}
      busy={busy === status.id}
      icon={isShort && <Icon name="icon-check" className="size-3.5" />}
      disabled={busy !== null}
      aria-label={t("set_status_of", { label, status: status.label })}
      onClick={({ currentTarget }) => void finish(status, currentTarget)}
    >
      {isShort ? status.label : t("set_status", { status: status.label })}
    </Button>
  ));
}

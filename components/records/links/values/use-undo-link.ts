import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { ApiError } from "@/lib/base/browser/api-client";
import type { Change } from "@/lib/features/history/history-answers";
import type { ChangeAction } from "@/lib/model/change";
import { definitionOf } from "@/lib/model/kinds/registry";
import { useRevertBatch } from "../../undo/use-revert-batch";
import { findChange, useRevertChange } from "../../undo/use-revert-change";
import type { OwnedList } from "./link-call";

/** Returns functions that revert changes of links, also those of several links at once. */
export function useUndoLink({ tab, id }: OwnedList) {
  const t = useTranslations("common");
  const { refresh } = usePendingNavigation();
  const own = definitionOf(tab.own.kind);
  const revertChange = useRevertChange();
  const revertBatch = useRevertBatch(() => void refresh());

  async function undo(change: Change) {
    if (change.batch) return revertBatch(change.batch);
    // Refreshes the page even after a failure, as another user may have undone the change first.
    const isSubject = change.kind === own.apiPath && change.id === id;
    await revertChange(change, (isSubject && change.related ? change.related : change).label);
    void refresh();
  }

  return {
    revertBatch,
    /**
     * Reports a change of a link in a toast that offers to undo it, with the other links that it
     * changed. Looks the change up at once: later, another user's could be the newest.
     */
    async offerUndo(action: ChangeAction, otherId: number, text: string): Promise<void> {
      const related = { kind: definitionOf(tab.other.kind).apiPath, id: otherId };
      const lookup = { kind: own.apiPath, id, action, related };
      const change = await findChange(lookup).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return null;
      });
      if (change) notify.undoable(text, { label: t("undo"), run: () => void undo(change) });
      else notify.success(text);
    },
  };
}

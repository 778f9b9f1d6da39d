"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, type NoticeText } from "@/components/toasts/notify";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ApiError, request } from "@/lib/api-client";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { definitionOf } from "@/lib/records/kinds/registry";
import type { LinkList } from "@/lib/records/kinds/relations";
import type { BulkResult } from "../bulk/bulk-result";
import { useRevertBatch } from "../undo/use-revert-batch";

type ManyWords = { done: string; refused: string; gone: NoticeText };

/** Returns functions that link or unlink several records, all or none, and offer to undo it. */
export function useManyLinks(definition: AnyDefinition, id: number) {
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const confirm = useConfirm();
  const { refresh } = usePendingNavigation();
  const revertBatch = useRevertBatch(
    {
      done: (count) => tr("bulk.undone", { count }),
      changedSince: tr("bulk.changed_since"),
      force: tr("bulk.force"),
      cancel: t("cancel"),
    },
    () => void refresh(),
  );

  /** @returns true if the server accepted the change */
  async function change(part: "add" | "remove", { list }: LinkList, ids: readonly number[], words: ManyWords) {
    let isDone = false;
    try {
      const { batch, refused } = await request<BulkResult>("POST", `/api/${definition.apiPath}/bulk`, {
        body: { ids: [id], [part]: { [list]: ids } },
      });
      const [refusal] = refused;
      isDone = !refusal;
      if (refusal) notify.danger(refusal.message ? notice(refusal.message) : words.refused);
      // Without a batch nothing has changed (another user did the same before), so there is nothing
      // to undo.
      else if (batch) notify.undoable(words.done, { label: t("undo"), run: () => void revertBatch(batch) });
      else notify.success(words.done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isGone = error.errors?.[`${part}.${list}`]?.includes("exists");
      notify.danger(isGone ? words.gone : notice(error.code));
    }
    void refresh();
    return isDone;
  }

  return {
    addSeveral(tab: LinkList, rows: readonly AnyRow[]) {
      const { key } = definitionOf(tab.other.kind);
      return change(
        "add",
        tab,
        rows.map((row) => Number(row[key])),
        {
          done: tl("pasted.done", { count: rows.length }),
          refused: tl("pasted.refused"),
          gone: tl("pasted.gone"),
        },
      );
    },
    /** @returns true if the records were unlinked */
    async removeSeveral(tab: LinkList, ids: readonly number[]): Promise<boolean> {
      const count = ids.length;
      const isSure = await confirm({
        title: t("really_delete"),
        subject: tl("several", { count }),
        text: tl("several_revertible", { count }),
        tone: "danger",
      });
      if (!isSure) return false;
      return change("remove", tab, ids, {
        done: tl("removed", { count }),
        refused: tl("refused"),
        gone: notice("data_not_found"),
      });
    },
  };
}

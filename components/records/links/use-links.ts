"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ApiError, request } from "@/lib/api-client";
import { TOAST_SUCCESS_MS } from "@/lib/limits";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { linkedIn, linkedTotal, totalOf } from "@/lib/records/kinds/linked-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import { linkPath, type LinkList } from "@/lib/records/kinds/relations";
import { useManyLinks } from "./use-many-links";
import { useRevertChange } from "../undo/use-revert-change";

/** Response to a link request; minimal responses omit `tabledata`, the new link list. */
type LinkAnswer = { success: boolean; message: string; tabledata?: AnyRow[] };

/** Returns a link list in the shape in which records contain it. */
const carried = (list: string, rows: AnyRow[], total = rows.length): AnyRow => ({
  [list]: rows,
  [totalOf(list)]: total,
});

const listsOf = (definition: AnyDefinition, record: AnyRow): AnyRow =>
  Object.assign(
    {},
    ...definition.tabs.map(({ list }) => carried(list, linkedIn(record, list), linkedTotal(record, list))),
  ) as AnyRow;

/**
 * Returns a record's link lists and the functions that change them. Each response replaces the
 * changed list (spec §7), unless the list is so long that the page contains only its beginning.
 * @param id the record's key
 */
export function useLinks(definition: AnyDefinition, id: number, record: AnyRow | null) {
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const confirm = useConfirm();
  const { refresh } = usePendingNavigation();
  const revertChange = useRevertChange();
  const manyLinks = useManyLinks(definition, id);
  const calls = useRef(0);
  const [seen, setSeen] = useState(record);
  const [lists, setLists] = useState(() => listsOf(definition, record ?? {}));
  if (seen !== record) {
    setSeen(record);
    setLists(listsOf(definition, record ?? {}));
  }

  async function undoRemoval(child: AnyDefinition, childId: number) {
    const related = { kind: child.apiPath, id: childId };
    // Refreshes the page even after a failure, as another user may have undone the removal first.
    await revertChange({ kind: definition.apiPath, id, action: "unlink", related });
    void refresh();
  }

  async function change(method: "POST" | "DELETE", tab: LinkList, row: AnyRow, label: string) {
    const child = definitionOf(tab.other.kind);
    const call = ++calls.current;
    const isLong = linkedIn(lists, tab.list).length < linkedTotal(lists, tab.list);
    try {
      const path = linkPath(tab, id, Number(row[child.key]));
      const { success, message, tabledata } = await request<LinkAnswer>(method, path, { preferMinimal: isLong });
      // Ignores the response of an earlier call that arrives late.
      if (tabledata && call === calls.current) setLists((current) => ({ ...current, ...carried(tab.list, tabledata) }));
      // The record's form and cached list pages show links as well.
      void refresh();
      const text = notice(message, { label });
      if (!success) notify.danger(text);
      else if (method === "POST") notify.success(text, TOAST_SUCCESS_MS);
      else notify.undoable(text, { label: t("undo"), run: () => void undoRemoval(child, Number(row[child.key])) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
      // Another user has changed or deleted the records meanwhile: shows the current state.
      if (error.code === "data_not_found") void refresh();
    }
  }

  return {
    /** Link lists and their totals, keyed by list name (`lib/records/kinds/linked-lists.ts`). */
    lists,
    ...manyLinks,
    add: (tab: LinkList, row: AnyRow, label: string) => change("POST", tab, row, label),
    async remove(tab: LinkList, row: AnyRow, label: string) {
      const sure = await confirm({
        title: t("really_delete"),
        subject: tr("link_with", { label }),
        text: tr("unlink_revertible"),
        tone: "danger",
      });
      if (sure) await change("DELETE", tab, row, label);
    },
  };
}

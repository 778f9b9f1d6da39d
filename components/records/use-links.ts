"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError, request } from "@/lib/api-client";
import { NOTICE_SUCCESS_MS } from "@/lib/limits";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";
import { definitionOf } from "@/lib/records/registry";
import type { LinkList } from "@/lib/records/relations";
import { useRevertChange } from "./use-revert-change";

type LinkAnswer = { success: boolean; message: string; tabledata: AnyRow[] };

/** A record's link lists, by the names of its tabs. */
export type LinkLists = Record<string, AnyRow[]>;

const listsOf = (definition: AnyDefinition, record: AnyRow | null): LinkLists =>
  Object.fromEntries(definition.tabs.map(({ list }) => [list, (record?.[list] ?? []) as AnyRow[]]));

/**
 * The link lists of a record and the calls that change them; every answer replaces its list (spec §7).
 * @param id the record's key
 */
export function useLinks(definition: AnyDefinition, id: number, record: AnyRow | null) {
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const noticeText = useNoticeText();
  const confirm = useConfirm();
  const { refresh } = usePendingNavigation();
  const revertChange = useRevertChange();
  const calls = useRef(0);
  const [seen, setSeen] = useState(record);
  const [lists, setLists] = useState(() => listsOf(definition, record));
  if (seen !== record) {
    setSeen(record);
    setLists(listsOf(definition, record));
  }

  const pathOf = ({ own, call, path }: LinkList, childId: number) =>
    `/api/${call}/${path.map((column) => (column === own.column ? id : childId)).join("/")}`;

  async function undoRemoval(child: AnyDefinition, childId: number) {
    const related = { kind: child.apiPath, id: childId };
    // Also where it could not be undone: somebody else may have been faster.
    await revertChange({ kind: definition.apiPath, id, action: "unlink", related });
    void refresh();
  }

  async function change(method: "POST" | "DELETE", tab: LinkList, row: AnyRow, label: string) {
    const child = definitionOf(tab.other.kind);
    const call = ++calls.current;
    try {
      const answer = await request<LinkAnswer>(method, pathOf(tab, Number(row[child.key])));
      // Of two quick changes the later answer counts, whichever arrives last.
      if (call === calls.current) setLists((current) => ({ ...current, [tab.list]: answer.tabledata }));
      // The form and every list that is remembered show links, too.
      void refresh();
      const text = noticeText(answer.message, { label });
      if (!answer.success) notify.danger(text);
      else if (method === "POST") notify.success(text, NOTICE_SUCCESS_MS);
      else notify.undoable(text, { label: t("undo"), run: () => void undoRemoval(child, Number(row[child.key])) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(noticeText(error.code));
      // Somebody else was faster: show what is there now.
      if (error.code === "data_not_found") void refresh();
    }
  }

  return {
    lists,
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

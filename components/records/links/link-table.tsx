"use client";

import { usePathname } from "next/navigation";
import { useRights } from "@/components/auth/rights";
import type { SendLink, OwnedList } from "./values/link-call";
import { LinkAdder } from "./add/link-adder";
import { LinkRows, type ShownLinks } from "./link-rows";
import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ApiError } from "@/lib/base/browser/api-client";
import { TOAST_SUCCESS_MS } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { useRevertChange } from "../undo/use-revert-change";
import { useManyLinks } from "./add/use-many-links";

/** Returns functions that link and unlink records, one or several, and report it in toasts. */
function useChangeLinks({ tab, id }: OwnedList, send: SendLink) {
  const own = definitionOf(tab.own.kind);
  const child = definitionOf(tab.other.kind);
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const confirm = useConfirm();
  const { refresh } = usePendingNavigation();
  const revertChange = useRevertChange();
  const manyLinks = useManyLinks({ tab, id });

  async function undoRemoval(childId: number, label: string) {
    const related = { kind: child.apiPath, id: childId };
    // Refreshes the page even after a failure, as another user may have undone the removal first.
    await revertChange({ kind: own.apiPath, id, action: "unlink", related }, label);
    void refresh();
  }

  /**
   * @param isQuiet reports the success nowhere, as the search box does
   * @returns true if the server accepted the change
   */
  async function change(method: "POST" | "DELETE", row: AnyRow, label: string, isQuiet = false): Promise<boolean> {
    const otherId = Number(row[child.key]);
    try {
      const { success, message } = await send(method, tab, otherId);
      const done = recordNotice(message, label);
      if (!success) notify.danger(notice(message, { label }));
      else if (method === "DELETE")
        notify.undoable(done, { label: t("undo"), run: () => void undoRemoval(otherId, label) });
      else if (!isQuiet) notify.success(done, TOAST_SUCCESS_MS);
      return success;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
      return false;
    }
  }

  return {
    ...manyLinks,
    add: (row: AnyRow, label: string, isQuiet: boolean) => change("POST", row, label, isQuiet),
    async remove(row: AnyRow, label: string) {
      const isConfirmed = await confirm({
        title: t("really_delete"),
        subject: tr("link_with", { label }),
        text: tr("unlink_revertible"),
        tone: "danger",
      });
      if (isConfirmed) await change("DELETE", row, label);
    },
  };
}

type LinkTableProps = ShownLinks & { send: SendLink };

/**
 * A record's link list (spec §2): `add` links records, `link-rows` shows and filters them, `values`
 * edits roles, periods and other values of a link.
 */
export function LinkTable({ send, ...links }: LinkTableProps) {
  const storageKey = `${usePathname()} ${links.tab.list}`;
  const { add, addSeveral, remove, removeSeveral } = useChangeLinks(links, send);
  if (!useRights().mayWrite) return <LinkRows {...links} storageKey={storageKey} />;
  return (
    <div>
      <LinkAdder {...links} send={send} onAdd={add} onAddSeveral={(chosen) => void addSeveral(chosen)} />
      <LinkRows {...links} storageKey={storageKey} writing={{ send, removeOne: remove, removeSeveral }} />
    </div>
  );
}

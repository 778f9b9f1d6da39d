"use client";

import { useLocale, useTranslations } from "next-intl";
import { createElement } from "react";
import { notice, notify, recordNotice, translated } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import type { oneRecord, recordDeleted } from "@/lib/features/records/record-answers";
import { ApiError, request, type Refusal } from "@/lib/base/browser/api-client";
import { TOAST_FIELD_IN_USE_MS } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { LinkedRecords, type LinkedGroup } from "../links/linked-records";
import { useRevertChange } from "../undo/use-revert-change";

/** Maximum number of linked records per kind that the dialog lists when a deletion is refused. */
const SHOWN_LINKS = 5;

/**
 * Asks for confirmation, deletes a record, reports the result (spec §§2, 8), and offers to undo the
 * deletion.
 * @param onUndone called when the record was restored
 * @returns a function that takes the record's key and label, and resolves to true if the record is
 * deleted
 */
export function useDeleteRecord(definition: AnyDefinition, onUndone: () => void) {
  const { apiPath } = definition;
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const locale = useLocale();
  const confirm = useConfirm();
  const revertChange = useRevertChange();

  async function undo(id: number, label: string) {
    if (await revertChange({ kind: apiPath, id, action: "delete" }, label)) onUndone();
  }

  /** Shows why a record was not deleted (spec §8), with the linked records that prevent it. */
  async function showRefusal(id: number, label: string, text: string) {
    const { data } = await request<typeof oneRecord>("GET", `/api/${apiPath}/${id}`);
    const groups = definition.tabs.flatMap(({ list, own, other }): LinkedGroup[] => {
      if (!own.preventsDeletion) return [];
      const rows = (data[list] ?? []) as AnyRow[];
      const child = definitionOf(other.kind);
      const more = rows.length - SHOWN_LINKS;
      const records = rows.slice(0, SHOWN_LINKS).map((row) => ({
        href: `${child.pages.detail}/${Number(row[child.key])}`,
        label: child.label(row, locale),
      }));
      // Former links count: they prevent the deletion as well.
      const heading = `${tr(`${child.name}.many`)} (${rows.length})`;
      return rows.length === 0 ? [] : [{ heading, records, more: more > 0 ? tr("and_more", { count: more }) : null }];
    });
    // Texts are translated here, as the dialog is rendered outside the page's message provider.
    const details = createElement(LinkedRecords, { groups });
    const title = t("error_title");
    await confirm({ title, subject: label, text, details, tone: "warning", confirmLabel: t("ok"), cancelLabel: null });
  }

  return async function deleteRecord(id: number, label: string): Promise<boolean> {
    const isConfirmed = await confirm({
      title: t("really_delete"),
      subject: label,
      text: t("cannot_revert"),
      tone: "danger",
    });
    if (!isConfirmed) return false;
    try {
      const answer = await request<typeof recordDeleted | Refusal>("DELETE", `/api/${apiPath}/${id}`, {
        preferMinimal: true,
      });
      if (answer.success) {
        const run = () => void undo(id, label);
        notify.undoable(recordNotice(answer.message, label), { label: t("undo"), run });
        // After a deletion on the record's own page, the list page opens, where the toast must
        // still offer to undo it.
        persistToasts();
        return true;
      }
      const text = notice(answer.message);
      if (answer.message === "thematic_field_still_in_use") notify.danger(text, TOAST_FIELD_IN_USE_MS);
      else await showRefusal(id, label, translated(text));
      return false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
      // Another user has deleted the record before: treats it as deleted; the toast survives the
      // navigation.
      if (error.code === "data_not_found") persistToasts();
      return error.code === "data_not_found";
    }
  };
}

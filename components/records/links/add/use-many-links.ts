"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, type NoticeText } from "@/components/toasts/notify";
import { useAsk, useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import type { bulkResult } from "@/lib/features/records/bulk-answers";
import type { linkAnswer } from "@/lib/features/records/link-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { Change, changeList } from "@/lib/features/history/history-answers";
import { historySearchParams } from "@/lib/features/history/history-query";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkPath } from "@/lib/model/kinds/relations";
import type { OwnedList } from "../values/link-call";
import { useTakenText } from "../values/taken-role";
import { loadLinkEntries } from "../values/use-link-entries";
import { useUndoLink } from "../values/use-undo-link";
import { requestRevert } from "../../undo/use-revert-change";
import { pushAll } from "@/lib/model/pure/long-lists";

type BulkLinkTexts = { done: string; refused: string; missing: NoticeText };

/** A record to link, and the values of the link; empty for a link without values. */
export type NewLink = { id: number; label: string; values: AnyRow };

/** Returns functions that link or unlink several records, and offer to undo it. */
export function useManyLinks(owned: OwnedList) {
  const { tab, id } = owned;
  const own = definitionOf(tab.own.kind);
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const ask = useAsk();
  const confirm = useConfirm();
  const { refresh } = usePendingNavigation();
  const takenText = useTakenText(tab.relation);
  const { revertBatch } = useUndoLink(owned);

  /** @returns true if the server accepted the change */
  async function change(part: "add" | "remove", ids: readonly number[], texts: BulkLinkTexts) {
    let isDone = false;
    try {
      const { batch, refused } = await request<typeof bulkResult>("POST", `/api/${own.apiPath}/bulk`, {
        body: { ids: [id], [part]: { [tab.list]: ids } },
      });
      const [refusal] = refused;
      isDone = !refusal;
      if (refusal) notify.danger(refusal.message ? notice(refusal.message) : texts.refused);
      // Without a batch nothing has changed (another user did the same before), so there is nothing
      // to undo.
      else if (batch) notify.undoable(texts.done, { label: t("undo"), run: () => void revertBatch(batch) });
      else notify.success(texts.done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isMissing = error.errors?.[`${part}.${tab.list}`]?.includes("exists");
      notify.danger(isMissing ? texts.missing : notice(error.code));
    }
    void refresh();
    return isDone;
  }

  /** Asks what to do about a role that another link has. @returns the values to try again with, or null */
  async function askAboutTakenRole({ label, values }: NewLink, holder: string): Promise<AnyRow | null> {
    const entries = await loadLinkEntries(tab.relation);
    const answer = await ask({
      title: tl("taken.title"),
      subject: label,
      text: takenText(values, entries, holder),
      confirmLabel: tl("taken.replace"),
      otherLabel: tl("taken.without"),
      cancelLabel: tl("taken.skip"),
      tone: "warning",
    });
    if (answer === "no") return null;
    return answer === "yes" ? { ...values, replace: true } : { ...values, [tab.relation.roles?.field ?? ""]: [] };
  }

  /** Links a record with values. @returns true if it is linked */
  async function link(one: NewLink): Promise<boolean> {
    let body: AnyRow | null = one.values;
    while (body) {
      const path = linkPath(tab, id, one.id);
      const answer = await request<typeof linkAnswer>("POST", path, { body, preferMinimal: true });
      if (answer.success) return true;
      if (answer.message !== "role_taken") {
        notify.danger(notice(answer.message, { label: one.label }));
        return false;
      }
      body = await askAboutTakenRole(one, answer.holder?.label ?? "");
    }
    return false;
  }

  /** Returns the newest changes that have linked records, as many as may belong to `count` links. */
  async function newestLinks(count: number): Promise<Change[]> {
    const changes: Change[] = [];
    for (let pageNo = 0; pageNo * LIST_MAX_PAGE_SIZE < count; pageNo++) {
      const query = { kind: own.apiPath, id, action: "link" as const, pageNo, pageSize: LIST_MAX_PAGE_SIZE };
      const { data } = await request<typeof changeList>("GET", `/api/history?${historySearchParams(query)}`);
      pushAll(changes, data);
    }
    return changes;
  }

  /** Reverts what `link` has done, the newest first. */
  async function undoLinks(ids: readonly number[]) {
    const { apiPath: kind } = definitionOf(tab.other.kind);
    const isLinkTo = ({ related, ...subject }: Change, otherId: number) =>
      [subject, related].some((end) => end?.kind === kind && end.id === otherId);
    let count = 0;
    try {
      const changes = await newestLinks(ids.length);
      for (const otherId of ids.toReversed()) {
        const newest = changes.find((one) => isLinkTo(one, otherId));
        // A batch has also taken the role from another link.
        if (newest?.batch) await revertBatch(newest.batch);
        else if (newest && (await requestRevert(newest)).success) count += 1;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
    }
    if (count > 0) notify.success(tr("bulk.undone", { count }));
    void refresh();
  }

  /**
   * Links records with values, one after the other: each has its own, and its role may be taken. One
   * that is refused does not keep the others from being linked.
   */
  async function linkEach(links: readonly NewLink[]): Promise<void> {
    const done: number[] = [];
    for (const one of links) {
      try {
        if (await link(one)) done.push(one.id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify.danger(tl("pasted.not_linked", { label: one.label }));
      }
    }
    void refresh();
    if (done.length === 0) return;
    notify.undoable(tl("pasted.done", { count: done.length }), { label: t("undo"), run: () => void undoLinks(done) });
  }

  return {
    async addSeveral(links: readonly NewLink[]): Promise<void> {
      if (links.some(({ values }) => Object.keys(values).length > 0)) return linkEach(links);
      await change(
        "add",
        links.map((link) => link.id),
        {
          done: tl("pasted.done", { count: links.length }),
          refused: tl("pasted.refused"),
          missing: tl("pasted.deleted"),
        },
      );
    },
    /** @returns true if the records were unlinked */
    async removeSeveral(ids: readonly number[]): Promise<boolean> {
      const count = ids.length;
      const isConfirmed = await confirm({
        title: t("really_delete"),
        subject: tl("several", { count }),
        text: tl("several_revertible", { count }),
        tone: "danger",
      });
      if (!isConfirmed) return false;
      return change("remove", ids, {
        done: tl("removed", { count }),
        refused: tl("refused"),
        missing: notice("data_not_found"),
      });
    },
  };
}

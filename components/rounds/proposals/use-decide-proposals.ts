"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import type { proposalsAccepted, proposalsRejected, proposalsReopened } from "@/lib/features/rounds/proposal-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { PROPOSALS_MAX } from "@/lib/features/rounds/proposal";
import type { NamedProposal, RefusedProposal } from "./refused-proposals";

/**
 * Accepts and rejects proposals, which the toast offers to undo: accepted ones are one batch, rejected
 * ones are reopened. Those whose acceptance is refused are returned, to be listed.
 */
export function useDecideProposals() {
  const t = useTranslations("proposals");
  const tc = useTranslations("common");
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const revertBatch = useRevertBatch(() => void refresh());

  /** Runs a call for proposals that are not being decided already. */
  async function decide<Result>(ids: readonly number[], call: () => Promise<Result>): Promise<Result | null> {
    if (ids.length === 0 || ids.some((id) => busy.has(id))) return null;
    setBusy((now) => new Set([...now, ...ids]));
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      return null;
    } finally {
      setBusy((now) => new Set([...now].filter((id) => !ids.includes(id))));
      // Also after a failure: another user may have decided the proposals first.
      void refresh();
    }
  }

  /** Reports that none of several proposals was decided, by the reason for the first. */
  function notifyRefusal([refusal]: readonly { message: string }[]) {
    if (refusal) notify.danger(failureText({ code: refusal.message }));
  }

  async function reopen(ids: readonly number[]): Promise<void> {
    const result = await decide(ids, () =>
      request<typeof proposalsReopened>("POST", "/api/proposals/reopen", { body: { ids } }),
    );
    if (!result) return;
    const { reopened, refused } = result;
    if (reopened === 0) notifyRefusal(refused);
    else notify.success(t("reopened", { count: reopened, refused: refused.length }));
  }

  return {
    isBusy: (id: number) => busy.has(id),
    isAnyBusy: busy.size > 0,
    /**
     * Accepts proposals, at most `PROPOSALS_MAX`.
     * @param options `force`: also where the field has been changed since; `isQuiet`: without a toast
     * @returns those that are refused; null if none could be decided
     */
    async accept(
      proposals: readonly NamedProposal[],
      { force = false, isQuiet = false }: { force?: boolean; isQuiet?: boolean } = {},
    ): Promise<RefusedProposal[] | null> {
      const ids = proposals.slice(0, PROPOSALS_MAX).map(({ proposal_id }) => proposal_id);
      const body = { ids, ...(force && { force }) };
      const result = await decide(ids, () =>
        request<typeof proposalsAccepted>("POST", "/api/proposals/accept", { body }),
      );
      if (!result) return null;
      const { accepted, refused, batch } = result;
      const text = t("accepted", { count: accepted, refused: refused.length });
      if (batch) notify.undoable(text, { label: tc("undo"), run: () => void revertBatch(batch) });
      else if (accepted > 0 && !isQuiet) notify.success(text);
      const named = new Map(proposals.map((proposal) => [proposal.proposal_id, proposal]));
      return refused.flatMap(({ id, message, errors }) => {
        const proposal = named.get(id);
        return proposal ? [{ ...proposal, message, errors }] : [];
      });
    },
    /** Rejects proposals, at most `PROPOSALS_MAX`. */
    async reject(proposalIds: readonly number[]): Promise<void> {
      const ids = proposalIds.slice(0, PROPOSALS_MAX);
      const result = await decide(ids, () =>
        request<typeof proposalsRejected>("POST", "/api/proposals/reject", { body: { ids } }),
      );
      if (!result) return;
      const { rejected, refused } = result;
      if (rejected === 0) return notifyRefusal(refused);
      const isRefused = (id: number) => refused.some((each) => each.id === id);
      const rejectedIds = ids.filter((id) => !isRefused(id));
      const text = t("rejected", { count: rejected, refused: refused.length });
      notify.undoable(text, { label: tc("undo"), run: () => void reopen(rejectedIds) });
    },
  };
}

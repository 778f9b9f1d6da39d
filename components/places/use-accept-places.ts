"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { placeProposalsAccepted } from "@/lib/features/places/place-answers";
import type { PlaceReason } from "@/lib/features/places/place-reasons";

/** The suggestions to accept: those for some institutions, or all with a reason. */
export type AcceptedPlaces = { ids: number[] } | { all: true; reason: PlaceReason };

/** Accepts suggestions. Accepted ones are one batch, which the toast offers to undo. */
export function useAcceptPlaces() {
  const t = useTranslations("places");
  const tc = useTranslations("common");
  const failureText = useFailureText();
  const { refresh, isPending } = usePendingNavigation();
  const [isSending, setSending] = useState(false);
  const revertBatch = useRevertBatch(() => void refresh());

  /** @returns whether suggestions were accepted */
  async function accept(places: AcceptedPlaces): Promise<boolean> {
    if (isSending) return false;
    setSending(true);
    try {
      const path = "/api/institutions/place_proposals/accept";
      const { changed, remaining, batch } = await request<typeof placeProposalsAccepted>("POST", path, {
        body: places,
      });
      const text = t("accepted", { count: changed, remaining });
      if (batch) notify.undoable(text, { label: tc("undo"), run: () => void revertBatch(batch) });
      else notify.success(text);
      return changed > 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      return false;
    } finally {
      setSending(false);
      // Also after a failure: another user may have accepted the suggestions first.
      void refresh();
    }
  }

  /** `isBusy`: also while the next suggestions are loaded, as those on the page are accepted then */
  return { accept, isBusy: isSending || isPending };
}

"use client";

import { useTranslations } from "next-intl";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { DuplicatePair } from "@/lib/features/duplicates/duplicate-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";

const PATH = "/api/duplicates/dismiss";

/**
 * Marks the records of a duplicate pair as distinct and offers to undo that.
 * @returns a function that resolves to true if the dismissal was saved
 */
export function useDismiss({ apiPath }: AnyDefinition) {
  const t = useTranslations("duplicates");
  const common = useTranslations("common");

  const notifyFailure = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    notify.danger(notice(error.code));
  };

  return async function dismiss({ a, b }: DuplicatePair, onRecalled: () => void): Promise<boolean> {
    const body = { kind: apiPath, ids: [a.id, b.id] };
    async function recall() {
      try {
        await request("DELETE", PATH, { body });
        notify.success(t("recalled"));
        onRecalled();
      } catch (error) {
        notifyFailure(error);
      }
    }
    try {
      await request("POST", PATH, { body });
      notify.undoable(t("dismissed"), { label: common("undo"), run: () => void recall() });
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    }
  };
}

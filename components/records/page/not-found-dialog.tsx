"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useRights } from "@/components/auth/rights";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useToastText } from "@/components/toasts/use-message-text";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";

/**
 * Reports that a record does not exist and offers to create a new one; if the user declines, opens
 * the list page (spec §2).
 */
export function NotFoundDialog({ kind }: { kind: KindName }) {
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const noticeText = useToastText();
  const confirm = useConfirm();
  const { replace } = usePendingNavigation();
  const { mayWrite } = useRights();

  const ask = useEffectEvent(async () => {
    const { pages } = definitionOf(kind);
    const addsNew = await confirm({
      title: tr(`${kind}.not_found`),
      ...(mayWrite
        ? { text: noticeText("add_new"), confirmLabel: t("yes"), cancelLabel: t("back") }
        : { confirmLabel: t("back"), cancelLabel: null }),
    });
    replace(addsNew && mayWrite ? `${pages.detail}/new` : pages.list);
  });
  useEffect(() => void ask(), []);
  return <h1 className="sr-only">{tr(`${kind}.not_found`)}</h1>;
}

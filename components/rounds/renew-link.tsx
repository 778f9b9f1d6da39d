"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { ApiError } from "@/lib/base/browser/api-client";
import { requestNewLink } from "./round-calls";

type RenewLinkProps = { runde_id: number; email: string; name: string };

/** Button that sends a recipient another link in place of the former one, after a question. */
export function RenewLink({ runde_id, email, name }: RenewLinkProps) {
  const t = useTranslations("rounds");
  const tc = useTranslations("common");
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();
  const confirm = useConfirm();

  async function renew() {
    const isConfirmed = await confirm({
      title: t("renew_title"),
      subject: name || email,
      text: t("renew_text"),
      confirmLabel: t("renew_confirm"),
      cancelLabel: tc("cancel"),
    });
    if (!isConfirmed) return;
    try {
      await requestNewLink(runde_id, email);
      notify.success(t("renew_done"));
      refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [code] = error.errors?.email ?? [];
      notify.danger(code === "email" || code === "twice" ? t(`renew_refused.${code}`) : failureText(error));
    }
  }

  return (
    <IconButton
      label={t("renew_for", { name: name || email })}
      tooltipSide="left"
      icon={<Icon name="icon-link" className="size-4" />}
      onClick={() => void renew()}
    />
  );
}

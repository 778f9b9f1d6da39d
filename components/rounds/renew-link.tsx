"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { requestNewLink } from "./round-calls";
import { useRoundCall } from "./use-round-call";

type RenewLinkProps = { runde_id: number; email: string; name: string };

/** Button that sends a recipient another link in place of the former one, after a question. */
export function RenewLink({ runde_id, email, name }: RenewLinkProps) {
  const t = useTranslations("rounds");
  const tc = useTranslations("common");
  const { refresh } = usePendingNavigation();
  const confirm = useConfirm();
  const { run, isBusy, problem } = useRoundCall();

  async function renew() {
    const isConfirmed = await confirm({
      title: t("renew_title"),
      subject: name || email,
      text: t("renew_text"),
      confirmLabel: t("renew_confirm"),
      cancelLabel: tc("cancel"),
    });
    if (!isConfirmed || !(await run(() => requestNewLink(runde_id, email)))) return;
    notify.success(t("renew_done"));
    refresh();
  }

  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="sm"
        variant="ghost"
        busy={isBusy}
        aria-label={t("renew_for", { name: name || email })}
        onClick={() => void renew()}
        icon={<Icon name="icon-link" className="size-4" />}
      >
        {t("renew")}
      </Button>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

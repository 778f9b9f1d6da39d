"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import type { RemindRefusal } from "@/lib/features/rounds/round-progress";
import { requestRoundClosing, sendMails } from "./round-calls";
import { useRoundCall } from "./use-round-call";

/** How often the page of a round reads its numbers again while mails wait to be sent. */
const POLL_INTERVAL_MS = 5_000;

type RoundActionsProps = {
  runde_id: number;
  titel: string;
  /** Why no reminder can be sent now; null if one can. */
  refusal: RemindRefusal;
  /** Number of recipients without an answer. */
  missing: number;
  /** True while mails wait to be sent. */
  isSending: boolean;
};

/** Reminds the recipients of a running round, and closes it. */
export function RoundActions({ runde_id, titel, refusal, missing, isSending }: RoundActionsProps) {
  const t = useTranslations("rounds");
  const tc = useTranslations("common");
  const { refresh, refreshIfSafe } = usePendingNavigation();
  const confirm = useConfirm();
  const { run, isBusy, problem } = useRoundCall();

  const poll = useEffectEvent(() => {
    if (document.visibilityState === "visible") void refreshIfSafe();
  });
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isSending]);

  async function runStep(step: "remind" | "close") {
    const isConfirmed = await confirm({
      title: t(`${step}_title`, { count: missing }),
      subject: titel,
      text: t(`${step}_text`),
      confirmLabel: t(`${step}_confirm`, { count: missing }),
      cancelLabel: tc("cancel"),
    });
    if (!isConfirmed) return;
    const outcome = await run(async () =>
      step === "remind" ? sendMails(runde_id, step) : void (await requestRoundClosing(runde_id)),
    );
    if (outcome) notify.success(t(`${step}_done`, { count: outcome.result ?? 0 }));
    refresh();
  }

  return (
    <div className="flex min-w-0 flex-col items-end gap-1 max-sm:items-stretch">
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button
          busy={isBusy}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : "remind-refusal"}
          onClick={() => void runStep("remind")}
          icon={<Icon name="icon-bell-ring" className="size-4" />}
        >
          {t("remind")}
        </Button>
        <Button busy={isBusy} onClick={() => void runStep("close")} icon={<Icon name="icon-lock" className="size-4" />}>
          {t("close")}
        </Button>
      </div>
      {refusal !== null && (
        <p id="remind-refusal" className="text-sm text-ink-muted">
          {t(`remind_refusal.${refusal}`)}
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

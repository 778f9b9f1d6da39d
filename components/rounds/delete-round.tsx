"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notify } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { ROUNDS_PATH } from "@/lib/features/rounds/round";
import { requestRoundDeletion } from "./round-calls";
import { useRoundCall } from "./use-round-call";

type DeleteRoundProps = { runde_id: number; titel: string; isDraft?: boolean };

/** Button that deletes a round after a question. */
export function DeleteRound({ runde_id, titel, isDraft = false }: DeleteRoundProps) {
  const t = useTranslations("rounds");
  const tc = useTranslations("common");
  const { replace } = usePendingNavigation();
  const confirm = useConfirm();
  const { run, isBusy, problem } = useRoundCall();

  async function remove() {
    const isConfirmed = await confirm({
      title: t("delete_title"),
      subject: titel,
      text: t(isDraft ? "delete_draft_text" : "delete_text"),
      confirmLabel: t("delete"),
      cancelLabel: tc("cancel"),
      tone: "danger",
    });
    if (!isConfirmed || !(await run(() => requestRoundDeletion(runde_id)))) return;
    notify.success(t("deleted"));
    persistToasts();
    replace(ROUNDS_PATH);
  }

  return (
    <>
      <Button busy={isBusy} onClick={() => void remove()} icon={<Icon name="icon-trash-2" className="size-4" />}>
        {t("delete")}
      </Button>
      {problem && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </>
  );
}

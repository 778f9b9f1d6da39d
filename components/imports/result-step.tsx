"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-looks";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ApiError, ignoreFailure, request, type Refusal } from "@/lib/base/browser/api-client";
import { followRun } from "./follow-run";
import type { batchReverted } from "@/lib/features/history/history-answers";
import type { ImportState } from "@/lib/features/imports/import-answers";
import { Step } from "./step";

type ResultStepProps = {
  importState: ImportState;
  onChanged: () => Promise<void>;
  onResume: () => void;
  onNext: () => void;
};

/** Shows the progress and the result of the import, and offers to undo it. */
export function ResultStep({ importState, onChanged, onResume, onNext }: ResultStepProps) {
  const t = useTranslations("imports");
  const failureText = useFailureText();
  const confirm = useConfirm();
  const [undone, setUndone] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, state, done, total, batch, result } = importState;
  const isRunning = state === "running";
  // Ignores a failed request, as the next poll repeats it.
  const poll = useEffectEvent(() => void onChanged().catch(ignoreFailure));
  useEffect(() => {
    if (isRunning) return followRun(() => poll());
  }, [isRunning]);

  async function undo() {
    const isConfirmed = await confirm({
      title: t("undo_question"),
      text: t("undo_text", { count: done }),
      confirmLabel: t("undo"),
      tone: "danger",
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      const answer = await request<typeof batchReverted | Refusal>("POST", `/api/history/batches/${batch}/revert`);
      setUndone(answer.success ? t("undone") : failureText({ code: answer.message }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setUndone(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Step title={t("result")}>
      <progress value={done} max={Math.max(1, total)} aria-label={t("result")} className="progress-bar" />
      <p role="status">{t(isRunning ? "progress" : "written", { done, total })}</p>
      {state === "failed" && <Alert tone="warning">{t("failed")}</Alert>}
      {result && !isRunning && <p>{t("counts", result)}</p>}
      {undone && <Alert>{undone}</Alert>}
      <div className="flex flex-wrap gap-3">
        {state === "failed" && !undone && (
          <Button variant="primary" onClick={onResume}>
            {t("go_on")}
          </Button>
        )}
        {!isRunning && result && result.refused > 0 && (
          <>
            <a href={`/api/imports/${id}/refused?format=xlsx`} download className={buttonClasses({})}>
              {t("refused_xlsx", { count: result.refused })}
            </a>
            <a href={`/api/imports/${id}/refused`} download className={buttonClasses({ variant: "ghost" })}>
              {t("refused_csv")}
            </a>
          </>
        )}
        {!isRunning && done > 0 && !undone && (
          <Button busy={isBusy} onClick={() => void undo()}>
            {t("undo")}
          </Button>
        )}
        {!isRunning && <Button onClick={onNext}>{t("next_file")}</Button>}
      </div>
    </Step>
  );
}

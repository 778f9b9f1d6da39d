"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-looks";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { ignoreFailure } from "@/lib/base/browser/api-client";
import { PLACES_PATH } from "@/lib/features/places/place-suggestion";
import { followRun } from "./follow-run";
import type { ImportState } from "@/lib/features/imports/import-answers";
import { Step } from "./step";

type ResultStepProps = {
  /** Whether the imported records have a country and a place, which their addresses may suggest. */
  offersPlaces: boolean;
  importState: ImportState;
  onChanged: () => Promise<void>;
  onResume: () => void;
  onNext: () => void;
};

/** Shows the progress and the result of the import, and offers to undo it. */
export function ResultStep({ offersPlaces, importState, onChanged, onResume, onNext }: ResultStepProps) {
  const t = useTranslations("imports");
  const tp = useTranslations("places");
  const confirm = useConfirm();
  const [isUndone, setUndone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { id, state, done, total, batch, result } = importState;
  const isRunning = state === "running";
  // Ignores a failed request, as the next poll repeats it.
  const poll = useEffectEvent(() => void onChanged().catch(ignoreFailure));
  useEffect(() => {
    if (isRunning) return followRun(() => poll());
  }, [isRunning]);

  const revertBatch = useRevertBatch(() => setUndone(true), { done: () => t("undone") });

  async function undo() {
    if (batch === null) return;
    const isConfirmed = await confirm({
      title: t("undo_question"),
      text: t("undo_text", { count: done }),
      confirmLabel: t("undo"),
      tone: "danger",
    });
    if (!isConfirmed) return;
    setBusy(true);
    await revertBatch(batch).finally(() => setBusy(false));
  }

  return (
    <Step title={t("result")}>
      <progress value={done} max={Math.max(1, total)} aria-label={t("result")} className="progress-bar" />
      <p role="status">{t(isRunning ? "progress" : "written", { done, total })}</p>
      {state === "failed" && <Alert tone="warning">{t("failed")}</Alert>}
      {result && !isRunning && <p>{t("counts", result)}</p>}
      <div className="flex flex-wrap gap-3">
        {state === "failed" && !isUndone && (
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
        {!isRunning && done > 0 && !isUndone && (
          <Button busy={isBusy} onClick={() => void undo()}>
            {t("undo")}
          </Button>
        )}
        {!isRunning && done > 0 && !isUndone && offersPlaces && (
          <a href={PLACES_PATH} className={buttonClasses({})}>
            {tp("show")}
          </a>
        )}
        {!isRunning && <Button onClick={onNext}>{t("next_file")}</Button>}
      </div>
    </Step>
  );
}

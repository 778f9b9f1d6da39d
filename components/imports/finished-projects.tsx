"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ImportState, ImportPreview } from "@/lib/features/imports/import-answers";

type FinishedProjectsProps = {
  preview: ImportPreview;
  busy: boolean;
  onDecided: (decided: ImportState["finished"]) => void;
};

/**
 * Says how many finished projects would have no known end, so that no statistics count them, and offers
 * to make those fixed-term whose rows have an end.
 */
export function FinishedProjects({ preview, busy, onDecided }: FinishedProjectsProps) {
  const t = useTranslations("imports.finished");
  const { no_end, with_end, fixed_term } = preview;
  return (
    <>
      {(no_end > 0 || with_end > 0) && (
        <Alert tone="warning">
          {no_end > 0 && <p>{t("no_end", { count: no_end })}</p>}
          {with_end > 0 ? (
            <>
              <p>{t("with_end", { count: with_end })}</p>
              <Button size="sm" busy={busy} className="mt-1.5" onClick={() => onDecided("fixed_term")}>
                {t("make_fixed_term")}
              </Button>
            </>
          ) : (
            <p>{t("hint")}</p>
          )}
        </Alert>
      )}
      {fixed_term > 0 && (
        <Alert tone="info">
          <p>{t("fixed_term", { count: fixed_term })}</p>
          <Button size="sm" busy={busy} className="mt-1.5" onClick={() => onDecided("keep")}>
            {t("keep")}
          </Button>
        </Alert>
      )}
    </>
  );
}

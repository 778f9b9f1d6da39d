"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ImportState, ImportPreview } from "@/lib/features/imports/import-answers";

type NotApplicableProps = {
  preview: ImportPreview;
  labelOf: (field: string) => string;
  busy: boolean;
  /** Called with the fields whose values are to be left out, as far as they are known. */
  onDecided: (decided: ImportState["not_applicable"], fields: readonly string[]) => void;
};

const isNotApplicable = (codes: readonly string[]) => codes.includes("not_applicable");

/**
 * Offers to leave out values that records would not have, such as the end of an open-ended project, or
 * to refuse their rows again. Counts among the refused rows that are loaded.
 */
export function NotApplicable({ preview, labelOf, busy, onDecided }: NotApplicableProps) {
  const t = useTranslations("imports.not_applicable");
  const refused = preview.rows.filter(({ action }) => action === "refused");
  const affectedRows = refused.filter(({ errors }) => Object.values(errors).some(isNotApplicable));
  const names = affectedRows.flatMap(({ errors }) =>
    Object.entries(errors).flatMap(([name, codes]) => (isNotApplicable(codes) ? [name] : [])),
  );
  const fields = [...new Set(names)];
  const isCounted = refused.length === preview.refused;
  return (
    <>
      {affectedRows.length > 0 && (
        <Alert tone="warning">
          <p>
            {t(isCounted ? "refused" : "refused_at_least", {
              count: affectedRows.length,
              fields: fields.map(labelOf).join(", "),
            })}
          </p>
          <Button size="sm" busy={busy} className="mt-1.5" onClick={() => onDecided("drop", fields)}>
            {t("drop")}
          </Button>
        </Alert>
      )}
      {preview.dropped > 0 && (
        <Alert tone="info">
          <p>{t("dropped", { count: preview.dropped })}</p>
          <Button size="sm" busy={busy} className="mt-1.5" onClick={() => onDecided("refuse", [])}>
            {t("refuse")}
          </Button>
        </Alert>
      )}
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { choiceOf, type ImportChoices, type RowChoice } from "@/lib/features/imports/import-choices";
import type { PreviewRow, SimilarOfRow } from "@/lib/features/imports/import-answers";

type SimilarRowProps = {
  row: PreviewRow;
  /** Text that identifies the row: its first cells. */
  text: string;
  choices: ImportChoices;
  /** Path of record pages. */
  recordPath: string;
  labelOf: (field: string) => string;
  reasonsOf: (errors: PreviewRow["errors"]) => string[];
  onChosen: (choice: Omit<RowChoice, "row">) => void;
};

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * A row that is probably a duplicate: shows the similar records with reasons, and lets the user
 * choose what to do with the row.
 */
export function SimilarRow({ row, text, choices, recordPath, labelOf, reasonsOf, onChosen }: SimilarRowProps) {
  const t = useTranslations("imports.similar");
  const ts = useTranslations("records.similar");
  const name = useId();
  const chosen = choiceOf(choices, row);
  const option = (label: string, choice: Omit<RowChoice, "row">, trailing?: ReactNode) => (
    <div className="flex items-start gap-x-1">
      <label className="flex min-h-8 min-w-0 items-start gap-2 py-1 [overflow-wrap:anywhere] pointer-coarse:min-h-10">
        <input
          type="radio"
          name={name}
          checked={chosen.action === choice.action && chosen.id === choice.id}
          onChange={() => onChosen(choice)}
          className="mt-0.5 size-4.5 shrink-0"
        />
        {label}
      </label>
      {trailing}
    </div>
  );
  const effectOf = ({ changes, errors }: SimilarOfRow) => {
    const reasons = reasonsOf(errors);
    if (reasons.length > 0) return t("refused", { reasons: reasons.join(" ") });
    const fieldsOf = (isEmptied: boolean) =>
      changes
        .filter((change) => isEmpty(change.new) === isEmptied)
        .map((change) => labelOf(change.name))
        .join(", ");
    const [emptied, changed] = [fieldsOf(true), fieldsOf(false)];
    const parts = [changed && t("changes", { fields: changed }), emptied && t("empties", { fields: emptied })];
    return parts.filter(Boolean).join("; ") || t("no_changes");
  };
  return (
    <li className="px-3 py-2.5">
      <fieldset>
        <legend className="font-semibold [overflow-wrap:anywhere]">{t("row", { row: row.row, text })}</legend>
        {option(t("create"), { action: "create" })}
        {row.similar.map((similar) => {
          const { id, label, detail, reasons, differences } = similar;
          const details = [
            detail,
            reasons.map((reason) => ts(`reasons.${reason}`)).join(", "),
            differences.map((difference) => ts(`differences.${difference}`)).join(", "),
            effectOf(similar),
          ];
          return (
            <div key={id}>
              {option(
                t("update", { label }),
                { action: "update", id },
                <a
                  href={`${recordPath}/${id}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={ts("open", { label })}
                  className="inline-flex size-8 shrink-0 items-center justify-center pointer-coarse:size-10"
                >
                  <Icon name="icon-external-link" className="size-4" />
                </a>,
              )}
              <p className="pl-6.5 text-sm [overflow-wrap:anywhere] text-ink-muted">
                {details.filter(Boolean).join(" · ")}
              </p>
            </div>
          );
        })}
        {option(t("skip"), { action: "skip" })}
      </fieldset>
    </li>
  );
}

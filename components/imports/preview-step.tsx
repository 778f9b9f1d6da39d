"use client";

import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { choiceOf, countChoices, type Choices } from "@/lib/records/spreadsheets/import-choices";
import type { ImportColumn, ImportField, Preview, PreviewRow } from "./import-state";
import { SimilarRows } from "./similar-rows";
import { Step } from "./step";

type PreviewStepProps = {
  importId: number;
  recordPath: string;
  columns: readonly ImportColumn[];
  fields: readonly ImportField[];
  preview: Preview;
  /** The user's choices for rows that are probably duplicates. */
  choices: Choices;
  onChosen: (choices: Choices) => void;
  number: number;
  /** Whether new rows that repeat an earlier one are left out. */
  isSkippingRepeats: boolean;
  onSkipRepeats: (skips: boolean) => void;
  busy: boolean;
  onRun: () => void;
};

/**
 * Shows what the import would do with each row, with errors at the cells that contain them.
 */
export function PreviewStep(props: PreviewStepProps) {
  const { importId, recordPath, columns, fields, preview, choices, onChosen, number, busy, onRun } = props;
  const { isSkippingRepeats, onSkipRepeats } = props;
  const t = useTranslations("imports");
  const validationText = useValidationText();
  const { same, refused, similar, uncompared, repeated, rows } = preview;
  const all = preview.create + preview.update + same + refused;
  const chosen = countChoices(choices, similar);
  const left = chosen.skip + (isSkippingRepeats ? repeated : 0);
  const create = Math.max(0, preview.create - chosen.update - left);
  const update = preview.update + chosen.update;
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const shown = columns.map((column, at) => ({ ...column, at })).filter(({ field }) => field !== null);
  const reasonOf = ({ errors }: PreviewRow, name: string | null, text: string | undefined) =>
    (errors[name ?? ""] ?? [])
      .map((code) => validationText(code, { max: fields.find((field) => field.name === name)?.max, text }))
      .join(" ");
  const reasonsOf = (errors: PreviewRow["errors"]) =>
    Object.entries(errors).map(([name, codes]) => {
      const max = fields.find((field) => field.name === name)?.max;
      return `${name && `${labelOf(name)}: `}${codes.map((code) => validationText(code, { max })).join(" ")}`;
    });
  const elsewhere = ({ errors }: PreviewRow) =>
    reasonsOf(
      Object.fromEntries(Object.entries(errors).filter(([name]) => !shown.some(({ field }) => field === name))),
    );
  const becomes = (row: PreviewRow) => {
    const { action } = row.similar.length > 0 ? choiceOf(choices, row) : row;
    if (row.repeats !== null && action === "create") {
      return isSkippingRepeats
        ? t("actions.skip")
        : `${t("actions.create")}, ${t("repeats_row", { row: row.repeats })}`;
    }
    return row.similar.length > 0 && action === "create"
      ? `${t("actions.create")}, ${t("similar.mark")}`
      : t(`actions.${action}`);
  };
  return (
    <Step number={number} title={t("preview")}>
      <p role="status" className="font-semibold">
        {t("counts", { create, update, same, refused, skip: left })}
      </p>
      {uncompared > 0 && <Alert tone="info">{t("similar.uncompared", { count: uncompared })}</Alert>}
      {repeated > 0 && (
        <Alert tone="warning">
          <p>{t("repeated", { count: repeated })}</p>
          <label className="mt-1 flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={isSkippingRepeats}
              onChange={(event) => onSkipRepeats(event.target.checked)}
              className="size-4.5"
            />
            {t("skip_repeated")}
          </label>
        </Alert>
      )}
      {similar > 0 && (
        <SimilarRows
          importId={importId}
          total={similar}
          columns={columns}
          recordPath={recordPath}
          choices={choices}
          labelOf={labelOf}
          reasonsOf={reasonsOf}
          onChosen={onChosen}
        />
      )}
      {rows.length < all && <p className="text-sm text-ink-muted">{t("shown", { count: rows.length })}</p>}
      <div
        role="region"
        aria-label={t("rows")}
        tabIndex={0}
        className="max-h-112 overflow-auto rounded-md border border-line"
      >
        <table className="w-full min-w-176 border-collapse text-left text-sm">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              <th scope="col" className="px-2 py-1.5">
                {t("row")}
              </th>
              <th scope="col" className="px-2 py-1.5">
                {t("becomes")}
              </th>
              {shown.map(({ header }) => (
                <th key={header} scope="col" className="px-2 py-1.5">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row} className="border-t border-line align-top">
                <th scope="row" className="tabular px-2 py-1.5 font-normal">
                  {row.row}
                </th>
                <td className={row.action === "refused" ? "px-2 py-1.5 font-semibold text-danger" : "px-2 py-1.5"}>
                  {becomes(row)}
                  {elsewhere(row).map((reason) => (
                    <span key={reason} className="block font-normal">
                      {reason}
                    </span>
                  ))}
                </td>
                {shown.map(({ header, field, at }) => (
                  <td key={header} className="max-w-64 px-2 py-1.5 [overflow-wrap:anywhere]">
                    <span className="line-clamp-3">{row.cells[at]}</span>
                    {reasonOf(row, field, row.cells[at]) && (
                      <span className="block font-medium text-danger">{reasonOf(row, field, row.cells[at])}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button variant="primary" busy={busy} disabled={create + update === 0} onClick={onRun} className="self-start">
        {t("run", { count: create + update })}
      </Button>
    </Step>
  );
}

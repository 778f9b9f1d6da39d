"use client";

import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/notices/use-message-text";
import { Button } from "@/components/ui/button";
import type { ImportColumn, ImportField, Preview, PreviewRow } from "./import-state";
import { Step } from "./step";

type PreviewStepProps = {
  columns: readonly ImportColumn[];
  fields: readonly ImportField[];
  preview: Preview;
  busy: boolean;
  onRun: () => void;
};

/** What would become of the rows, with each reason at its cell. */
export function PreviewStep({ columns, fields, preview, busy, onRun }: PreviewStepProps) {
  const t = useTranslations("records.import");
  const validationText = useValidationText();
  const { create, update, same, refused, rows } = preview;
  const shown = columns.map((column, at) => ({ ...column, at })).filter(({ field }) => field !== null);
  const reasonOf = ({ errors }: PreviewRow, name: string | null) =>
    (errors[name ?? ""] ?? [])
      .map((code) => validationText(code, { max: fields.find((field) => field.name === name)?.max }))
      .join(" ");
  const elsewhere = ({ errors }: PreviewRow) =>
    Object.entries(errors)
      .filter(([name]) => !shown.some(({ field }) => field === name))
      .map(([name, codes]) => {
        const label = fields.find((field) => field.name === name)?.label ?? name;
        return `${label && `${label}: `}${codes.map((code) => validationText(code)).join(" ")}`;
      });
  return (
    <Step number={3} title={t("preview")}>
      <p role="status" className="font-semibold">
        {t("counts", { create, update, same, refused })}
      </p>
      {rows.length < create + update + same + refused && (
        <p className="text-sm text-ink-muted">{t("shown", { count: rows.length })}</p>
      )}
      <div
        role="region"
        aria-label={t("preview")}
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
                  {t(`actions.${row.action}`)}
                  {elsewhere(row).map((reason) => (
                    <span key={reason} className="block font-normal">
                      {reason}
                    </span>
                  ))}
                </td>
                {shown.map(({ header, field, at }) => (
                  <td key={header} className="max-w-64 px-2 py-1.5 [overflow-wrap:anywhere]">
                    <span className="line-clamp-3">{row.cells[at]}</span>
                    {reasonOf(row, field) && (
                      <span className="block font-medium text-danger">{reasonOf(row, field)}</span>
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

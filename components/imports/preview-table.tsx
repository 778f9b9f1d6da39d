"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/toasts/use-message-text";
import { choiceOf, type ImportChoices } from "@/lib/features/imports/import-choices";
import type { PreviewRow } from "@/lib/features/imports/import-answers";
import { previewText, otherChanges, previewValue, type FilledField } from "./preview-values";
import { RecordLink } from "./record-link";

type PreviewTableProps = {
  rows: readonly PreviewRow[];
  filled: readonly FilledField[];
  recordPath: string;
  choices: ImportChoices;
  isSkippingRepeats: boolean;
  /** Whether the import may leave out values of a field because records would not have it. */
  mayDrop: (field: FilledField) => boolean;
  labelOf: (field: string) => string;
  reasonsOf: (errors: PreviewRow["errors"]) => string[];
};

/** The width of a column: that of its longest cell, within bounds. */
const CELL = "w-max max-w-64 wrap-break-word";

/** The action of a row, after the user's choices for likely duplicates, and the record that it updates. */
type Effect = { action: PreviewRow["action"]; record?: { id: number; label: string } };

function effectOf(row: PreviewRow, choices: ImportChoices, isSkippingRepeats: boolean): Effect {
  if (row.action === "update" && row.id !== null) {
    return { action: "update", record: { id: row.id, label: row.label ?? "" } };
  }
  if (row.action !== "create") return row;
  const { action, id } = row.similar.length > 0 ? choiceOf(choices, row) : row;
  if (action === "update") return { action, record: row.similar.find((similar) => similar.id === id) };
  return { action: row.repeats !== null && isSkippingRepeats ? "skip" : action };
}

/**
 * Shows what the import would store for each row, with the cells of the file where they read
 * differently, and errors at the cells that contain them.
 */
export function PreviewTable({ rows, filled, ...shared }: PreviewTableProps) {
  const t = useTranslations("imports");
  return (
    <div
      role="region"
      aria-label={t("rows")}
      tabIndex={0}
      className="max-h-128 overflow-auto rounded-md border border-line"
    >
      <table className="w-full min-w-176 border-collapse text-left text-sm">
        <thead className="sticky top-0 z-10 bg-sunken align-bottom">
          <tr>
            <th scope="col" className="px-2 py-1.5">
              {t("row")}
            </th>
            <th scope="col" className="px-2 py-1.5">
              {t("becomes")}
            </th>
            {filled.map(({ name, label, headers }) => {
              const fileHeaders = headers.join(", ");
              return (
                <th key={name} scope="col" className="px-2 py-1.5">
                  <div className={CELL}>
                    {label}
                    {fileHeaders !== label && (
                      <span className="block text-xs font-normal text-ink-muted">
                        {t("from_columns", { columns: fileHeaders })}
                      </span>
                    )}
                  </div>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.row} row={row} filled={filled} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TableRowProps = Omit<PreviewTableProps, "rows"> & { row: PreviewRow };

function TableRow(props: TableRowProps) {
  const { row, filled, recordPath, choices, isSkippingRepeats, mayDrop, labelOf, reasonsOf } = props;
  const t = useTranslations("imports");
  const effect = effectOf(row, choices, isSkippingRepeats);
  const { action, record } = effect;
  const isRefused = action === "refused";
  // Named beside the row's number as well, as their columns may be out of view.
  const errorLabels = isRefused ? filled.filter(({ name }) => row.errors[name]).map(({ label }) => label) : [];
  const otherErrors = Object.entries(row.errors).filter(([name]) => filled.every((field) => field.name !== name));
  const markText =
    row.repeats === null ? row.similar.length > 0 && t("similar.mark") : t("repeats_row", { row: row.repeats });
  const others = action === "update" ? otherChanges(row, filled) : [];
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="tabular px-2 py-1.5 font-normal">
        {row.row}
      </th>
      <td className="px-2 py-1.5">
        <div className={clsx(CELL, isRefused && "text-danger")}>
          <span className={isRefused || action === "update" ? "font-semibold" : undefined}>
            {action && t(`actions.${action}`)}
          </span>
          {errorLabels.length > 0 && `: ${errorLabels.join(", ")}`}
          {action === "create" && markText && `, ${markText}`}
          {record && (
            <span className="block">
              <RecordLink href={`${recordPath}/${record.id}`} label={record.label} />
            </span>
          )}
          {others.map((name) => (
            <span key={name} className="mt-1 block">
              {labelOf(name)}: <TextOrEmpty>{row.texts[name]?.new}</TextOrEmpty>
              <PreviousValue>{row.texts[name]?.old}</PreviousValue>
            </span>
          ))}
          {reasonsOf(Object.fromEntries(otherErrors)).map((reason) => (
            <span key={reason} className="block">
              {reason}
            </span>
          ))}
        </div>
      </td>
      {filled.map((field) => (
        <PreviewCell key={field.name} row={row} field={field} action={action} isDropping={mayDrop(field)} />
      ))}
    </tr>
  );
}

type PreviewCellProps = { row: PreviewRow; field: FilledField; action: PreviewRow["action"]; isDropping: boolean };

function PreviewCell({ row, field, action, isDropping }: PreviewCellProps) {
  const t = useTranslations("imports");
  const validationText = useValidationText();
  const { text, tone, old, cell, note } = previewValue(row, field, action, isDropping);
  const errors = action === "refused" ? (row.errors[field.name] ?? []) : [];
  const cellText = previewText(row, field);
  return (
    <td className="px-2 py-1.5">
      <div className={CELL}>
        <span
          className={clsx("line-clamp-3", tone === "changed" && "font-semibold", tone === "muted" && "text-ink-muted")}
        >
          {old === undefined && cell === undefined ? text : <TextOrEmpty>{text}</TextOrEmpty>}
        </span>
        {cell !== undefined && (
          <span className="line-clamp-3 text-xs text-ink-muted">{t("in_file", { text: cell || t("empty") })}</span>
        )}
        {old !== undefined && <PreviousValue>{old}</PreviousValue>}
        {note && <span className="block text-xs text-ink-muted">{t(note)}</span>}
        {errors.map((code) => (
          <span key={code} className="block font-medium text-danger">
            {validationText(code, { max: field.max, text: cellText })}
          </span>
        ))}
      </div>
    </td>
  );
}

/** A text; an empty one is named. */
function TextOrEmpty({ children }: { children: string | undefined }) {
  const t = useTranslations("imports");
  return children ? children : <i className="font-normal">{t("empty")}</i>;
}

/** The value that a record has now and that the import replaces. */
function PreviousValue({ children }: { children: string | undefined }) {
  const t = useTranslations("imports");
  return (
    <span className="line-clamp-3 text-xs text-ink-muted">
      {t.rich("before", { old: () => (children ? <s>{children}</s> : t("empty")) })}
    </span>
  );
}

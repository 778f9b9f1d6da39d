"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { LabelledField } from "@/components/ui/labelled-field";
import { Select, type SelectOption } from "@/components/ui/choices/select";
import type { ImportState } from "@/lib/features/imports/import-answers";
import type { ReadOption } from "./import-state";
import { maxOf } from "@/lib/model/pure/long-lists";

type ReadOptionsProps = {
  importState: ImportState;
  /** Whether the browser still has the file, so that it can be read in another way. */
  hasFile: boolean;
  onRead: (choice: ReadOption) => Promise<void>;
  onHeaderRow: (row: number) => Promise<void>;
};

/** Number of rows below the headers that show whether the file was read well. */
const SAMPLE_ROWS = 3;
/** Number of cells that identify a row in the choice of the header row. */
const CELLS_NAMED = 4;

/**
 * How the file was read, beside its first rows, which show at once if it was wrong: the encoding or the
 * sheet, and the row with the headers.
 */
export function ReadOptionsForm({ importState, hasFile, onRead, onHeaderRow }: ReadOptionsProps) {
  const t = useTranslations("imports.read_as");
  const ti = useTranslations("imports");
  const { encoding, encodings, sheet, sheets, columns, header_row: headerRow } = importState;
  const headerRows = [
    ...importState.first_rows.map(({ row, cells }) => ({
      value: row,
      label: `${row}: ${cells.filter(Boolean).slice(0, CELLS_NAMED).join(" · ")}`,
    })),
    { value: 0, label: t("no_header_row") },
  ];
  return (
    <section aria-label={t("title")} className="flex flex-col gap-3 rounded-md border border-line p-3">
      <h3 className="font-semibold">{t("title")}</h3>
      <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-2">
        {encoding !== null && (
          <ReadChoice
            label={t("encoding")}
            options={(encodings ?? []).map((each) => ({ value: each, label: t(`encodings.${each}`) }))}
            value={encoding}
            text={t(`encodings.${encoding}`)}
            // The byte order mark of UTF-16 leaves no doubt about the encoding.
            fixed={encoding === "utf-16" ? "surely" : !hasFile && "without_file"}
            onChoose={(chosen) => onRead({ encoding: chosen })}
          />
        )}
        {sheet !== null && sheets !== null && sheets.length > 1 && (
          <ReadChoice
            label={t("sheet")}
            options={sheets.map(({ name, hidden, rows }) => ({
              value: name,
              label: t(hidden ? "hidden_sheet" : "sheet_rows", { name, count: rows }),
            }))}
            value={sheet}
            text={sheet}
            fixed={!hasFile && "without_file"}
            onChoose={(chosen) => onRead({ sheet: chosen })}
          />
        )}
        <ReadChoice
          label={ti("header_row")}
          options={headerRows}
          value={String(headerRow)}
          text=""
          fixed={false}
          onChoose={(chosen) => onHeaderRow(Number(chosen))}
        />
      </div>
      <SampleRows importState={importState} />
      {columns.every(({ field }) => field === null) && (
        <Alert tone="warning">
          <p className="font-semibold">{t("nothing_known")}</p>
          <p>{t(headerRow === 0 ? "map_yourself" : "check_header_row")}</p>
        </Alert>
      )}
    </section>
  );
}

type ReadChoiceProps = {
  label: string;
  options: readonly SelectOption[];
  value: string;
  /** The chosen option as a text, where it cannot be changed. */
  text: string;
  fixed: "surely" | "without_file" | false;
  onChoose: (value: string) => Promise<void>;
};

/** A choice of how the file is read, which shows the chosen option until the file has been read again. */
function ReadChoice({ label, options, value, text, fixed, onChoose }: ReadChoiceProps) {
  const t = useTranslations("imports.read_as");
  const [pendingValue, setPendingValue] = useState<string | null>(null);
  if (fixed) {
    return (
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-sm leading-5">
          <span className="font-semibold">{label}:</span> {text}
        </p>
        {fixed === "without_file" && <p className="text-sm text-ink-muted">{t("choose_again")}</p>}
      </div>
    );
  }
  return (
    <LabelledField label={label}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={pendingValue ?? value}
          // Not disabled while the file is read, so that the select keeps the focus.
          aria-disabled={pendingValue !== null || undefined}
          onChange={({ target: { value: chosen } }) => {
            setPendingValue(chosen);
            void onChoose(chosen).finally(() => setPendingValue(null));
          }}
        />
      )}
    </LabelledField>
  );
}

/** The headers and the first rows below them as they were read. */
function SampleRows({ importState: { columns, first_rows, header_row } }: { importState: ImportState }) {
  const t = useTranslations("imports");
  const rows = first_rows.filter(({ row }) => row > header_row).slice(0, SAMPLE_ROWS);
  const width = maxOf(
    rows.map(({ cells }) => cells.length),
    columns.length,
  );
  return (
    <div
      role="region"
      aria-label={t("read_as.samples")}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="px-2 py-1.5 font-normal text-ink-muted">
              {t("row")}
            </th>
            {Array.from({ length: width }, (_, index) => (
              <th key={index} scope="col" className="px-2 py-1.5">
                <span className="block w-max max-w-56 wrap-break-word">
                  {columns[index]?.header ?? t("unnamed_column", { number: index + 1 })}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row} className="border-t border-line align-top">
              <th scope="row" className="tabular px-2 py-1.5 font-normal text-ink-muted">
                {row}
              </th>
              {Array.from({ length: width }, (_, index) => (
                <td key={index} className="px-2 py-1.5">
                  <span className="line-clamp-2 w-max max-w-56 wrap-break-word">{cells[index]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

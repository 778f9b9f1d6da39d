"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { ListFooter } from "@/components/records/list/list-footer";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ifApiError, request, type ApiError } from "@/lib/base/browser/api-client";
import { choose, chosenForAll, ROW_CHOICES, type ImportChoices } from "@/lib/features/imports/import-choices";
import type { ImportColumn, importRows, PreviewRow } from "@/lib/features/imports/import-answers";
import { SimilarRow } from "./similar-row";

type SimilarRowsProps = {
  importId: number;
  /** Number of rows that are probably duplicates. */
  total: number;
  columns: readonly ImportColumn[];
  recordPath: string;
  choices: ImportChoices;
  labelOf: (field: string) => string;
  reasonsOf: (errors: PreviewRow["errors"]) => string[];
  onChosen: (choices: ImportChoices) => void;
};

const PAGE_SIZE = 10;
/** Maximum number of cells in the text that identifies a row. */
const MAX_CELLS = 4;

/**
 * Lists new rows that are probably duplicates. The user chooses what to do with all of them or with
 * each (contract §12).
 */
export function SimilarRows(props: SimilarRowsProps) {
  const { importId, total, columns, recordPath, choices, labelOf, reasonsOf, onChosen } = props;
  const t = useTranslations("imports.similar");
  const failureText = useFailureText();
  const [pageNo, setPageNo] = useState(0);
  const [page, setPage] = useState<{ pageNo: number; rows: readonly PreviewRow[] }>({ pageNo: 0, rows: [] });
  const [failure, setFailure] = useState<ApiError | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const path = `/api/imports/${importId}/rows?similar=true&pageNo=${pageNo}&pageSize=${PAGE_SIZE}`;
    request<typeof importRows>("GET", path, { signal: controller.signal }).then(({ data }) => {
      setPage({ pageNo, rows: data });
      setFailure(null);
    }, ifApiError(setFailure));
    return () => controller.abort();
  }, [importId, pageNo]);

  const textOf = ({ cells }: PreviewRow) =>
    columns
      .flatMap(({ field }, at) => (field !== null && cells[at]?.trim() ? [cells[at]] : []))
      .slice(0, MAX_CELLS)
      .join(" · ");
  return (
    <section aria-label={t("title")} className="rounded-md border border-warning">
      <div className="grid gap-2 rounded-t-md bg-warning-soft px-3 py-2.5">
        <h3 className="font-semibold">{t("count", { count: total })}</h3>
        <p className="text-sm">{t("hint")}</p>
        <div role="group" aria-label={t("for_all")} className="flex flex-wrap gap-2">
          {ROW_CHOICES.map((action) => (
            <Button
              key={action}
              size="sm"
              aria-pressed={choices.similar === action && choices.rows.size === 0}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
              onClick={() => onChosen(chosenForAll(action))}
            >
              {t(`all.${action}`)}
            </Button>
          ))}
        </div>
      </div>
      {failure && <Alert tone="danger">{failureText(failure)}</Alert>}
      <ol aria-busy={page.pageNo !== pageNo} className="divide-y divide-line">
        {page.rows.map((row) => (
          <SimilarRow
            key={row.row}
            row={row}
            text={textOf(row)}
            choices={choices}
            recordPath={recordPath}
            labelOf={labelOf}
            reasonsOf={reasonsOf}
            onChosen={(choice) => onChosen(choose(choices, row, choice))}
          />
        ))}
      </ol>
      <ListFooter
        query={{ pageNo: page.pageNo, pageSize: PAGE_SIZE }}
        shown={page.rows.length}
        total={total}
        onPage={setPageNo}
      />
    </section>
  );
}

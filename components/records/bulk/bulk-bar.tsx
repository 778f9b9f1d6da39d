"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notify } from "@/components/toasts/notify";
import { ButtonLink } from "@/components/navigation/links";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { BulkResult } from "@/lib/features/records/bulk-answers";
import { BULK_MAX_RECORDS, LIST_MAX_IDS } from "@/lib/model/limits";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { filterChoicesPath } from "@/lib/model/lists/filter-parameters";
import { resolvedQuery } from "@/lib/model/lists/kind-query";
import {
  addressSearchParams,
  defaultListQuery,
  listSearchParams,
  type AddressQuery,
} from "@/lib/model/lists/list-query";
import { newRoundHref } from "@/lib/features/rounds/round";
import { ROUND_MAX_SELECTED, roundQuery } from "@/lib/features/rounds/round-defaults";
import { useFilterChoices } from "../filters/use-filter-choices";
import { BulkDialog } from "./bulk-dialog";
import { readPrintedTable } from "../shared/copied-tables";
import {
  listCalendar,
  exportAddress,
  exportedColumns,
  haveLinkFields,
  printAddress,
  responsibleAddress,
} from "../shared/share-addresses";
import { LazyShareMenu } from "../shared/lazy-share-menu";
import { SelectionBar } from "../shared/selection-bar";
import { useRevertBatch } from "../undo/use-revert-batch";
import type { Selected } from "../shared/use-selection";

type BulkBarProps = {
  kind: KindName;
  query: AddressQuery;
  /** Names of the columns that the list page shows. */
  columns: readonly string[];
  selected: Selected;
  /** Number of records the list's filter matches. */
  total: number;
  onAll: () => void;
  onClear: () => void;
  /** Called when the list's data has changed. */
  onChanged: () => void;
};

/** Bar with the number of selected records and the bulk actions. */
export function BulkBar({ kind, query, columns, selected, total, onAll, onClear, onChanged }: BulkBarProps) {
  const definition = definitionOf(kind);
  const choices = useFilterChoices(filterChoicesPath(definition, query.where), true);
  const t = useTranslations("records.bulk");
  const tc = useTranslations("common");
  const [open, setOpen] = useState<"change" | "delete" | null>(null);
  const revertBatch = useRevertBatch(onChanged);
  const count = selected.all ? total : selected.ids.size;
  const target = selected.all
    ? { query: listSearchParams(definition, resolvedQuery({ ...query, pageNo: 0 })).toString() }
    : { ids: [...selected.ids] };

  // Selected records make a round of their own, without the filters by which they were found.
  const roundQueryValues = selected.all
    ? { ...query, pageNo: 0 }
    : { ...defaultListQuery(definition), ids: [...selected.ids] };
  const roundHref =
    definition.confirmation && (selected.all || count <= ROUND_MAX_SELECTED)
      ? newRoundHref(definition, roundQuery(addressSearchParams(definition, roundQueryValues)))
      : null;

  const sharedList = { definition, query, ids: [...selected.ids] };

  function finish({ changed, refused, batch }: BulkResult) {
    const isDelete = open === "delete";
    setOpen(null);
    const message = t(isDelete ? "deleted" : "changed", { count: changed, refused: refused.length });
    if (batch) notify.undoable(message, { label: tc("undo"), run: () => void revertBatch(batch) });
    else notify.success(message);
    // Clears the selection: changed records may no longer be in the list and must not be changed
    // again unseen.
    onClear();
    onChanged();
  }

  return (
    <>
      <SelectionBar
        count={count}
        onClear={onClear}
        beside={
          <>
            {!selected.all && count < total && total <= BULK_MAX_RECORDS && (
              <Button variant="ghost" size="sm" onClick={onAll}>
                {t("select_all", { count: total })}
              </Button>
            )}
            {total > BULK_MAX_RECORDS && (
              <p className="text-sm text-ink-muted">{t("at_most", { count: BULK_MAX_RECORDS })}</p>
            )}
            {(selected.all || count <= LIST_MAX_IDS) && (
              <LazyShareMenu
                size="sm"
                hasColumns
                hasLinkFields={haveLinkFields(definition, columns)}
                exports={(format, which) =>
                  exportAddress(sharedList, format, exportedColumns(definition, columns, which))
                }
                calendar={listCalendar(sharedList)}
                addresses={responsibleAddress(sharedList)}
                print={printAddress(sharedList, columns)}
                tables={() => readPrintedTable(printAddress(sharedList, columns))}
                total={count}
              />
            )}
            {roundHref && (
              <ButtonLink
                variant="ghost"
                size="sm"
                href={roundHref}
                icon={<Icon name="icon-mail-check" className="size-4" />}
              >
                {t("confirm")}
              </ButtonLink>
            )}
          </>
        }
      >
        <Button size="sm" onClick={() => setOpen("change")} icon={<Icon name="icon-pencil-line" className="size-4" />}>
          {t("change")}
        </Button>
        <Button size="sm" onClick={() => setOpen("delete")} icon={<Icon name="icon-trash-2" className="size-4" />}>
          {t("delete")}
        </Button>
      </SelectionBar>
      {open && choices && (
        <BulkDialog
          definition={definition}
          choices={choices}
          target={target}
          count={count}
          isDelete={open === "delete"}
          onDone={finish}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

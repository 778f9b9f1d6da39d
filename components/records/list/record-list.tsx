"use client";

import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useMemo } from "react";
import { useRights } from "@/components/auth/rights";
import { RowHeightSwitch, useDenseRows } from "@/components/layout/row-height";
import { ButtonLink } from "@/components/navigation/links";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { DataTable } from "@/components/tables/lazy-data-table";
import { NamePieces } from "@/components/tables/name-pieces";
import type { ColumnSort, DataTableColumn } from "@/components/tables/table-model";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { usePreload } from "@/components/ui/use-preload";
import type { ColumnWidths } from "@/lib/records/lists/column-widths";
import { columnsNamed, defaultColumns } from "@/lib/records/lists/columns";
import type { AnyRow } from "@/lib/records/kinds/define";
import { filterFieldName } from "@/lib/records/lists/filter-names";
import { ownFilterFieldOf, type FilterChoices } from "@/lib/records/lists/filters";
import { listSearchParams, type ListQuery } from "@/lib/records/lists/list-query";
import type { MatchHint } from "@/lib/records/lists/match-hints";
import { definitionOf, type KindName } from "@/lib/records/kinds/registry";
import { loadRecordForm } from "../form/lazy-record-form";
import { ColumnChooser } from "./column-chooser";
import { readPrintedTable } from "../shared/copied-tables";
import { exportAddress, printAddress } from "../shared/hand-over-addresses";
import { LazyHandOverMenu } from "../shared/lazy-hand-over-menu";
import { ListFooter, useListAddress } from "./list-footer";
import { ListNarrowing } from "../filters/list-narrowing";
import { RowActions } from "../shared/row-actions";
import { useQuickAction } from "../shared/quick-actions";
import { isInCardHeading, rowTextsOf } from "../shared/row-texts";
import { useDeleteRecord } from "../page/use-delete-record";
import { useFilterChoices } from "../filters/use-filter-choices";
import { useSelection } from "../shared/use-selection";
import { SaveViewButton } from "./save-view-button";

const loadBulkBar = () => import("../bulk/bulk-bar");
const BulkBar = lazy(() => loadBulkBar().then((module) => ({ default: module.BulkBar })));

type RecordListProps = {
  kind: KindName;
  query: ListQuery;
  rows: AnyRow[];
  total: number;
  /** Where the words of the text filter occur, by the keys of the rows that do not show them. */
  hints: Readonly<Record<number, MatchHint[]>>;
  /**
   * The entries that the filters contain, with their names; all others are loaded after the page is
   * shown.
   */
  namedChoices: FilterChoices;
  /**
   * The shown columns. `columnsInAddress` is true if the URL names them, as the URL of a saved view
   * does.
   */
  columns: string[];
  widths: ColumnWidths;
  columnsInAddress: boolean;
};

/**
 * List page of a kind: filter bar, sortable table, pagination. Its state is part of the URL
 * (docs/architecture.md).
 */
export function RecordList({ kind, query, rows, total, ...props }: RecordListProps) {
  const { columns: shown, widths, columnsInAddress } = props;
  const definition = definitionOf(kind);
  const locale = useLocale();
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const { isPending, push, replace, refresh } = usePendingNavigation();
  const deleteRecord = useDeleteRecord(definition, () => void refresh());
  const { mayWrite } = useRights();
  const remedy = useQuickAction(definition);
  const selection = useSelection(definition, query, rows);
  // The browser loads the choices once, so that they are not delivered with each page.
  const choices = useFilterChoices(definition, query.where, true);
  usePreload(loadBulkBar);
  // Each row links to a page with this form.
  usePreload(loadRecordForm);

  const named = useMemo(() => columnsNamed(definition, shown, widths), [definition, shown, widths]);
  const columns = useMemo<DataTableColumn<AnyRow>[]>(
    () =>
      named.map((column) => ({
        id: column.sortBy?.(locale) ?? column.name,
        header: filterFieldName(definition, ownFilterFieldOf(definition, column.name), tr),
        cell: (row) => (column.names ? <NamePieces names={column.names(row, locale)} /> : column.text(row, locale)),
        sortable: column.sortBy !== undefined,
        share: column.share,
        inCardHeading: isInCardHeading(definition, column.name),
      })),
    [definition, named, locale, tr],
  );

  const request = useListAddress(definition, definition.pages.list, query, {
    columns: columnsInAddress ? shown.join(",") : undefined,
  });
  const detailHref = (row: AnyRow) => `${definition.pages.detail}/${String(row[definition.key])}`;

  async function remove(row: AnyRow) {
    if (await deleteRecord(Number(row[definition.key]), definition.label(row, locale))) void refresh();
  }

  const textsOf = (row: AnyRow) =>
    rowTextsOf(definition, row, props.hints[Number(row[definition.key])] ?? [], {
      words: tr,
      locale,
      remedy: remedy?.(Number(row[definition.key]), definition.label(row, locale)),
    });

  const sorting: ColumnSort[] = query.sort.map(({ field, order }) => ({ id: field, desc: order === "desc" }));
  const sortBy = (next: ColumnSort[]) =>
    void push(request({ pageNo: 0, sort: next.map(({ id, desc }) => ({ field: id, order: desc ? "desc" : "asc" })) }), {
      scroll: false,
    });

  const handed = { definition, query };

  const isFiltered = query.filter !== "" || query.topics.length > 0 || query.where.length > 0;

  return (
    <Card>
      <div className="border-b border-line print:hidden">
        <ListNarrowing
          definition={definition}
          applied={query}
          choices={choices}
          namedChoices={props.namedChoices}
          onApply={(narrowed) => void replace(request({ ...narrowed, pageNo: 0 }), { scroll: false })}
        >
          {mayWrite && (
            <ButtonLink
              variant="primary"
              href={`${definition.pages.detail}/new`}
              aria-label={tr(`${kind}.add`)}
              icon={<Icon name="icon-plus" className="size-4" />}
              className="m-3 max-md:mt-0 max-md:w-[calc(100%-1.5rem)] md:mr-4"
            >
              {t("add")}
            </ButtonLink>
          )}
        </ListNarrowing>
      </div>
      <DataTable
        caption={tr(`${kind}.many`)}
        columns={columns}
        rows={rows}
        rowKey={(row) => Number(row[definition.key])}
        rowHref={detailHref}
        rowActions={
          mayWrite
            ? (row) => (
                <RowActions
                  href={detailHref(row)}
                  editLabel={tr("edit_named", { label: definition.label(row, locale) })}
                  deleteLabel={tr("delete_named", { label: definition.label(row, locale) })}
                  onDelete={() => void remove(row)}
                />
              )
            : undefined
        }
        sorting={sorting}
        onSortingChange={sortBy}
        multiSort={definition.multiSort}
        emptyText={isFiltered ? t("no_relevant_data") : tr("empty_list")}
        emptyHint={isFiltered ? tr("no_match_hint") : mayWrite ? tr("empty_list_hint") : undefined}
        loading={isPending}
        rowTexts={textsOf}
        dense={useDenseRows()}
        selection={
          mayWrite
            ? {
                isSelected: selection.isSelected,
                onToggle: selection.toggle,
                label: (row) => tr("bulk.select_row", { label: definition.label(row, locale) }),
                page: {
                  state: selection.pageState,
                  label: tr("bulk.select_page"),
                  onToggle: selection.togglePage,
                },
              }
            : undefined
        }
      />
      {(selection.selected.all || selection.selected.ids.size > 0) && (
        <Suspense>
          <BulkBar
            definition={definition}
            query={query}
            choices={choices}
            columns={shown}
            selected={selection.selected}
            total={total}
            onAll={selection.chooseAll}
            onClear={selection.clear}
            onChanged={() => void refresh()}
          />
        </Suspense>
      )}
      <ListFooter
        query={query}
        shown={rows.length}
        total={total}
        onPage={(pageNo) => void push(request({ pageNo }), { scroll: false })}
      >
        <RowHeightSwitch />
        <ColumnChooser
          definition={definition}
          columns={shown}
          widths={widths}
          onChosen={() => {
            // The user's choice replaces columns that the URL names.
            const address = `${definition.pages.list}?${listSearchParams(definition, query)}`;
            void (columnsInAddress ? replace(address, { scroll: false }) : refresh());
          }}
        />
        {mayWrite && (
          <SaveViewButton
            definition={definition}
            columns={shown.join() === defaultColumns(definition).join() ? [] : shown}
            onChanged={(href) => void (href ? replace(href, { scroll: false }) : refresh())}
          />
        )}
        <LazyHandOverMenu
          size="sm"
          hasColumns
          exports={(format, columns) => exportAddress(handed, format, columns === "shown" ? shown : [])}
          print={printAddress(handed, columnsInAddress ? shown : [])}
          link={() => request({})}
          tables={() => readPrintedTable(printAddress(handed, shown))}
          total={total}
        />
        {mayWrite && (
          <ButtonLink variant="ghost" size="sm" href={`/pages/import?kind=${definition.apiPath}`}>
            {tr("import")}
          </ButtonLink>
        )}
      </ListFooter>
    </Card>
  );
}

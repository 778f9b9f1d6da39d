"use client";

import { useTranslations } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { DataTable } from "@/components/tables/data-table";
import { pageWithin, TablePages, type SearchedView } from "@/components/tables/table-bars";
import type { DataTableColumn } from "@/components/tables/table-model";
import type { TableLooks } from "@/components/tables/table-view";
import type { RowSelection } from "@/components/tables/row-selection";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { useLinkedPage, type FirstLinks, type LinkQuery } from "./use-linked-page";

type PagedLinksProps = Omit<TableLooks<AnyRow>, "selection" | "loading"> & {
  child: AnyDefinition;
  /** Query of the linked kind's list; its first filter is the link to the owning record. */
  query: LinkQuery;
  first: FirstLinks;
  columns: readonly DataTableColumn<AnyRow>[];
  rowKey: (row: AnyRow) => number;
  view: SearchedView;
  onViewChange: (part: Partial<SearchedView>) => void;
  ticks?: RowSelection<AnyRow>;
  /** Further actions, such as the export. */
  tools: ReactNode;
  /** What the number of rows does not count, such as former links. */
  rangeNote?: string;
};

/** Table for long or filtered link lists, whose pages the server delivers. */
export function PagedLinks({
  child,
  query,
  first,
  columns,
  rowKey,
  view: { sorting, pages },
  onViewChange,
  ticks,
  tools,
  rangeNote,
  emptyText,
  emptyHint,
  ...looks
}: PagedLinksProps) {
  const t = useTranslations("common");
  const tl = useTranslations("links");
  const page = useLinkedPage(child, { ...query, pageSize: pages.pageSize }, first, (total) => pageWithin(pages, total));
  const sortable = useMemo(
    () => columns.map((column) => ({ ...column, sortable: child.sortFields.includes(column.id) })),
    [columns, child],
  );
  const isNarrowed = query.filter !== "" || query.where.length > 1;

  return (
    <>
      {page.hasFailed && (
        <Alert tone="danger" className="mx-3 mb-3 md:mx-4">
          {tl("failed")}{" "}
          <Button size="sm" onClick={page.retry}>
            {tl("again")}
          </Button>
        </Alert>
      )}
      <DataTable
        {...looks}
        columns={sortable}
        rows={page.rows}
        rowKey={rowKey}
        sorting={sorting}
        onSortingChange={(next) => onViewChange({ sorting: next, pages: { ...pages, pageIndex: 0 } })}
        multiSort={child.multiSort}
        loading={page.isLoading}
        emptyText={isNarrowed ? t("no_relevant_data") : emptyText}
        emptyHint={isNarrowed ? undefined : emptyHint}
        selection={ticks?.on(page.rows)}
      />
      <TablePages
        pages={{ ...pages, pageIndex: page.pageNo }}
        total={page.total}
        rangeNote={rangeNote}
        onChange={(next) => onViewChange({ pages: next })}
      >
        {tools}
      </TablePages>
    </>
  );
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { ButtonLink } from "@/components/navigation/links";
import { LocalRows, LocalTable } from "@/components/tables/local-table";
import { RowActions } from "@/components/tables/table-row";
import { FIRST_VIEW, TableSearch } from "@/components/tables/table-bars";
import { useRowSelection } from "@/components/tables/row-selection";
import { useStoredView } from "@/components/tables/use-stored-view";
import { LIST_MAX_IDS } from "@/lib/limits";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { alertText } from "@/lib/records/kinds/derived-facts";
import { filterPair } from "@/lib/records/lists/filter-parameters";
import type { FieldFilter } from "@/lib/records/lists/filters";
import { parseFilters } from "@/lib/records/lists/linked-filters";
import { linkedFilter } from "@/lib/records/kinds/linked-lists";
import { defaultListQuery, listSearchParams } from "@/lib/records/lists/list-query";
import { definitionOf } from "@/lib/records/kinds/registry";
import type { LinkList } from "@/lib/records/kinds/relations";
import { readPrintedTable } from "../shared/copied-tables";
import { EDIT_QUERY } from "../shared/edit-query";
import { exportAddress, printAddress } from "../shared/hand-over-addresses";
import { LazyHandOverMenu } from "../shared/lazy-hand-over-menu";
import { hrefOf, shownFields, sortOfList, useLinkColumns, useRowSearch } from "./link-columns";
import { LinkFilters } from "./link-filters";
import { LinksBar } from "./links-bar";
import { PagedLinks } from "./paged-links";
import { useQuickAction } from "../shared/quick-actions";
import { RowNote } from "../shared/row-notes";
import { useAlerts } from "../shared/use-alerts";

type PastLinksProps = {
  child: AnyDefinition;
  rows: AnyRow[];
  /** Returns what the link to a record said then. */
  noteOf: (row: AnyRow) => string;
  emptyText: string;
  /** The past moment shown; links lead to the records as of this moment. */
  at: string;
};

/** Read-only table of the records that were linked at a past moment. */
export function PastLinks({ child, rows, noteOf, emptyText, at }: PastLinksProps) {
  const table = useLinkColumns(child);
  return (
    <LocalTable
      {...table}
      rowTexts={(row) => ({ ...table.rowTexts(row), note: noteOf(row) || undefined })}
      searchRows={useRowSearch(child)}
      rows={rows}
      rowHref={(row) => `${hrefOf(child, row)}?at=${encodeURIComponent(at)}`}
      emptyText={emptyText}
    />
  );
}

/** A link list as a record's tab displays it. */
export type ShownLinks = {
  tab: LinkList;
  /** Key of the record that owns the list. */
  id: number;
  /** All linked records or, for long link lists, the first page. */
  rows: AnyRow[];
  total: number;
  /** The filters that the URL contains when the tab is first shown, as query text. */
  filters?: string;
  onFilters: (list: string, filters: string) => void;
};

const FIRST_LINKS = { ...FIRST_VIEW, where: [] as FieldFilter[] };

/**
 * Returns the part of a tab's view that the URL contains: its valid filters; undefined if there are
 * none. Filters on the link that restricts the tab are ignored, as they would replace it.
 */
function viewInAddress(child: AnyDefinition, linked: FieldFilter | null, filters: string) {
  if (!linked) return undefined;
  const where = parseFilters(child, new URLSearchParams(filters)).filters.filter(
    ({ field }) => field !== linked.field && !field.startsWith(`${linked.field}.`),
  );
  return where.length > 0 ? { where } : undefined;
}

type LinkRowsProps = ShownLinks & {
  /** Key under which the table's view is stored; unique per record and link list. */
  keptAs: string;
  /** Handlers to unlink records; undefined if the user may not unlink. */
  removing?: {
    one: (row: AnyRow, label: string) => void;
    /** @returns true if the records were unlinked */
    several: (ids: readonly number[]) => Promise<boolean>;
  };
};

/**
 * Table of linked records with search, filters, sorting, export, and unlinking of one or several
 * records.
 */
export function LinkRows({ tab, id, rows, total, filters = "", onFilters, keptAs, removing }: LinkRowsProps) {
  const child = definitionOf(tab.other.kind);
  const locale = useLocale();
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const searchRows = useRowSearch(child);
  const table = useLinkColumns(child);
  const linked = linkedFilter(tab, id);
  const [named] = useState(() => viewInAddress(child, linked, filters));
  const [view, change] = useStoredView(keptAs, FIRST_LINKS, named);
  const { text, where, pages } = view;
  const narrowed = String(new URLSearchParams(where.map(filterPair)));
  useEffect(() => onFilters(tab.list, narrowed), [onFilters, tab.list, narrowed]);
  const ticks = useRowSelection(table.rowKey, {
    row: (row) => tr("bulk.select_row", { label: child.label(row, locale) }),
    page: tr("bulk.select_page"),
  });
  const alerts = useAlerts(child, linked, rows);
  const remedy = useQuickAction(child);
  // Field filters are applied by the server, even for short link lists.
  const isPaged = linked !== null && total > 0 && (rows.length < total || where.length > 0);
  const query = {
    ...defaultListQuery(child),
    ...sortOfList(child, view.sorting),
    filter: isPaged ? text.trim() : "",
    where: linked ? [linked, ...where] : [],
  };

  function narrow(part: Partial<typeof FIRST_LINKS>) {
    // Rows that are no longer visible must not be changed.
    ticks.clear();
    change({ ...part, pages: { ...pages, pageIndex: 0 } });
  }

  const handOverMenu = (ids: readonly number[] = []) => {
    const handed = { definition: child, query, ids };
    const columns = shownFields(child);
    return (
      <LazyHandOverMenu
        size="sm"
        hasColumns
        exports={(format, which) => exportAddress(handed, format, which === "shown" ? columns : [])}
        print={printAddress(handed, columns)}
        tables={() => readPrintedTable(printAddress(handed, columns))}
      />
    );
  };
  const tools = (handOver: ReactNode) => (
    <div className="flex flex-wrap items-center gap-x-1 print:hidden">
      {handOver}
      {linked && (
        <ButtonLink variant="ghost" size="sm" href={`${child.pages.list}?${listSearchParams(child, query)}`}>
          {tl("filter_in_list")}
        </ButtonLink>
      )}
    </div>
  );
  /**
   * Exports by ids if the query of the kind's list cannot select the same rows: if there is no
   * filter for the link, or after a local fuzzy search.
   */
  function toolsOfLocal(found: readonly AnyRow[]) {
    const isByKeys = !linked || text.trim() !== "";
    const isPossible = found.length > 0 && (!isByKeys || found.length <= LIST_MAX_IDS);
    return total > 0 && tools(isPossible && handOverMenu(isByKeys ? found.map(table.rowKey) : []));
  }

  const shared = {
    ...table,
    view,
    onViewChange: change,
    rowHref: (row: AnyRow) => hrefOf(child, row),
    rowTexts: (row: AnyRow) => ({
      ...table.rowTexts(row),
      note: child.derived && alerts.has(table.rowKey(row)) && (
        <RowNote
          names={[]}
          alert={alertText(child.derived, locale)}
          remedy={remedy?.(table.rowKey(row), child.label(row, locale))}
        />
      ),
    }),
    emptyText: tr("no_links"),
    ...(removing && {
      ticks,
      emptyHint: tr("no_links_hint"),
      rowActions: (row: AnyRow) => (
        <RowActions
          href={`${hrefOf(child, row)}${EDIT_QUERY}`}
          editLabel={tr("edit_named", { label: child.label(row, locale) })}
          deleteLabel={tr("unlink_named", { label: child.label(row, locale) })}
          onDelete={() => removing.one(row, child.label(row, locale))}
        />
      ),
    }),
  };
  const search = (button?: ReactNode) => (
    <TableSearch text={text} onChange={(next) => narrow({ text: next })}>
      {button}
    </TableSearch>
  );
  return (
    <div>
      {total > 0 &&
        (linked ? (
          <LinkFilters child={child} linked={linked} where={where} onApply={(next) => narrow({ where: next })}>
            {search}
          </LinkFilters>
        ) : (
          search()
        ))}
      {isPaged ? (
        <PagedLinks {...shared} child={child} query={query} first={{ rows, total }} tools={tools(handOverMenu())} />
      ) : (
        <LocalRows {...shared} searchRows={searchRows} rows={rows} tools={toolsOfLocal} />
      )}
      {removing && ticks.ids.size > 0 && (
        <LinksBar
          count={ticks.ids.size}
          beside={ticks.ids.size <= LIST_MAX_IDS && handOverMenu([...ticks.ids])}
          onClear={ticks.clear}
          onRemove={async () => {
            if (await removing.several([...ticks.ids])) ticks.clear();
          }}
        />
      )}
    </div>
  );
}

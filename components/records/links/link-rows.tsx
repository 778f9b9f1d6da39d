"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { ButtonLink } from "@/components/navigation/links";
import { LocalRows, LocalTable } from "@/components/tables/local-table";
import { RowActions } from "@/components/tables/table-row";
import { FIRST_VIEW, TableSearch } from "@/components/tables/table-bars";
import { useRowSelection } from "@/components/tables/row-selection";
import { useStoredView } from "@/components/tables/use-stored-view";
import { Icon } from "@/components/ui/icon";
import { lazyComponent, loadOnIntent } from "@/components/ui/lazy-component";
import { usePreload } from "@/components/ui/use-preload";
import { LIST_MAX_IDS } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { alertText } from "@/lib/model/kinds/derived-facts";
import { dayOf } from "@/lib/model/fields/moments";
import { linkStateOn, type LinkState } from "@/lib/model/kinds/link-states";
import { filterPair } from "@/lib/model/lists/filter-parameters";
import type { FieldFilter } from "@/lib/model/lists/filters";
import { parseFilters } from "@/lib/model/lists/linked-filters";
import { linkedFilter } from "@/lib/model/kinds/linked-lists";
import { defaultListQuery, listSearchParams } from "@/lib/model/lists/list-query";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { LinkList, Relation } from "@/lib/model/kinds/relations";
import { readPrintedTable } from "../shared/copied-tables";
import { EDIT_QUERY } from "../shared/edit-query";
import { exportAddress, printAddress } from "../shared/share-addresses";
import { LazyShareMenu } from "../shared/lazy-share-menu";
import type { SendLink } from "./values/link-call";
import type { EditLink } from "./values/link-value-cell";
import { shownLinkFields } from "./values/link-row-values";
import { loadLinkEntries } from "./values/use-link-entries";
import { FormerLinks } from "./former-links";
import {
  sortCurrentFirst,
  linkedRecordHref,
  shownFields,
  sortOfList,
  useLinkColumns,
  useRowSearch,
} from "./link-columns";
import { LinkFilters } from "./link-filters";
import { LinksBar } from "./links-bar";
import { PagedLinks } from "./paged-links";
import { useQuickAction } from "../shared/quick-actions";
import { RowNote } from "../shared/row-notes";
import { useAlerts } from "../shared/use-alerts";
import { useFormerCount } from "./use-former-count";
import { stateField } from "./use-linked-page";

const nothing = () => Promise.resolve([]);

type PastLinksProps = {
  child: AnyDefinition;
  relation: Relation;
  rows: AnyRow[];
  emptyText: string;
  /** The past moment shown; links lead to the records as of this moment. */
  at: string;
  /** The day of this moment. */
  day: string;
};

/** Read-only table of the records that were linked at a past moment. */
export function PastLinks({ child, relation, rows, emptyText, at, day }: PastLinksProps) {
  return (
    <LocalTable
      {...useLinkColumns(child, { relation, today: day })}
      searchRows={useRowSearch(child, relation)}
      rows={sortCurrentFirst(relation, rows, day)}
      rowHref={(row) => `${linkedRecordHref(child, row)}?at=${encodeURIComponent(at)}`}
      emptyText={emptyText}
    />
  );
}

/** A link list of a record, as far as it is loaded. */
export type LoadedLinks = {
  tab: LinkList;
  /** Key of the record that owns the list. */
  id: number;
  /** All linked records or, for long link lists, the first page. */
  rows: AnyRow[];
  total: number;
};

/** A link list as a record's tab displays it. */
export type ShownLinks = LoadedLinks & {
  /** Name of the record that owns the list. */
  ownLabel: string;
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
  storageKey: string;
  /** Functions that change links; undefined if the user may not change them. */
  writing?: {
    send: SendLink;
    removeOne: (row: AnyRow, label: string) => Promise<void>;
    /** @returns true if the records were unlinked */
    removeSeveral: (ids: readonly number[]) => Promise<boolean>;
  };
};

const LinkEditor = lazyComponent(async () => (await import("./values/link-editor")).LinkEditor);
const RowMenu = lazyComponent(async () => (await import("./values/row-menu")).RowMenu);
const LinkSuccession = lazyComponent(async () => (await import("./succession/link-succession")).LinkSuccession);

const CURRENT: readonly LinkState[] = ["current", "future"];
const FORMER: readonly LinkState[] = ["former"];

/** The popup that is open above a table: the editor or the menu of a row. */
type Opened = { row: AnyRow; anchor: HTMLElement } & ({ is: "editor"; field: string } | { is: "menu" });

/**
 * Table of linked records with search, filters, sorting, export, editing of links, and unlinking of
 * one or several records. Former links are folded below the others.
 */
export function LinkRows(props: LinkRowsProps) {
  const { tab, id, rows, total, filters = "", onFilters, storageKey, writing } = props;
  const { relation } = tab;
  const today = dayOf(new Date());
  const [opened, setOpened] = useState<Opened | null>(null);
  const [successorLink, setSuccessorLink] = useState<{ row: AnyRow; openCount: number; open: boolean } | null>(null);
  const edit = useCallback<EditLink>((row, field, anchor) => setOpened({ is: "editor", row, field, anchor }), []);
  const isEditable = writing !== undefined && relation.fields !== undefined;
  const [preload] = useState(() => () => Promise.all([LinkEditor.load(), loadLinkEntries(relation)]));
  usePreload(isEditable ? preload : nothing);
  const child = definitionOf(tab.other.kind);
  const locale = useLocale();
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const searchRows = useRowSearch(child, relation);
  const table = useLinkColumns(child, { relation, today, onEdit: isEditable ? edit : undefined });
  const linked = linkedFilter(tab, id);
  const [initialFilters] = useState(() => viewInAddress(child, linked, filters));
  const [view, change] = useStoredView(storageKey, FIRST_LINKS, initialFilters);
  const { text, where, pages } = view;
  const filterQuery = String(new URLSearchParams(where.map(filterPair)));
  useEffect(() => onFilters(tab.list, filterQuery), [onFilters, tab.list, filterQuery]);
  const ticks = useRowSelection(table.rowKey, {
    row: (row) => tr("bulk.select_row", { label: child.label(row, locale) }),
    page: tr("bulk.select_page"),
  });
  const alerts = useAlerts(child, linked, rows);
  const quickAction = useQuickAction(child);
  // Field filters are applied by the server, even for short link lists.
  const isPaged = linked !== null && total > 0 && (rows.length < total || where.length > 0);
  const query = {
    ...defaultListQuery(child),
    ...sortOfList(child, view.sorting),
    filter: isPaged ? text.trim() : "",
    where: linked ? [linked, ...where] : [],
  };

  const paged = { ...query, ...(linked && relation.fields && { link: linked.field }) };
  // A filter of the user's own by the state shows former links among the others.
  const isSplit =
    relation.period !== undefined && !where.some(({ field }) => field === stateField(linked?.field ?? ""));
  const ordered = sortCurrentFirst(relation, rows, today);
  const current = ordered.filter((row) => linkStateOn(relation, row, today) !== "former");
  const former = ordered.slice(current.length);
  const pagedFormerCount = useFormerCount(child, paged, isPaged && isSplit, rows);
  const matchingFormer = text.trim() === "" ? former : searchRows(former, text.trim());
  const formerCount = isPaged ? pagedFormerCount : matchingFormer.length;
  const mainView = {
    view,
    onViewChange: change,
    rangeNote: formerCount > 0 ? tl("more_former", { count: formerCount }) : undefined,
    ...(former.length > 0 && { emptyText: tl("no_current"), emptyHint: undefined }),
  };

  function changeFilters(part: Partial<typeof FIRST_LINKS>) {
    // Rows that are no longer visible must not be changed.
    ticks.clear();
    change({ ...part, pages: { ...pages, pageIndex: 0 } });
  }

  const shareMenu = (ids: readonly number[] = []) => {
    const sharedList = { definition: child, query, ids };
    const columns = shownFields(child);
    return (
      <LazyShareMenu
        size="sm"
        hasColumns
        exports={(format, which) => exportAddress(sharedList, format, which === "shown" ? columns : [])}
        print={printAddress(sharedList, columns)}
        tables={() => readPrintedTable(printAddress(sharedList, columns))}
      />
    );
  };
  const tools = (menu: ReactNode) => (
    <div className="flex flex-wrap items-center gap-x-1 print:hidden">
      {menu}
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
  function toolsOfLocal(matchingRows: readonly AnyRow[]) {
    const exportsByKeys = !linked || text.trim() !== "";
    const canExport = matchingRows.length > 0 && (!exportsByKeys || matchingRows.length <= LIST_MAX_IDS);
    return total > 0 && tools(canExport && shareMenu(exportsByKeys ? matchingRows.map(table.rowKey) : []));
  }

  const labelOf = (row: AnyRow) => child.label(row, locale);
  const canHaveSuccessor = (row: AnyRow) => relation.period && linkStateOn(relation, row, today) !== "former";
  const menuOf = (row: AnyRow) =>
    isEditable && (
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={(opened?.is === "menu" && opened.row === row) || undefined}
        aria-label={tl("menu.title", { label: labelOf(row) })}
        onClick={({ currentTarget }) => setOpened({ is: "menu", row, anchor: currentTarget })}
        {...loadOnIntent(RowMenu)}
        className="row-action"
      >
        <Icon name="icon-ellipsis" />
      </button>
    );

  const shared = {
    ...table,
    rowHref: (row: AnyRow) => linkedRecordHref(child, row),
    rowTexts: (row: AnyRow) => ({
      ...table.rowTexts(row),
      note: child.derived && alerts.has(table.rowKey(row)) && (
        <RowNote
          names={[]}
          alert={alertText(child.derived, locale)}
          quickAction={quickAction?.(table.rowKey(row), labelOf(row))}
        />
      ),
    }),
    emptyText: tr("no_links"),
    ...(writing && {
      ticks,
      emptyHint: tr("no_links_hint"),
      hasRowMenu: isEditable,
      rowActions: (row: AnyRow) => (
        <RowActions
          href={`${linkedRecordHref(child, row)}${EDIT_QUERY}`}
          editLabel={tr("edit_named", { label: labelOf(row) })}
          deleteLabel={tr("unlink_named", { label: labelOf(row) })}
          onDelete={() => void writing.removeOne(row, labelOf(row))}
          menu={menuOf(row)}
        />
      ),
    }),
  };
  const search = (button?: ReactNode) => (
    <TableSearch text={text} onChange={(next) => changeFilters({ text: next })}>
      {button}
    </TableSearch>
  );
  return (
    <div>
      {total > 0 &&
        (linked ? (
          <LinkFilters child={child} linked={linked} where={where} onApply={(next) => changeFilters({ where: next })}>
            {search}
          </LinkFilters>
        ) : (
          search()
        ))}
      {isPaged ? (
        <PagedLinks
          {...shared}
          {...mainView}
          child={child}
          query={formerCount > 0 ? { ...paged, states: CURRENT } : paged}
          first={{ rows, total }}
          tools={tools(shareMenu())}
        />
      ) : (
        <LocalRows {...shared} {...mainView} searchRows={searchRows} rows={current} tools={toolsOfLocal} />
      )}
      {formerCount > 0 && (
        <FormerLinks count={formerCount} view={view}>
          {(formerView, onViewChange) => {
            const part = {
              ...shared,
              caption: tl("former_of", { list: table.caption }),
              view: formerView,
              onViewChange,
            };
            return isPaged ? (
              <PagedLinks
                {...part}
                child={child}
                query={{ ...paged, ...sortOfList(child, formerView.sorting), states: FORMER }}
                first={{ rows: [], total: formerCount }}
                tools={null}
              />
            ) : (
              <LocalRows {...part} searchRows={searchRows} rows={former} />
            );
          }}
        </FormerLinks>
      )}
      {writing && opened?.is === "editor" && (
        <LinkEditor
          tab={tab}
          id={id}
          row={opened.row}
          otherId={table.rowKey(opened.row)}
          label={labelOf(opened.row)}
          field={opened.field}
          anchor={opened.anchor}
          send={writing.send}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.is === "menu" && (
        <RowMenu
          anchor={opened.anchor}
          title={tl("menu.title", { label: labelOf(opened.row) })}
          onEdit={(anchor) => edit(opened.row, shownLinkFields(relation).columns[0] ?? "", anchor)}
          onSuccessor={
            canHaveSuccessor(opened.row)
              ? () =>
                  setSuccessorLink((last) => ({ row: opened.row, openCount: (last?.openCount ?? 0) + 1, open: true }))
              : undefined
          }
          onClose={() => setOpened(null)}
        />
      )}
      {writing && successorLink && (
        <LinkSuccession
          key={successorLink.openCount}
          links={props}
          row={successorLink.row}
          otherId={table.rowKey(successorLink.row)}
          label={labelOf(successorLink.row)}
          send={writing.send}
          open={successorLink.open}
          onClose={() => setSuccessorLink({ ...successorLink, open: false })}
        />
      )}
      {writing && ticks.ids.size > 0 && (
        <LinksBar
          count={ticks.ids.size}
          beside={ticks.ids.size <= LIST_MAX_IDS && shareMenu([...ticks.ids])}
          onClear={ticks.clear}
          onRemove={async () => {
            if (await writing.removeSeveral([...ticks.ids])) ticks.clear();
          }}
        />
      )}
    </div>
  );
}

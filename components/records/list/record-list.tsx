import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RememberList } from "@/components/layout/seen-list/remember-list";
import { LANDSCAPE_COLUMNS } from "@/components/tables/printed-columns";
import { Card } from "@/components/ui/card";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import type { ColumnWidths } from "@/lib/model/lists/column-widths";
import { activityOf } from "@/lib/model/lists/activity";
import { defaultColumns } from "@/lib/model/lists/columns";
import { filterChoicesPath, restrictionPairs } from "@/lib/model/lists/filter-parameters";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import { resolvedQuery } from "@/lib/model/lists/kind-query";
import { addressSearchParams, listAddress, listSearchParams, type AddressQuery } from "@/lib/model/lists/list-query";
import type { MatchHint } from "@/lib/model/lists/match-hints";
import { describeSearch } from "@/lib/model/lists/filter-names";
import { newRoundHref } from "@/lib/features/rounds/round";
import { roundQuery } from "@/lib/features/rounds/round-defaults";
import { LIST_PAGE_SIZES } from "@/lib/model/limits";
import { ListNarrowing } from "../filters/list-narrowing";
import { ImportLink } from "./import-link";
import { AddLink } from "./add-link";
import { ColumnChooser } from "./column-chooser";
import { ListFooter } from "./list-footer";
import { LazyAddMenu, LazyListShare, LazyViewMenu } from "./lazy-list-menus";
import { ListShell } from "./list-shell";
import { RecordTable } from "./record-table";

export type RecordListProps = {
  kind: KindName;
  query: AddressQuery;
  rows: AnyRow[];
  total: number;
  /** Where the words of the text filter occur, by the keys of the rows that do not show them. */
  hints: Readonly<Record<number, MatchHint[]>>;
  /** The entries that the filters contain, with their names; the browser loads all others. */
  namedChoices: FilterChoices;
  /**
   * The shown columns. `columnsInAddress` is true if the URL names them, as the URL of a saved view
   * does.
   */
  columns: string[];
  widths: ColumnWidths;
  columnsInAddress: boolean;
  mayWrite: boolean;
  /** Renders a quick action on a row that needs attention. */
  quickAction?: (id: number, label: string) => ReactNode;
};

/**
 * List page of a kind: filter bar, sortable table, pagination. Its state is part of the URL
 * (docs/architecture.md).
 */
export function RecordList({ kind, query, total, namedChoices, widths, ...props }: RecordListProps) {
  const { rows, columns, columnsInAddress, mayWrite } = props;
  const definition = definitionOf(kind);
  const locale = useLocale();
  const tr = useTranslations("records");
  const { filter, topics, where, activeOn, ids: chosenIds } = query;
  const ids = rows.map((row) => Number(row[definition.key]));
  const addressOf = (changes: Partial<AddressQuery>) =>
    listAddress(definition, { ...query, ...changes }, columnsInAddress ? columns : undefined);

  const isFiltered = filter !== "" || topics.length + where.length > 0 || restrictionPairs(query).length > 0;

  return (
    <Card
      data-print={columns.length >= LANDSCAPE_COLUMNS ? "landscape" : undefined}
      className="folding-list print:border-0"
    >
      {rows.length < total && (
        <p className="hidden px-2 text-sm print:block">{tr("print_page", { shown: rows.length, total })}</p>
      )}
      <div className="border-b border-line print:hidden">
        <ListNarrowing
          kind={kind}
          applied={{ filter, topics, where, activeOn, ids: chosenIds }}
          offersActiveOn={activityOf(definition) !== null}
          topicsList={definition.topicsList}
          choicesPath={filterChoicesPath(definition, where)}
          namedChoices={namedChoices}
          searched={describeSearch(definition, locale, tr)}
        >
          <div role="group" aria-label={tr("tools")} className="flex gap-1">
            <ColumnChooser kind={kind} columns={columns} widths={widths} />
            <LazyViewMenu
              kind={definition.apiPath}
              page={definition.pages.list}
              columns={columns.join() === defaultColumns(definition).join() ? [] : columns}
              maySave={mayWrite}
            />
            <LazyListShare
              kind={kind}
              query={query}
              columns={columns}
              columnsInAddress={columnsInAddress}
              total={total}
            />
          </div>
          {mayWrite && (
            <div className="ml-auto flex gap-1">
              {total === 0 && !isFiltered && <ImportLink kind={definition.apiPath} />}
              <AddLink href={`${definition.pages.detail}/new`} label={tr(`${kind}.add`)} />
              <LazyAddMenu
                kind={definition.apiPath}
                roundHref={
                  definition.confirmation &&
                  newRoundHref(definition, roundQuery(addressSearchParams(definition, { ...query, pageNo: 0 })))
                }
              />
            </div>
          )}
        </ListNarrowing>
      </div>
      <RememberList
        kind={kind}
        list={{
          api: `/api/${definition.apiPath}?${listSearchParams(definition, resolvedQuery(query))}`,
          key: definition.key,
          detail: definition.pages.detail,
          pageSize: query.pageSize,
          ids,
          first: query.pageNo * query.pageSize,
          total,
        }}
      />
      <ListShell kind={kind} query={query} columns={columns} ids={ids} total={total}>
        <RecordTable
          {...props}
          isFiltered={isFiltered}
          kind={kind}
          query={query}
          widths={widths}
          addressOf={addressOf}
        />
      </ListShell>
      <div className="print:hidden">
        <ListFooter
          query={query}
          shown={rows.length}
          total={total}
          firstHref={addressOf({ pageNo: 0 })}
          sizes={LIST_PAGE_SIZES.map((pageSize) => ({
            pageSize,
            // The first of the rows stays in view.
            href: addressOf({ pageSize, pageNo: Math.floor((query.pageNo * query.pageSize) / pageSize) }),
          }))}
        />
      </div>
    </Card>
  );
}

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RowHeightSwitch } from "@/components/layout/row-height";
import { RememberList } from "@/components/layout/seen-list/remember-list";
import { ButtonLink } from "@/components/navigation/links";
import { Card } from "@/components/ui/card";
import type { AnyRow } from "@/lib/records/kinds/define";
import { definitionOf, type KindName } from "@/lib/records/kinds/registry";
import type { ColumnWidths } from "@/lib/records/lists/column-widths";
import { defaultColumns } from "@/lib/records/lists/columns";
import { filterChoicesPath } from "@/lib/records/lists/filter-parameters";
import type { FilterChoices } from "@/lib/records/lists/filters";
import { listAddress, listSearchParams, type ListQuery } from "@/lib/records/lists/list-query";
import type { MatchHint } from "@/lib/records/lists/match-hints";
import { describeSearch } from "@/lib/records/lists/filter-names";
import { ListNarrowing } from "../filters/list-narrowing";
import { AddLink } from "./add-link";
import { ColumnChooser } from "./column-chooser";
import { ListFooter } from "./list-footer";
import { LazyListHandOver } from "./lazy-list-hand-over";
import { ListShell } from "./list-shell";
import { RecordTable } from "./record-table";
import { SaveViewButton } from "./save-view-button";

export type RecordListProps = {
  kind: KindName;
  query: ListQuery;
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
  remedy?: (id: number, label: string) => ReactNode;
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
  const { filter, topics, where } = query;
  const ids = rows.map((row) => Number(row[definition.key]));
  const addressOf = (changes: Partial<ListQuery>) =>
    listAddress(definition, { ...query, ...changes }, columnsInAddress ? columns : undefined);

  return (
    <Card>
      <div className="border-b border-line print:hidden">
        <ListNarrowing
          kind={kind}
          applied={{ filter, topics, where }}
          topicsList={definition.topicsList}
          choicesPath={filterChoicesPath(definition, where)}
          namedChoices={namedChoices}
          searched={describeSearch(definition, locale, tr)}
        >
          {mayWrite && <AddLink href={`${definition.pages.detail}/new`} label={tr(`${kind}.add`)} />}
        </ListNarrowing>
      </div>
      <RememberList
        kind={kind}
        list={{
          api: `/api/${definition.apiPath}?${listSearchParams(definition, query)}`,
          key: definition.key,
          detail: definition.pages.detail,
          pageSize: query.pageSize,
          ids,
          first: query.pageNo * query.pageSize,
          total,
        }}
      />
      <ListShell kind={kind} query={query} columns={columns} ids={ids} total={total}>
        <RecordTable {...props} kind={kind} query={query} widths={widths} addressOf={addressOf} />
      </ListShell>
      <ListFooter query={query} shown={rows.length} total={total} firstHref={addressOf({ pageNo: 0 })}>
        <RowHeightSwitch />
        <ColumnChooser kind={kind} columns={columns} widths={widths} />
        {mayWrite && (
          <SaveViewButton kind={kind} columns={columns.join() === defaultColumns(definition).join() ? [] : columns} />
        )}
        <LazyListHandOver
          kind={kind}
          query={query}
          columns={columns}
          columnsInAddress={columnsInAddress}
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

"use client";

import { useLocale, useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { useRights } from "@/components/auth/rights";
import { useDenseRows } from "@/components/layout/row-height";
import { LocalTable } from "@/components/tables/local-table";
import type { DataTableColumn } from "@/components/tables/table-model";
import { Typeahead, type Hits, type TypeaheadItem } from "@/components/ui/typeahead";
import type { Locale } from "@/lib/i18n";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";
import { findHits } from "./find-hits";
import { fuzzySearch } from "./fuzzy-search";
import { RowActions } from "./row-actions";
import { inCardOf, isInCardHeading } from "./row-texts";

type LinkTableProps = {
  /** The kind of the linked records. */
  child: AnyDefinition;
  rows: AnyRow[];
  /** The list's name; on the record's page it tells its table from the others. */
  list: string;
  onAdd: (row: AnyRow, label: string) => void;
  onRemove: (row: AnyRow, label: string) => void;
};

type ReadLinkTableProps = Pick<LinkTableProps, "child" | "rows"> & {
  emptyText: string;
  /** The moment of a look at the past, whose links lead to the records of then. */
  at?: string;
  keptAs?: string;
};

type Hit = TypeaheadItem & { row: AnyRow };

const shownFields = (child: AnyDefinition) => child.linkFields.filter((name) => name !== child.key);

const textOf = (child: AnyDefinition, row: AnyRow, name: string, locale: Locale) =>
  child.fields[name]?.rowText(row, name, locale) ?? "";

/** What every table of linked records shows, and how it is searched. */
function useLinkColumns(child: AnyDefinition) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const columns = useMemo<DataTableColumn<AnyRow>[]>(
    () =>
      shownFields(child).map((name) => ({
        id: name,
        header: tr(`${child.name}.fields.${name}`),
        cell: (row) => textOf(child, row, name, locale),
        // A stored day sorts as it is written, year first.
        sortValue: (row) => row[name] as string | null,
        share: child.fields[name]?.share,
        inCardHeading: isInCardHeading(child, name),
      })),
    [child, locale, tr],
  );
  const searchRows = useMemo(
    () =>
      fuzzySearch<AnyRow>((row) => [
        child.label(row, locale),
        ...shownFields(child).map((name) => textOf(child, row, name, locale)),
      ]),
    [child, locale],
  );
  return {
    caption: tr(`${child.name}.many`),
    columns,
    searchRows,
    rowKey: (row: AnyRow) => Number(row[child.key]),
    rowTexts: (row: AnyRow) => ({ inCard: inCardOf(child, row, shownFields(child)[0]) }),
    dense: useDenseRows(),
  };
}

const hrefOf = (child: AnyDefinition, row: AnyRow) => `${child.pages.detail}/${String(row[child.key])}`;

/** The records that one record is, or was, linked to, to be read: nothing can be added or taken away. */
export function ReadLinkTable({ child, rows, at, ...rest }: ReadLinkTableProps) {
  const ofThen = at === undefined ? "" : `?at=${encodeURIComponent(at)}`;
  return (
    <LocalTable {...useLinkColumns(child)} {...rest} rows={rows} rowHref={(row) => `${hrefOf(child, row)}${ofThen}`} />
  );
}

/** The records that one record is linked to: a box that finds and adds, and a table of what is linked (spec §2). */
export function LinkTable({ child, rows, list, onAdd, onRemove }: LinkTableProps) {
  const record = usePathname();
  const locale = useLocale();
  const tr = useTranslations("records");
  const table = useLinkColumns(child);
  const keptAs = `${record} ${list}`;
  if (!useRights().mayWrite)
    return <ReadLinkTable child={child} rows={rows} keptAs={keptAs} emptyText={tr("no_links")} />;

  async function search(text: string, signal: AbortSignal): Promise<Hits<Hit>> {
    const found = await findHits(child, text, signal);
    const linked = new Set(rows.map((row) => row[child.key]));
    const hits = found.hits.map((row) => ({
      id: row.id,
      label: row.label,
      detail: row.detail,
      hint: linked.has(row.id) ? tr("linked") : undefined,
      row,
    }));
    return { hits, more: found.more };
  }

  return (
    <div>
      <div className="relative max-w-xl px-3 pt-4 pb-1 md:px-4">
        <Typeahead<Hit>
          search={search}
          onPick={({ row, label }) => onAdd(row, label)}
          moreText={(count) => tr("and_more", { count })}
          aria-label={tr("add_link", { entity: tr(`${child.name}.one`) })}
          placeholder={tr("find_to_link")}
        />
      </div>
      <LocalTable
        {...table}
        keptAs={keptAs}
        rows={rows}
        rowHref={(row) => hrefOf(child, row)}
        rowActions={(row) => (
          <RowActions
            href={hrefOf(child, row)}
            editLabel={tr("edit_named", { label: child.label(row, locale) })}
            deleteLabel={tr("unlink_named", { label: child.label(row, locale) })}
            onDelete={() => onRemove(row, child.label(row, locale))}
          />
        )}
        emptyText={tr("no_links")}
        emptyHint={tr("no_links_hint")}
      />
    </div>
  );
}

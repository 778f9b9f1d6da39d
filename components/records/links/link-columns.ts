import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useDenseRows } from "@/components/layout/row-height";
import type { ColumnSort, DataTableColumn } from "@/components/tables/table-model";
import type { Locale } from "@/lib/i18n";
import type { AnyDefinition, AnyRow, Sort } from "@/lib/records/kinds/define";
import { fuzzySearch } from "./fuzzy-search";
import { inCardOf, isInCardHeading, languageOf } from "../shared/row-texts";

/** Returns the fields that a table of linked records shows. */
export const shownFields = (child: AnyDefinition) => child.linkFields.filter((name) => name !== child.key);

const textOf = (child: AnyDefinition, row: AnyRow, name: string, locale: Locale) =>
  child.fields[name]?.rowText(row, name, locale) ?? "";

/** Returns the path of a linked record's page. */
export const hrefOf = (child: AnyDefinition, row: AnyRow) => `${child.pages.detail}/${String(row[child.key])}`;

/**
 * Converts a table's sort order to the `sort` parameter of the kind's list. Returns an empty
 * object, for the default order, if the list cannot sort by these columns.
 */
export function sortOfList(child: AnyDefinition, sorting: readonly ColumnSort[]): { sort?: Sort[] } {
  const sort = sorting
    .filter(({ id }) => child.sortFields.includes(id))
    .map(({ id, desc }): Sort => ({ field: id, order: desc ? "desc" : "asc" }));
  if (sort.length === 0) return {};
  return { sort: child.multiSort ? sort : sort.slice(0, 1) };
}

/** Returns the props that all tables of linked records share. */
export function useLinkColumns(child: AnyDefinition) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const columns = useMemo<DataTableColumn<AnyRow>[]>(
    () =>
      shownFields(child).map((name) => ({
        id: name,
        header: tr(`${child.name}.fields.${name}`),
        cell: (row) => textOf(child, row, name, locale),
        // Dates are stored as `YYYY-MM-DD`, so string order is date order.
        sortValue: (row) => row[name] as string | null,
        share: child.fields[name]?.share,
        minRem: child.fields[name]?.minRem,
        lang: languageOf(name),
        inCardHeading: isInCardHeading(child, name),
      })),
    [child, locale, tr],
  );
  return {
    caption: tr(`${child.name}.many`),
    columns,
    rowKey: (row: AnyRow) => Number(row[child.key]),
    rowTexts: (row: AnyRow) => ({ inCard: inCardOf(child, row, shownFields(child)[0]) }),
    dense: useDenseRows(),
  };
}

/** Returns a function that searches loaded linked records, tolerating typos. */
export function useRowSearch(child: AnyDefinition) {
  const locale = useLocale();
  return useMemo(
    () =>
      fuzzySearch<AnyRow>((row) => [
        child.label(row, locale),
        ...shownFields(child).map((name) => textOf(child, row, name, locale)),
      ]),
    [child, locale],
  );
}

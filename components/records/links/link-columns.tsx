import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useDenseRows } from "@/components/layout/row-height";
import type { ColumnSort, DataTableColumn } from "@/components/tables/table-model";
import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition, AnyRow, Sort } from "@/lib/model/kinds/define";
import { fieldKey, linkFieldKey } from "@/lib/model/kinds/field-keys";
import { linkStateOn, type LinkState } from "@/lib/model/kinds/link-states";
import type { Relation } from "@/lib/model/kinds/relations";
import { fuzzySearch } from "./fuzzy-search";
import { LinkValueCell, type EditLink } from "./values/link-value-cell";
import { linkText, shownLinkFields } from "./values/link-row-values";
import { inCardOf, isInCardHeading, languageOfField } from "../shared/row-texts";

/** Returns the fields that a table of linked records shows. */
export const shownFields = (child: AnyDefinition) => child.linkFields.filter((name) => name !== child.key);

const textOf = (child: AnyDefinition, row: AnyRow, name: string, locale: Locale) =>
  child.fields[name]?.rowText(row, name, locale) ?? "";

/** Returns the path of a linked record's page. */
export const linkedRecordHref = (child: AnyDefinition, row: AnyRow) =>
  `${child.pages.detail}/${String(row[child.key])}`;

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

/**
 * The first column needs most of the width: the part of their usual share that the other columns get
 * beside values of links, and these values.
 */
const [BESIDE_SHARE, VALUE_SHARE] = [0.7, 0.6];

const STATE_ORDER: readonly LinkState[] = ["current", "future", "former"];

/** Returns rows with the current links first, each group in its order. */
export const sortCurrentFirst = (relation: Relation, rows: readonly AnyRow[], today: string): AnyRow[] =>
  STATE_ORDER.flatMap((state) => rows.filter((row) => linkStateOn(relation, row, today) === state));

/** Columns with the values of the links in a table of linked records. */
type ValueColumns = {
  relation: Relation;
  /** The day of which the table shows the state. */
  today: string;
  /** Undefined for users who may not change links; must be stable. */
  onEdit?: EditLink;
};

/** Returns the props that all tables of linked records share. */
export function useLinkColumns(child: AnyDefinition, { relation, today, onEdit }: ValueColumns) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const columns = useMemo<DataTableColumn<AnyRow>[]>(() => {
    function widthOf(name: string, index: number) {
      const { share = 1, minRem = 0 } = child.fields[name] ?? {};
      return { share: relation.fields && index > 0 ? share * BESIDE_SHARE : share, minRem };
    }
    const ownColumns = shownFields(child).map((name, index): DataTableColumn<AnyRow> => ({
      id: name,
      header: tr(fieldKey(child.name, name)),
      cell: (row) => textOf(child, row, name, locale),
      // Dates are stored as `YYYY-MM-DD`, so string order is date order.
      sortValue: (row) => row[name] as string | null,
      ...widthOf(name, index),
      lang: languageOfField(name),
      inCardHeading: isInCardHeading(child, name),
    }));
    const shown = shownLinkFields(relation);
    const linkColumns = shown.columns.map((name, index): DataTableColumn<AnyRow> => {
      const field = relation.fields?.[name];
      return {
        id: `${relation.name}.${name}`,
        header: tr(linkFieldKey(name)),
        cell: (row) => (
          <LinkValueCell
            relation={relation}
            row={row}
            label={child.label(row, locale)}
            name={name}
            secondary={index === 0 ? shown.secondary : []}
            isFuture={linkStateOn(relation, row, today) === "future"}
            onEdit={onEdit}
          />
        ),
        sortValue: (row) => (typeof row[name] === "string" ? row[name] : linkText(field, row, name, locale)),
        share: field && field.share * VALUE_SHARE,
        minRem: field?.minRem,
      };
    });
    return [...ownColumns, ...linkColumns];
  }, [child, locale, onEdit, relation, today, tr]);
  return {
    caption: tr(`${child.name}.many`),
    columns,
    rowKey: (row: AnyRow) => Number(row[child.key]),
    rowTexts: (row: AnyRow) => ({ inCard: inCardOf(child, row, shownFields(child)[0], locale) }),
    dense: useDenseRows(),
  };
}

/** Returns a function that searches loaded linked records and their links, tolerating typos. */
export function useRowSearch(child: AnyDefinition, { fields = {} }: Relation) {
  const locale = useLocale();
  return useMemo(
    () =>
      fuzzySearch<AnyRow>((row) => [
        child.label(row, locale),
        ...shownFields(child).map((name) => textOf(child, row, name, locale)),
        ...Object.entries(fields).map(([name, field]) => linkText(field, row, name, locale)),
      ]),
    [child, fields, locale],
  );
}

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { alertText, needsAttention } from "@/lib/model/kinds/derived-facts";
import { rowSubtitleOf } from "@/lib/model/kinds/highlight";
import type { LinkLanguage } from "@/lib/model/kinds/link-words";
import { definitionOf } from "@/lib/model/kinds/registry";
import { columnsNamed } from "@/lib/model/lists/columns";
import { filterFieldName } from "@/lib/model/lists/filter-names";
import { tagListOf } from "@/lib/model/reference-lists/reference-lists";
import { ownFilterFieldOf } from "@/lib/model/lists/filters";
import type { AddressQuery } from "@/lib/model/lists/list-query";
import { sortLinksOf } from "@/lib/model/lists/sort-links";
import { EDIT_QUERY } from "../shared/edit-query";
import type { RowNoteProps } from "../shared/row-notes";
import { inCardOf, isInCardHeading, languageOfField } from "../shared/row-texts";
import { ListTable, type ListRow } from "./list-table";
import type { RecordListProps } from "./record-list";

type RecordTableProps = Omit<RecordListProps, "total" | "namedChoices"> & {
  isFiltered: boolean;
  /** Returns the list's URL with some changes to its query. */
  addressOf: (changes: Partial<AddressQuery>) => string;
};

/** Returns the second line of a row; undefined if it would be empty. */
function noteOf(
  definition: AnyDefinition,
  row: AnyRow,
  language: LinkLanguage,
  quickAction: ReactNode,
): RowNoteProps | undefined {
  const { derived } = definition;
  const names = rowSubtitleOf(definition, row, language);
  const needs = derived !== undefined && needsAttention(derived, row);
  return needs || names.length > 0
    ? { names, ...(needs && { alert: alertText(derived, language.locale), quickAction }) }
    : undefined;
}

/**
 * The table of a list page. Computes its texts on the server, so that the browser needs neither the
 * declaration of the kind nor the records.
 */
export function RecordTable({ kind, query, rows, hints, columns, widths, mayWrite, ...props }: RecordTableProps) {
  const { addressOf, isFiltered, quickAction, columnsInAddress } = props;
  const definition = definitionOf(kind);
  const locale = useLocale();
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const shownColumns = columnsNamed(definition, columns, widths);
  const [first] = definition.columns;
  const language = { locale, words: tr, today: dayOf(new Date()) };

  const listRows = rows.map((row): ListRow => {
    const id = Number(row[definition.key]);
    const label = definition.label(row, locale);
    return {
      ...{ id, label },
      cells: shownColumns.map((column) => column.names?.(row, language) ?? column.text(row, language)),
      inCard: inCardOf(definition, row, first?.name, locale),
      note: noteOf(definition, row, language, quickAction?.(id, label)),
      hints: hints[id]?.map(({ name, pieces }) => ({ name: tr(name), pieces })),
    };
  });

  return (
    <ListTable
      caption={tr(`${kind}.many`)}
      path={definition.pages.detail}
      editQuery={EDIT_QUERY}
      columns={shownColumns.map(({ name, share, minRem, sortBy }) => ({
        ...{ id: name, share, minRem, lang: languageOfField(name) },
        label: filterFieldName(definition, ownFilterFieldOf(definition, name), tr),
        isInCardHeading: isInCardHeading(definition, name),
        tagList: tagListOf(definition.fields[name]),
        sort: sortBy && sortLinksOf(query.sort, sortBy(locale), definition.multiSort === true, addressOf),
      }))}
      rows={listRows}
      isEditable={mayWrite}
      // A view is about its columns.
      hasShortCards={!columnsInAddress}
      emptyText={isFiltered ? t("no_relevant_data") : tr("empty_list")}
      emptyHint={isFiltered ? tr("no_match_hint") : mayWrite ? tr("empty_list_hint") : undefined}
    />
  );
}

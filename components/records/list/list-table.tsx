"use client";

import { useTranslations } from "next-intl";
import { NamePieces } from "@/components/tables/name-pieces";
import { EntryTag } from "../shared/entry-tag";
import { RowCheckbox } from "@/components/tables/row-checkbox";
import { SortLink, type SortLinks } from "@/components/tables/sort-link";
import { TableFrame } from "@/components/tables/table-frame";
import { RowActions, TableRow, type RowTexts } from "@/components/tables/table-row";
import type { Locale } from "@/lib/model/messages/i18n";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { MatchHints, RowNote, type NamedHint, type RowNoteProps } from "../shared/row-notes";
import { PAGE_BOX } from "./list-shell";

/** A column; `sort` is undefined if the list cannot be sorted by it. */
type ListColumn = {
  id: string;
  label: string;
  share: number;
  minRem: number;
  /** Language of the column's texts, if it is not the page's. */
  lang?: Locale;
  isInCardHeading: boolean;
  /** The reference list of the column's entries, if they are shown as tags. */
  tagList?: ReferenceListName;
  sort?: SortLinks;
};

/** The texts of a row. */
export type ListRow = {
  id: number;
  label: string;
  /** The texts of the cells; several names are shown as pieces. */
  cells: (string | readonly string[])[];
  inCard: RowTexts["inCard"];
  note?: RowNoteProps;
  /** Matches of the filter in texts that the row does not show; `name` says where. */
  hints?: readonly NamedHint[];
};

type ListTableProps = {
  caption: string;
  /** Path of the records' pages, without the key. */
  path: string;
  columns: readonly ListColumn[];
  rows: readonly ListRow[];
  /** Query of the records' pages that opens their form. */
  editQuery: string;
  /** True if rows can be selected and deleted. */
  isEditable: boolean;
  /** True if the cards of narrow windows show only the first column below their heading. */
  hasShortCards: boolean;
  emptyText: string;
  emptyHint?: string;
};

/**
 * Draws the table of a list page, on the server and, after a move inside the app, in the browser. A
 * client component, although it has no state: React would send the elements of a server component as
 * data, several times the size of these texts (decision 0021). list-shell.tsx handles its events.
 */
export function ListTable({ path, editQuery, columns, rows, isEditable, hasShortCards, ...frame }: ListTableProps) {
  const t = useTranslations("records");
  const all = t("bulk.select_page");
  return (
    <TableFrame
      {...frame}
      headings={columns.map(({ id, label, share, minRem, sort }) => ({
        ...{ id, label, share, minRem, sorted: sort?.sorted },
        control: sort && <SortLink label={label} {...sort} />,
      }))}
      hasBoxes={isEditable}
      hasActions={isEditable}
      pageBox={isEditable ? { label: all, control: <RowCheckbox label={all} value={PAGE_BOX} /> } : undefined}
    >
      {rows.map(({ id, label, cells, inCard, note, hints }) => (
        <TableRow
          key={id}
          hasShortCard={hasShortCards}
          nameId={`row-${id}`}
          record={{ id, label }}
          href={`${path}/${id}`}
          texts={{ inCard, note: note && <RowNote {...note} />, hint: hints && <MatchHints hints={hints} /> }}
          cells={columns.map((column, index) => {
            const content = cells[index];
            return {
              ...column,
              content:
                typeof content !== "string" ? (
                  <NamePieces names={content ?? []} />
                ) : column.tagList ? (
                  <EntryTag list={column.tagList} name={content} />
                ) : (
                  content
                ),
            };
          })}
          box={isEditable && <RowCheckbox label={t("bulk.select_row", { label })} value={id} />}
          actions={
            isEditable && (
              <RowActions
                href={`${path}/${id}${editQuery}`}
                editLabel={t("edit_named", { label })}
                deleteLabel={t("delete_named", { label })}
              />
            )
          }
        />
      ))}
    </TableFrame>
  );
}

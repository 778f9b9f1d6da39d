import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ROW_PARTS } from "@/components/ui/rows/row-parts";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import type { AnyRow } from "@/lib/model/fields/field";
import { linkFieldKey } from "@/lib/model/kinds/field-keys";
import type { Relation } from "@/lib/model/kinds/relations";
import { linkText } from "./link-row-values";

/** Opens the editor of a row's link. */
export type EditLink = (row: AnyRow, field: string, anchor: HTMLElement) => void;

type LinkValueCellProps = {
  relation: Relation;
  row: AnyRow;
  label: string;
  name: string;
  /** Further fields that this cell shows: flags as marks, texts in a second line. */
  secondary: readonly string[];
  isFuture: boolean;
  /** Undefined for users who may not change links. */
  onEdit?: EditLink;
};

/** A value of a link in a table, which a press edits. */
export function LinkValueCell({ relation, row, label, name, secondary, isFuture, onEdit }: LinkValueCellProps) {
  const locale = useLocale();
  const t = useTranslations("links");
  const tr = useTranslations("records");
  const { fields = {}, period } = relation;
  const text = linkText(fields[name], row, name, locale);
  const marks = secondary.filter((field) => row[field] === true);
  const notes = secondary.flatMap((field) => linkText(fields[field], row, field, locale) || []);
  const isBegin = isFuture && name === period?.from;
  const isEmpty = text === "" && marks.length === 0 && notes.length === 0;
  const content: ReactNode = !isEmpty && (
    <>
      {text}
      {marks.map((mark) => (
        <span
          key={mark}
          title={tr(linkFieldKey(mark))}
          className={clsx("inline-block align-[-0.15em]", text && "ml-1.5")}
        >
          <Icon name="icon-star" label={tr(linkFieldKey(mark))} className="size-4 text-accent" />
        </span>
      ))}
      {isBegin && (
        <>
          {" "}
          <Badge tone="accent" className="text-xs">
            {t("future")}
          </Badge>
        </>
      )}
      {notes.map((note) => (
        <span key={note} title={note} className="line-clamp-1 text-sm font-normal text-ink-muted">
          {note}
        </span>
      ))}
    </>
  );
  if (!onEdit) return content;
  return (
    <button
      type="button"
      data-empty={isEmpty || undefined}
      onClick={({ currentTarget }) => onEdit(row, name, currentTarget)}
      className={clsx(ROW_PARTS.value, period && name !== period.from && name !== period.to && "font-medium")}
    >
      {content}
      {isEmpty ? (
        <>
          <Icon name="icon-plus" className="size-4" />
          <span className="sr-only">{t("set", { field: tr(linkFieldKey(name)), label })}</span>
        </>
      ) : (
        <span className="sr-only">{t("edit")}</span>
      )}
    </button>
  );
}

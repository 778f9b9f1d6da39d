import { useTranslations } from "next-intl";
import { SortLabel, sortControlClasses, type SortState } from "./table-head";

export type SortLinks = {
  sorted: SortState | undefined;
  /** URL of the table sorted by this column only. */
  href: string;
  /** URL of the table sorted by this column in addition to others; undefined if that is not possible. */
  adding?: string;
};

/**
 * Link in a column heading that sorts the table. With Ctrl, Cmd or Shift it adds a sort column
 * (table-shell.tsx).
 */
export function SortLink({ label, sorted, href, adding }: SortLinks & { label: string }) {
  const t = useTranslations("common");
  return (
    <a
      href={href}
      data-keep-scroll
      data-adding={adding}
      title={adding === undefined ? undefined : t("multi_sort_hint")}
      className={sortControlClasses(sorted)}
    >
      <SortLabel label={label} sorted={sorted} />
    </a>
  );
}

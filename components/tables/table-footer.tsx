import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/**
 * The bar below a table. It stays in the document if it has nothing to show, so that screen readers
 * hear that a list has become empty.
 */
export function TableFooter({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  return (
    <div
      className={
        isEmpty ? "sr-only" : "flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-3 py-1.5 md:px-4"
      }
    >
      {children}
    </div>
  );
}

type TableRangeProps = {
  isEmpty: boolean;
  text: string;
  /** What the range does not count, such as former links. */
  note?: string;
};

/** The range of the rows that a table shows. An empty one already says so in place of its rows. */
export function TableRange({ isEmpty, text, note }: TableRangeProps) {
  const t = useTranslations("common");
  return (
    <p aria-live="polite" className={isEmpty ? "sr-only" : "tabular text-sm text-ink-muted"}>
      {isEmpty ? t("no_entries") : [text, note].filter(Boolean).join(", ")}
    </p>
  );
}

"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import type { SearchedView } from "@/components/tables/table-bars";
import { Icon } from "@/components/ui/icon";

type FormerLinksProps = {
  count: number;
  /** The search and the order of the table above. */
  view: SearchedView;
  /** Renders the table with its own pages. */
  children: (view: SearchedView, onViewChange: (part: Partial<SearchedView>) => void) => ReactNode;
};

/** Former links, folded below the current ones. */
export function FormerLinks({ count, view, children }: FormerLinksProps) {
  const t = useTranslations("links");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [ownView, setOwnView] = useState({ sorting: view.sorting, pages: { ...view.pages, pageIndex: 0 } });
  return (
    <div className="border-t border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-10 w-full items-center gap-2 px-3 text-left font-semibold text-ink-muted hover:bg-sunken hover:text-ink md:px-4 pointer-coarse:min-h-11"
      >
        <Icon name="icon-chevron-right" className={clsx("size-4 transition-transform", isOpen && "rotate-90")} />
        {t("former", { count })}
      </button>
      {isOpen && (
        <div id={id} className="bg-paper/40">
          {children({ ...ownView, text: view.text }, (part) => setOwnView((before) => ({ ...before, ...part })))}
        </div>
      )}
    </div>
  );
}

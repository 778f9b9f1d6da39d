"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LIST_PAGE_LINKS } from "@/lib/limits";
import { Icon } from "./icon";

type PaginationProps = {
  /** Index of the current page, from 0. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  className?: string;
};

/**
 * Returns the indexes of the pages that get a link: `size` pages around the current page. Near the
 * first or last page, the window is shifted to stay within the pages.
 * @param page index of the current page, from 0
 */
export function pageWindow(page: number, pageCount: number, size: number): number[] {
  const length = Math.min(size, Math.max(pageCount, 1));
  const first = Math.min(Math.max(page - Math.floor(size / 2), 0), Math.max(pageCount, 1) - length);
  return Array.from({ length }, (_, index) => first + index);
}

type PageButtonProps = {
  label: string;
  current?: boolean;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
};

function PageButton({ label, current = false, disabled = false, onPress, children }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? "page" : undefined}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && !current && onPress()}
      className="tabular page-button"
    >
      {children}
    </button>
  );
}

/**
 * Buttons for the first, previous, next and last page, and for five pages around the current one.
 * Disabled buttons remain focusable, so that the focus is not lost on reaching the first or last
 * page.
 */
export function Pagination({ page, pageCount, onPage, className }: PaginationProps) {
  const t = useTranslations("common");
  const last = Math.max(pageCount - 1, 0);
  const atStart = page <= 0;
  const atEnd = page >= last;
  return (
    <nav aria-label={t("pagination")} className={clsx("flex flex-wrap items-center gap-0.5 print:hidden", className)}>
      <PageButton label={t("first_page")} disabled={atStart} onPress={() => onPage(0)}>
        <Icon name="icon-chevrons-left" className="size-4" />
      </PageButton>
      <PageButton label={t("previous_page")} disabled={atStart} onPress={() => onPage(page - 1)}>
        <Icon name="icon-chevron-left" className="size-4" />
      </PageButton>
      {pageWindow(page, pageCount, LIST_PAGE_LINKS).map((index) => (
        <PageButton
          key={index}
          label={t("page", { page: index + 1 })}
          current={index === page}
          onPress={() => onPage(index)}
        >
          {index + 1}
        </PageButton>
      ))}
      <PageButton label={t("next_page")} disabled={atEnd} onPress={() => onPage(page + 1)}>
        <Icon name="icon-chevron-right" className="size-4" />
      </PageButton>
      <PageButton label={t("last_page")} disabled={atEnd} onPress={() => onPage(last)}>
        <Icon name="icon-chevrons-right" className="size-4" />
      </PageButton>
    </nav>
  );
}

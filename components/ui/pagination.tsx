import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LIST_PAGE_LINKS } from "@/lib/model/limits";
import { Icon } from "./icon";

type PaginationProps = {
  /** Index of the current page, from 0. */
  page: number;
  pageCount: number;
  className?: string;
  /** False if a page is shown from its beginning. */
  keepsScroll?: boolean;
} & PageTarget;

/** Either the URL of the first page, or a function that shows a page. */
export type PageTarget =
  { firstHref: string; onPage?: undefined } | { firstHref?: undefined; onPage: (page: number) => void };

/** Returns the URL of a page of a list, whose index is a parameter of its URL (spec §2). */
export const pageHref = (firstHref: string, page: number): string =>
  page === 0 ? firstHref : `${firstHref}${firstHref.includes("?") ? "&" : "?"}pageNo=${page}`;

/**
 * Returns the indexes of the pages that get a link: `size` pages around the current page. Near the
 * first or last page, the window is shifted to stay within the pages.
 * @param page index of the current page, from 0
 */
export function pageWindow(page: number, pageCount: number, size: number): number[] {
  const length = Math.min(size, pageCount);
  const first = Math.min(Math.max(page - Math.floor(size / 2), 0), pageCount - length);
  return Array.from({ length }, (_, index) => first + index);
}

type PageControlProps = PageTarget & {
  /** Index of the page that the control shows. */
  to: number;
  label: string;
  current?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

function PageControl({ to, label, current = false, disabled = false, firstHref, onPage, children }: PageControlProps) {
  const attributes = {
    "aria-label": label,
    "aria-current": current ? ("page" as const) : undefined,
    "aria-disabled": disabled || undefined,
    className: "page-button",
  };
  const isActive = !disabled && !current;
  if (firstHref !== undefined) {
    return (
      <a {...attributes} {...(isActive ? { href: pageHref(firstHref, to) } : { role: "link", tabIndex: 0 })}>
        {children}
      </a>
    );
  }
  return (
    <button type="button" {...attributes} onClick={() => isActive && onPage(to)}>
      {children}
    </button>
  );
}

/**
 * Links or buttons for the first, previous, next and last page, and for five pages around the
 * current one. Disabled ones remain focusable, so that the focus is not lost on reaching the first
 * or last page. Nothing without a page.
 */
export function Pagination({ page, pageCount, className, keepsScroll = true, ...target }: PaginationProps) {
  const t = useTranslations("common");
  if (pageCount === 0) return null;
  const last = pageCount - 1;
  const atStart = page <= 0;
  const atEnd = page >= last;
  return (
    <nav
      aria-label={t("pagination")}
      data-keep-scroll={keepsScroll || undefined}
      className={clsx("flex flex-wrap items-center gap-0.5 print:hidden", className)}
    >
      <PageControl {...target} to={0} label={t("first_page")} disabled={atStart}>
        <Icon name="icon-chevrons-left" className="size-4" />
      </PageControl>
      <PageControl {...target} to={Math.max(page - 1, 0)} label={t("previous_page")} disabled={atStart}>
        <Icon name="icon-chevron-left" className="size-4" />
      </PageControl>
      {pageWindow(page, pageCount, LIST_PAGE_LINKS).map((index) => (
        <PageControl {...target} key={index} to={index} label={t("page", { page: index + 1 })} current={index === page}>
          {index + 1}
        </PageControl>
      ))}
      <PageControl {...target} to={Math.min(page + 1, last)} label={t("next_page")} disabled={atEnd}>
        <Icon name="icon-chevron-right" className="size-4" />
      </PageControl>
      <PageControl {...target} to={last} label={t("last_page")} disabled={atEnd}>
        <Icon name="icon-chevrons-right" className="size-4" />
      </PageControl>
    </nav>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { type FrameView, isAtView } from "../frame-views";
import { type FramePage, NAV_GROUPS, type NavGroup, pageAt, sections } from "../sections/sections";
import { colourOf } from "../sections/section";

type NavListProps = { pages: readonly FramePage[]; views: readonly FrameView[]; onNavigate?: () => void };

/**
 * Entries of the navigation, in groups; below the active entry, the views of its list page. A narrow
 * sidebar shows only icons, with tooltips. The group for admins is folded at the foot, unless one of
 * its pages is shown.
 */
export function NavList({ pages, views, onNavigate }: NavListProps) {
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const t = useTranslations("frame");
  const currentPage = pageAt(pathname, pages);

  function entriesOf(group: NavGroup) {
    return pages
      .filter((page) => page.group === group)
      .map(({ section, path: href, title: label }) => {
        const active = currentPage?.section === section;
        const pageViews = active ? views.filter((view) => view.section === section) : [];
        const isOwnPage = pathname === href && !pageViews.some((view) => isAtView(view, searchParams));
        return (
          <li key={section} {...colourOf(sections[section])}>
            <a
              href={href}
              onClick={onNavigate}
              // "page" if the entry's own page is shown, "true" if one of its views or records is.
              aria-current={active ? (isOwnPage ? "page" : "true") : undefined}
              data-tooltip={label}
              className="nav-entry"
            >
              <Icon name={sections[section].icon} className="size-4.5" />
              <span>{label}</span>
            </a>
            {pageViews.length > 0 && (
              <ul
                aria-label={t("views_of", { list: label })}
                className="mb-1 ml-5.5 border-l border-line icons-only:hidden"
              >
                {pageViews.map((view) => (
                  <li key={view.key}>
                    <a
                      href={view.href}
                      onClick={onNavigate}
                      aria-current={isAtView(view, searchParams) ? "page" : undefined}
                      className="nav-view"
                    >
                      {view.name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      });
  }

  const isShown = (group: NavGroup) =>
    pages.some((page) => page.group === group && page.section === currentPage?.section);

  return NAV_GROUPS.map((group) => {
    const entries = entriesOf(group);
    if (entries.length === 0) return null;
    const title = t(`groups.${group}`);
    if (group === "administration") {
      return (
        <details key={group} open={isShown(group)} className="mt-auto nav-group">
          <summary data-tooltip={title} className="nav-entry">
            <Icon name="icon-settings" className="size-4.5" />
            <span>{title}</span>
            <Icon name="icon-chevron-down" className="nav-fold ml-auto size-4 icons-only:hidden" />
          </summary>
          <ul aria-label={title}>{entries}</ul>
        </details>
      );
    }
    return (
      <div key={group} className="nav-group">
        <p aria-hidden className="nav-heading">
          {title}
        </p>
        <ul aria-label={title}>{entries}</ul>
      </div>
    );
  });
}

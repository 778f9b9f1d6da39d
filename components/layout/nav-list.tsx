"use client";

import { useTranslations } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { type FrameView, isAtView } from "./frame-views";
import { type FramePage, pageAt, sections } from "./sections/sections";
import { colourOf } from "./sections/section";

type NavListProps = { pages: readonly FramePage[]; views: readonly FrameView[]; onNavigate?: () => void };

/**
 * Entries of the navigation; below the active entry, the views of its list page. A narrow sidebar
 * shows only icons, with tooltips.
 */
export function NavList({ pages, views, onNavigate }: NavListProps) {
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const t = useTranslations("frame");
  const here = pageAt(pathname, pages);
  const entries = pages.filter(({ inSidebar }) => inSidebar);
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map(({ section, path: href, title: label }) => {
        const active = here?.section === section;
        const below = active ? views.filter((view) => view.section === section) : [];
        const current = pathname === href ? below.find((view) => isAtView(view, searchParams)) : undefined;
        return (
          <li key={section} {...colourOf(sections[section])}>
            <a
              href={href}
              onClick={onNavigate}
              // "page" if the entry's own page is shown, "true" if one of its views or records is.
              aria-current={active ? (pathname === href && !current ? "page" : "true") : undefined}
              data-tooltip={label}
              className="nav-entry"
            >
              <Icon name={sections[section].icon} className="size-4.5" />
              <span>{label}</span>
            </a>
            {below.length > 0 && (
              <ul
                aria-label={t("views_of", { list: label })}
                className="mb-1 ml-5.5 border-l border-line icons-only:hidden"
              >
                {below.map((view) => (
                  <li key={view.key}>
                    <a
                      href={view.href}
                      onClick={onNavigate}
                      aria-current={view === current ? "page" : undefined}
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
      })}
    </ul>
  );
}

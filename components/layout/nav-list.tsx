"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { PendingLink } from "@/components/navigation/links";
import { type FramePage, pageAt, sections } from "./sections";
import { colourOf } from "./sections/section";

type NavListProps = { pages: readonly FramePage[]; onNavigate?: () => void };

/** The entries of the navigation. In a narrow sidebar they show their icons, and their names as tooltips. */
export function NavList({ pages, onNavigate }: NavListProps) {
  const pathname = usePathname();
  const here = pageAt(pathname, pages);
  const entries = pages.filter(({ inSidebar }) => inSidebar);
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map(({ section, path: href, title: label }) => {
        const Icon = sections[section].icon;
        const active = here?.section === section;
        return (
          <li key={section} {...colourOf(sections[section])}>
            <PendingLink
              href={href}
              onClick={onNavigate}
              // "page" for the list itself, "true" for a page somewhere below it.
              aria-current={active ? (pathname === href ? "page" : "true") : undefined}
              data-tooltip={label}
              data-side="right"
              className={clsx(
                "group/nav relative flex min-h-10 items-center gap-3 rounded-md px-3 pointer-coarse:min-h-11",
                "icons-only:tooltip icons-only:justify-center",
                active ? "bg-surface font-semibold text-ink" : "text-ink-muted hover:bg-surface/70 hover:text-ink",
              )}
            >
              <span
                aria-hidden="true"
                className={clsx("absolute inset-y-1.5 left-0 w-[3px] rounded-full", active && "bg-section")}
              />
              <Icon
                aria-hidden="true"
                className={clsx("size-4.5 shrink-0", active ? "text-section" : "group-hover/nav:text-section")}
              />
              <span className="min-w-0 icons-only:sr-only">{label}</span>
            </PendingLink>
          </li>
        );
      })}
    </ul>
  );
}

"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { PendingLink } from "@/components/navigation/links";
import { SECTION_ICONS } from "./section-icons";
import { NAV_ITEMS, sectionOf } from "./sections";

type NavListProps = { collapsed?: boolean; onNavigate?: () => void };

/** The entries of the navigation. Collapsed they show their icons, and their names as tooltips. */
export function NavList({ collapsed = false, onNavigate }: NavListProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const here = sectionOf(pathname);
  return (
    <ul className="flex flex-col gap-0.5">
      {NAV_ITEMS.map(({ section, labelKey, href }) => {
        const Icon = SECTION_ICONS[section];
        const label = t(`nav.${labelKey}`);
        const active = here.section === section && here.titleKey !== "unknown";
        return (
          <li key={section} data-section={section}>
            <PendingLink
              href={href}
              onClick={onNavigate}
              // "page" for the list itself, "true" for a page somewhere below it.
              aria-current={active ? (pathname === href ? "page" : "true") : undefined}
              aria-label={collapsed ? label : undefined}
              data-tooltip={label}
              data-side="right"
              className={clsx(
                "group/nav relative flex min-h-10 items-center gap-3 rounded-md px-3 pointer-coarse:min-h-11",
                collapsed && "tooltip justify-center",
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
              {!collapsed && <span className="min-w-0">{label}</span>}
            </PendingLink>
          </li>
        );
      })}
    </ul>
  );
}

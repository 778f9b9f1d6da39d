"use client";

import clsx from "clsx";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PendingLink } from "@/components/navigation/links";
import { IconButton } from "@/components/ui/button";
import { Brand, BrandMark } from "./brand";
import { NavList } from "./nav-list";
import { remember, SIDEBAR_COOKIE } from "./remember";
import type { FramePage } from "./sections";

type SidebarProps = { university: string; pages: readonly FramePage[]; startCollapsed: boolean };

/** The navigation at the left from 768 px on; can be narrowed to its icons, and remembers that. */
export function Sidebar({ university, pages, startCollapsed }: SidebarProps) {
  const t = useTranslations("frame");
  const [collapsed, setCollapsed] = useState(startCollapsed);

  function toggle() {
    setCollapsed(!collapsed);
    remember(SIDEBAR_COOKIE, collapsed ? "wide" : "narrow");
  }

  const label = collapsed ? t("expand_sidebar") : t("collapse_sidebar");
  return (
    <nav
      aria-label={t("main_navigation")}
      className={clsx(
        "sticky top-0 hidden h-dvh shrink-0 flex-col gap-5 border-r border-line bg-sunken py-4 md:flex print:hidden",
        collapsed ? "z-30 w-16 px-2.5" : "w-62 overflow-y-auto px-3",
      )}
    >
      <PendingLink
        href="/dashboard"
        aria-label={collapsed ? t("product") : undefined}
        className="rounded-md px-1.5 py-0.5"
      >
        {collapsed ? (
          <BrandMark className="size-8 text-accent" />
        ) : (
          <Brand product={t("product")} university={university} />
        )}
      </PendingLink>
      <NavList pages={pages} collapsed={collapsed} />
      <IconButton
        label={label}
        tooltipSide="right"
        onClick={toggle}
        aria-expanded={!collapsed}
        icon={
          collapsed ? (
            <PanelLeftOpen aria-hidden="true" className="size-4.5" />
          ) : (
            <PanelLeftClose aria-hidden="true" className="size-4.5" />
          )
        }
        className={clsx("mt-auto", collapsed ? "self-center" : "self-start")}
      />
    </nav>
  );
}

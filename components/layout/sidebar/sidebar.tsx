"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Brand } from "../brand";
import type { FrameView } from "../frame-views";
import { NavList } from "./nav-list";
import { rememberInCookie, SIDEBAR_COOKIE } from "../visits/remember-in-cookie";
import type { FramePage } from "../sections/sections";

type SidebarProps = {
  university: string;
  pages: readonly FramePage[];
  views: readonly FrameView[];
  startCollapsed: boolean;
};

/**
 * Navigation at the left of windows at least 768 px wide. Below 1216 px it shows only icons, to
 * leave room for tables; in wider windows the user can collapse it, which a cookie remembers.
 */
export function Sidebar({ university, pages, views, startCollapsed }: SidebarProps) {
  const t = useTranslations("frame");
  const [collapsed, setCollapsed] = useState(startCollapsed);

  function toggle() {
    setCollapsed(!collapsed);
    rememberInCookie(SIDEBAR_COOKIE, collapsed ? "wide" : "narrow");
  }

  const label = collapsed ? t("expand_sidebar") : t("collapse_sidebar");
  return (
    <nav
      aria-label={t("main_navigation")}
      data-sidebar={collapsed ? "narrow" : "wide"}
      className={clsx(
        "sticky top-0 hidden h-dvh w-62 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-sunken px-3 py-3.5 md:flex print:hidden",
        "icons-only:z-30 icons-only:w-16 icons-only:overflow-visible icons-only:px-2.5 icons-only:[@media(height<30rem)]:overflow-y-auto",
      )}
    >
      <a href="/dashboard" className="rounded-md px-1.5 py-0.5">
        <Brand product={t("product")} university={university} />
      </a>
      <div className="flex grow flex-col gap-4">
        <NavList pages={pages} views={views} />
      </div>
      <IconButton
        label={label}
        tooltipSide="right"
        onClick={toggle}
        aria-expanded={!collapsed}
        icon={
          collapsed ? (
            <Icon name="icon-panel-left-open" className="size-4.5" />
          ) : (
            <Icon name="icon-panel-left-close" className="size-4.5" />
          )
        }
        className="self-start max-[76rem]:hidden icons-only:self-center"
      />
    </nav>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Button, IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import { lazyComponent } from "@/components/ui/lazy-component";
import { AccountLabel, useAccountAttributes } from "./account-label";
import type { FrameView } from "./frame-views";
import { LanguageSwitch } from "./language-switch";
import { LazyAccountMenu } from "./lazy-account-menu";
import { LazyListViewsMenu } from "./list-views/lazy-list-views-menu";
import { NavDrawer } from "./sidebar/nav-drawer";
import { NavigationProgress } from "./navigation-progress";
import { colourOf } from "./sections/section";
import { SectionArtwork } from "./sections/section-artwork";
import { type FramePage, pageAt, sections } from "./sections/sections";
import { useLogout } from "./use-logout";

/** Shows the place of a record in its list, which only the browser knows. */
const RecordBand = lazyComponent(async () => (await import("./seen-list/record-band")).RecordBand);

type PageHeaderProps = {
  /** URL of the user's changes in the history; undefined for users who may change nothing. */
  changesHref: string | undefined;
  university: string;
  pages: readonly FramePage[];
  views: readonly FrameView[];
  /** The search button. */
  search: ReactNode;
};

/**
 * Top bar (spec §2): back, title, search, account, language, logout, and behind them the section's
 * artwork; one row, or two in narrow windows. A menu beside the title has the views of a list, unless the
 * sidebar shows them.
 */
export function PageHeader({ changesHref, university, pages, views, search }: PageHeaderProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const page = pageAt(pathname, pages);
  const section = sections[page?.section ?? "dashboard"];
  const { back } = usePendingNavigation();
  const list = pages.find(({ section }) => section === page?.section)?.path;
  const title = page?.title ?? t("titles.unknown");
  const isRecordPage = page?.path.endsWith("/*") ?? false;
  const shownViews = list === pathname ? views.filter((view) => view.section === page?.section) : [];
  const { logout, busy } = useLogout();
  const accountAttributes = useAccountAttributes();
  // A record's page has its own heading, so the title here is a link to the kind's list page.
  const titleLink = (href = list ?? "/dashboard") => (
    <a href={href} className="min-w-0 truncate font-semibold text-ink-muted no-underline hover:underline">
      {title}
    </a>
  );
  return (
    <header {...colourOf(section)} className="print:hidden">
      <NavigationProgress />
      <div className="relative isolate flex flex-col border-b border-line bg-[color-mix(in_oklch,var(--section)_8%,var(--hueless))] px-2 md:px-5 lg:h-14 lg:flex-row lg:items-center lg:gap-3">
        <div className="absolute inset-0 -z-10 overflow-hidden">
          <SectionArtwork artwork={section.artwork} className="w-90 opacity-40" />
        </div>
        <div className="flex min-h-11 items-center gap-1 md:gap-3 lg:contents">
          <div className="flex items-center gap-1">
            <NavDrawer university={university} pages={pages} views={views} />
            <IconButton
              label={t("go_back")}
              tooltipSide="bottom"
              icon={<Icon name="icon-arrow-left" className="size-4.5" />}
              onClick={() => void back(list === undefined || list === pathname ? "/dashboard" : list)}
            />
          </div>
          <div className="flex min-w-0 flex-1 items-center gap-1 md:gap-3 lg:order-2 lg:flex-initial">
            {search}
            {changesHref ? (
              <LazyAccountMenu changesHref={changesHref} />
            ) : (
              <a
                href={ACCOUNT_PATH}
                aria-current={pathname === ACCOUNT_PATH ? "page" : undefined}
                {...accountAttributes}
              >
                <AccountLabel />
              </a>
            )}
            <LanguageSwitch />
            <Button
              size="sm"
              busy={busy}
              onClick={logout}
              icon={<Icon name="icon-log-out" className="size-4" />}
              aria-label={t("logout")}
            >
              <span className="max-md:hidden">{t("logout")}</span>
            </Button>
          </div>
        </div>
        <div className="flex h-10.5 min-w-0 items-center gap-3 px-2 lg:order-1 lg:flex-1 lg:px-0">
          {isRecordPage ? (
            <RecordBand
              key={pathname}
              kind={page?.section ?? ""}
              pathname={pathname}
              title={titleLink}
              placeholder={titleLink()}
            />
          ) : (
            <h1 className="truncate text-xl font-bold tracking-[-0.012em] max-lg:max-w-full max-lg:shrink-0">
              {title}
            </h1>
          )}
          {shownViews.length > 0 && (
            <div className="list-views">
              <LazyListViewsMenu views={shownViews} />
            </div>
          )}
        </div>
      </div>
    </header>
  );
}

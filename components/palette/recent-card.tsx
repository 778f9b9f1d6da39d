"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { recentRecords } from "@/components/layout/visits/recent-records";
import { colourOf } from "@/components/layout/sections/section";
import { sections } from "@/components/layout/sections/sections";
import { EmptyNote } from "@/components/ui/empty-note";
import { Icon } from "@/components/ui/icon";
import { SectionCard } from "@/components/ui/section-card";
import { useHydrated } from "@/components/ui/use-hydrated";
import { recentEntries } from "./palette-entries";
import type { PaletteKind } from "./palette-kinds";

/** Maximum number of records shown. */
const SHOWN = 5;

type RecentCardProps = { account: number; kinds: readonly PaletteKind[] };

/**
 * Dashboard card of the records that the user has recently viewed in this browser. Reserves its
 * height, because the server does not know them.
 */
export function RecentCard({ account, kinds }: RecentCardProps) {
  const t = useTranslations("dashboard");
  const isHydrated = useHydrated();
  const entries = useMemo(
    () => (isHydrated ? recentEntries(recentRecords(account), kinds, "").slice(0, SHOWN) : []),
    [isHydrated, account, kinds],
  );
  return (
    <SectionCard id="recent" title={t("recent")} className="h-full">
      <div className="min-h-47">
        {isHydrated && entries.length === 0 && <EmptyNote hint={t("recent_none")} />}
        <ul className="mt-1 divide-y divide-line empty:hidden">
          {entries.map(({ key, label, detail, kindName, section, target }) => (
            <li key={key} className="flex h-9 items-center gap-x-2.5" {...(section && colourOf(sections[section]))}>
              {section && <Icon name={sections[section].icon} className="size-4.5 shrink-0 text-section" />}
              <a
                href={"to" in target ? target.to : undefined}
                title={label}
                className="min-w-0 truncate font-medium underline-offset-2 hover:underline"
              >
                {label}
              </a>
              <span className="sr-only">{kindName}</span>
              {detail && <span className="min-w-0 flex-1 truncate text-sm text-ink-muted">{detail}</span>}
            </li>
          ))}
        </ul>
      </div>
    </SectionCard>
  );
}

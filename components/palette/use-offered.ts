import { useLocale, useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useMemo, useState } from "react";
import { recentRecords } from "@/components/layout/visits/recent-records";
import { useSingleKeys } from "@/components/layout/shortcuts/single-keys";
import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import { offeredEntries } from "./offered-entries";
import { recentEntries } from "./palette-entries";
import type { PaletteProps } from "./palette-trigger";

/** Returns the language to which the user can switch. */
export function useOtherLanguage(): Locale {
  const current = useLocale();
  return LOCALES.find((locale) => locale !== current) ?? current;
}

/** Returns the palette's local entries: recent records, pages, actions. */
export function useOffered({ account, pages, views, kinds, mayWrite }: PaletteProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const shortcutPath = useSingleKeys() ? pathname : null;
  const otherLanguage = useOtherLanguage();
  const [recent] = useState(() => recentEntries(recentRecords(account), kinds, pathname));
  return useMemo(
    () => ({ recent, ...offeredEntries({ pages, views, kinds, mayWrite, shortcutPath, otherLanguage }, t) }),
    [recent, pages, views, kinds, mayWrite, shortcutPath, otherLanguage, t],
  );
}

import type { Locale } from "@/lib/i18n";

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Locale, string> = { de: "Deutsch", en: "English" };

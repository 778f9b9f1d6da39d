import type { Locale } from "@/lib/model/messages/i18n";

/** Native names of the languages. */
export const LANGUAGE_NAMES: Record<Locale, string> = { de: "Deutsch", en: "English" };

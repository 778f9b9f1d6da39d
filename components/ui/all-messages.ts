import { DEFAULT_LOCALE, isLocale, type Locale } from "@/lib/i18n";
import type messages from "@/messages/de.json";

type Messages = typeof messages;

const LOADERS: Record<Locale, () => Promise<{ default: Messages }>> = {
  de: () => import("@/messages/de.json"),
  en: () => import("@/messages/en.json") as unknown as Promise<{ default: Messages }>,
};

const loaded: Partial<Record<Locale, Messages>> = {};

/** Loads all messages of a language, as one file that browsers keep. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return (loaded[locale] ??= (await LOADERS[locale]()).default);
}

/** Returns the messages of a language if they are loaded. */
export const loadedMessages = (locale: Locale): Messages | undefined => loaded[locale];

/** Returns the messages of any language that is loaded. */
export const anyMessages = (): Messages | undefined => Object.values(loaded)[0];

/** Returns the language of the page that the browser shows. */
export function localeOfPage(): Locale {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : DEFAULT_LOCALE;
}

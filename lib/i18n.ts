/** The languages of the interface; the first one is the default and the fallback (spec §1). */
export const LOCALES = ["de", "en"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "de";

/** The cookie in which the language switch keeps the choice (contract §1). */
export const LOCALE_COOKIE = "NEXT_LOCALE";

/** Whether a text is one of our languages. */
export function isLocale(value: string | null | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The language of a request: the cookie if it names one of ours, else the best match of `Accept-Language`, else German.
 * A region (`de-CH`) counts as its language; an entry with `q=0` is one the browser refuses.
 */
export function negotiateLocale(
  cookieValue: string | null | undefined,
  acceptLanguage: string | null | undefined,
): Locale {
  if (isLocale(cookieValue)) return cookieValue;
  const wishes = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { language: tag.split("-")[0], quality: quality ? Number.parseFloat(quality.slice(2)) : 1 };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wishes) {
    if (isLocale(language)) return language;
    if (language === "*") return DEFAULT_LOCALE;
  }
  return DEFAULT_LOCALE;
}

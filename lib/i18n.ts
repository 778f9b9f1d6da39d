/** The languages of the interface; the first one is the default and the fallback (spec §1). */
export const LOCALES = ["de", "en"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "de";

/** The cookie with the language that the user chose (contract §1). */
export const LOCALE_COOKIE = "NEXT_LOCALE";

export function isLocale(value: string | null | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * Returns the language of a request: the one in the cookie if it is supported, otherwise the best
 * match of `Accept-Language`, otherwise German. Regions are ignored (`de-CH` means `de`); a
 * language with `q=0` is excluded.
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

import type { MessageKeys, Messages, NamespaceKeys, NestedKeyOf, NestedValueOf } from "next-intl";

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
  const preferred = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { language: tag.split("-")[0], quality: quality ? Number.parseFloat(quality.slice(2)) : 1 };
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of preferred) {
    if (isLocale(language)) return language;
    if (language === "*") return DEFAULT_LOCALE;
  }
  return DEFAULT_LOCALE;
}

/** A part of messages/*.json that has a translator, such as `records` or `records.filters`. */
export type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>;

type MessagesIn<N extends Namespace> = NestedValueOf<Messages, N>;

/** A key of the messages in a namespace, such as `filters.add` in `records`. */
export type MessageKey<N extends Namespace> = MessageKeys<MessagesIn<N>, NestedKeyOf<MessagesIn<N>>>;

/** The name of a message or namespace directly in a namespace, such as `round_mail` in `jobs.names`. */
export type MessageName<N extends Namespace> = keyof MessagesIn<N> & string;

/** Translates the messages of a namespace. */
export type Translate<N extends Namespace> = (key: MessageKey<N>, values?: Record<string, string | number>) => string;

/** A key of a namespace as a literal, which is checked, or any text, such as a code from the server. */
export type KeyOrCode<N extends Namespace, Code extends string> = Code &
  (string extends Code ? unknown : MessageKey<N>);

/**
 * Returns a key of which a part is known only at run time, such as the name of a field, so that no
 * type can check it. `tests/unit/message-keys.test.ts` lists all uses.
 */
export const dynamicKey = <N extends Namespace>(key: string): MessageKey<N> => key as MessageKey<N>;

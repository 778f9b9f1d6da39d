import { LOCALES, type Locale } from "../../i18n";

/**
 * Removes names in other languages from a row and its nested rows. API rows contain the names of
 * entries in both languages (contract §2), but a screen needs only one.
 * @param own fields of the outer row that are kept in all languages
 */
export function inOneLanguage<Value>(value: Value, locale: Locale, own: readonly string[] = []): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => inOneLanguage(item, locale, own)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const isOther = (name: string) =>
    !own.includes(name) &&
    LOCALES.some((other) => {
      const stem = other !== locale && name.endsWith(`_${other}`) ? name.slice(0, -other.length) : null;
      return stem !== null && Object.hasOwn(value, `${stem}${locale}`);
    });
  const kept = Object.entries(value).filter(([name]) => !isOther(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, inOneLanguage(item as unknown, locale)])) as Value;
}

import { createTranslator } from "next-intl";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Locale } from "@/lib/model/messages/i18n";
import { ROUND_PLACEHOLDERS } from "@/lib/features/rounds/round";
import { universityNames } from "@/lib/base/config/env";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

const messages = { de, en };

const translator = (locale: Locale) => createTranslator({ locale, messages: messages[locale] });

/**
 * Returns the title that a new round of records of a kind proposes in a language.
 * @param today `YYYY-MM-DD`
 */
export function defaultTitle(locale: Locale, { name }: AnyDefinition, today: string): string {
  const t = translator(locale);
  const [year, month] = [today.slice(0, 4), today.slice(5, 7)];
  return t("rounds.default_title", { records: t(`records.${name}.many`), month, year });
}

/**
 * Returns the text that a new round proposes in a language. Its placeholders remain, because the
 * server fills them for each recipient.
 * @param sender the name below the text
 */
export function defaultText(locale: Locale, sender: string): string {
  const placeholders = Object.fromEntries(ROUND_PLACEHOLDERS.map((word) => [word, `{${word}}`]));
  // A name with braces would be refused as an unknown placeholder.
  const name = sender.replace(/[{}]/g, "");
  return translator(locale)("rounds.default_text", {
    ...placeholders,
    sender: name,
    university: universityNames(locale).university,
  });
}

import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/model/messages/i18n";
import { ROUND_PLACEHOLDERS } from "@/lib/features/rounds/round";
import { universityNames } from "@/lib/base/config/env";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

const messages = { de, en };

/**
 * Returns the text that a new round proposes in a language. Its placeholders remain, because the
 * server fills them for each recipient.
 * @param sender the name below the text
 */
export function defaultText(locale: Locale, sender: string): string {
  const translate = createTranslator({ locale, messages: messages[locale], namespace: "rounds" });
  const placeholders = Object.fromEntries(ROUND_PLACEHOLDERS.map((word) => [word, `{${word}}`]));
  // A name with braces would be refused as an unknown placeholder.
  const name = sender.replace(/[{}]/g, "");
  return translate("default_text", { ...placeholders, sender: name, university: universityNames(locale).university });
}

import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale, Translate } from "@/lib/model/messages/i18n";

const messages = { de, en };

/** Returns a translator for the `records` messages, for use outside of pages. */
export function recordWords(locale: Locale): Translate<"records"> {
  return createTranslator({ locale, messages: messages[locale], namespace: "records" });
}

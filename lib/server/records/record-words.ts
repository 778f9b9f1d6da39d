import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale } from "../../i18n";
import type { RecordWords } from "../../records/kinds/link-words";

const messages = { de, en };

/** Returns a translator for the `records` messages, for use outside of pages. */
export function recordWords(locale: Locale): RecordWords {
  const translate = createTranslator({ locale, messages: messages[locale], namespace: "records" });
  return translate as unknown as RecordWords;
}

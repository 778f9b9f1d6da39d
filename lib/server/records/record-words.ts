import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale } from "../../i18n";
import type { FormatContext } from "../../records/overview/overview";

const messages = { de, en };

/** Returns a translator for the `records` messages, for use outside of pages. */
export function recordWords(locale: Locale): FormatContext["words"] {
  const translate = createTranslator({ locale, messages: messages[locale], namespace: "records" });
  return translate as unknown as FormatContext["words"];
}

import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale } from "../../i18n";
import type { Telling } from "../../records/overview/overview";

const messages = { de, en };

/** The words of `records` in a language, for what is made without a screen. */
export function recordWords(locale: Locale): Telling["words"] {
  const translate = createTranslator({ locale, messages: messages[locale], namespace: "records" });
  return translate as unknown as Telling["words"];
}

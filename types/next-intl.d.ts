import type { Locale } from "@/lib/model/messages/i18n";
import type messages from "@/messages/de.json";

declare module "next-intl" {
  // The keys of messages are checked against the German ones; a test compares the languages.
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}

import type { Locale } from "@/lib/i18n";

declare module "next-intl" {
  // Only the locale is typed: message keys come from the server's answers and from the record definitions.
  interface AppConfig {
    Locale: Locale;
  }
}

import type { Locale } from "@/lib/i18n";

declare module "next-intl" {
  // Only the locale is typed: message keys are computed from API responses and record definitions.
  interface AppConfig {
    Locale: Locale;
  }
}

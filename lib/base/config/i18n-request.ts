import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, negotiateLocale } from "@/lib/model/messages/i18n";

/**
 * The next-intl configuration of a request: language (contract §1), messages and the university's
 * time zone.
 */
export default getRequestConfig(async () => {
  const cookie = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = negotiateLocale(cookie, (await headers()).get("accept-language"));
  const messages =
    locale === "de" ? (await import("@/messages/de.json")).default : (await import("@/messages/en.json")).default;
  return { locale, messages, timeZone: "Europe/Berlin" };
});

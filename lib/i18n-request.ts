import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, negotiateLocale } from "./i18n";

/** What next-intl needs to know about a request: its language (contract §1), the messages, and where the university is. */
export default getRequestConfig(async () => {
  const cookie = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = negotiateLocale(cookie, (await headers()).get("accept-language"));
  const messages =
    locale === "de" ? (await import("@/messages/de.json")).default : (await import("@/messages/en.json")).default;
  return { locale, messages, timeZone: "Europe/Berlin" };
});

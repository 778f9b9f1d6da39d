import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Locale } from "@/lib/model/messages/i18n";
import { BYTES_PER_GB } from "@/lib/features/files/storage-use";
import german from "@/messages/de.json";
import english from "@/messages/en.json";
import { StorageNotice } from "./storage-notice";

const noticeIn = (locale: Locale) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={{ de: german, en: english }[locale]} timeZone="Europe/Berlin">
      <StorageNotice bytes={17.24 * BYTES_PER_GB} quota={20 * BYTES_PER_GB} />
    </NextIntlClientProvider>,
  );

it.each([
  ["de", "17,2 von 20 GB"],
  ["en", "17.2 of 20 GB"],
] as const)("the notice about scarce storage names its figures: %s", (locale, figures) => {
  expect(noticeIn(locale)).toContain(figures);
});

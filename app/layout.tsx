import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import "./globals.css";

/** The part of the typeface that every page needs. Asked for ahead of the styles that name it, it is there before the first line. */
const TYPEFACE = new URL(
  "../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  import.meta.url,
).href;

/** The title of every page ends with the product's name. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return {
    title: { default: t("product"), template: `%s · ${t("product")}` },
    // An internal tool: search engines have no business here.
    robots: { index: false, follow: false },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, { errors }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <html lang={locale}>
      {/* Here, and not among the metadata, which are put in anew with every page: what is linked would be asked for each time, and
          each time the colours were said, a browser would work out all styles of the old page and of the new one. */}
      <head>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f6f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10161a" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" href={TYPEFACE} as="font" type="font/woff2" crossOrigin="anonymous" />
      </head>
      <body>
        {/* Only what the outermost error page says; the layouts below bring the words of their own. */}
        <NextIntlClientProvider messages={{ errors }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}

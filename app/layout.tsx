import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import "./globals.css";

/**
 * The font file that every page needs. It is preloaded, so that it arrives before the first text is
 * drawn.
 */
const TYPEFACE = new URL(
  "../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  import.meta.url,
).href;

/** Appends the product's name to the title of every page. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return {
    title: { default: t("product"), template: `%s · ${t("product")}` },
    // Keeps search engines out, because this is an internal tool.
    robots: { index: false, follow: false },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, { errors }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <html lang={locale}>
      {/* These elements are not in Next's metadata, which Next inserts again on every navigation:
          each time, the browser would request linked files again and, for each colour scheme,
          recompute all styles of the old and the new page. */}
      <head>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f6f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10161a" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" href={TYPEFACE} as="font" type="font/woff2" crossOrigin="anonymous" />
      </head>
      <body>
        {/* Only the messages of the error pages; the layouts below add their own. */}
        <NextIntlClientProvider messages={{ errors }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}

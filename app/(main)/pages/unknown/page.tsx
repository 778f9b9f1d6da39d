import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MissingPage } from "@/components/layout/missing-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errors");
  return { title: t("not_found_title") };
}

/**
 * Page of all URLs to which no page belongs (rewrites in next.config.mjs), inside the app's layout.
 * The status 404 comes from the request guard: Next would set it only for `notFound()`, whose page
 * it renders only in the browser.
 */
export default function UnknownPage() {
  return <MissingPage isTitled={false} />;
}

import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/navigation/links";
import { HOME_PATH } from "@/lib/own-path";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errors");
  return { title: t("not_found_title") };
}

/**
 * Page of all URLs to which no page belongs (rewrites in next.config.mjs), inside the app's layout.
 * The status 404 comes from the request guard: Next would set it only for `notFound()`, whose page
 * it renders without the layout or only in the browser.
 */
export default function UnknownPage() {
  const t = useTranslations("errors");
  return (
    <div className="flex max-w-lg flex-col items-start gap-4 py-4">
      <p className="text-ink-muted">{t("not_found_text")}</p>
      <ButtonLink href={HOME_PATH}>{t("to_dashboard")}</ButtonLink>
    </div>
  );
}

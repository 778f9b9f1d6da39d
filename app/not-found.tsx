import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { HOME_PATH } from "@/lib/own-path";
import { BrandMark } from "@/components/layout/brand";

/**
 * The page's content. Cached per request, because Next sends this page with every other page, twice:
 * React sends the same element only once.
 */
const content = cache(async () => {
  const t = await getTranslations("errors");
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-start justify-center gap-4 px-6 py-12">
      <title>{t("not_found_title")}</title>
      <BrandMark className="size-12 text-accent" />
      <h1 className="text-2xl font-bold">{t("not_found_title")}</h1>
      <p className="text-ink-muted">{t("not_found_text")}</p>
      {/* A plain link instead of Next's: a full page load also works if the session has ended
          meanwhile. */}
      <a
        data-full-load
        href={HOME_PATH}
        className="font-semibold text-accent underline underline-offset-3 hover:text-accent-strong"
      >
        {t("to_dashboard")}
      </a>
    </main>
  );
});

/**
 * Page for unknown URLs. Has no app layout, because it is not known whether the user is logged in.
 */
export default function NotFound() {
  return content();
}

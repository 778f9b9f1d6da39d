import { getTranslations } from "next-intl/server";
import { HOME_PATH } from "@/lib/own-path";
import { BrandMark } from "@/components/layout/brand";

/**
 * The page of an unknown address. Outside the frame, because it is unknown whether the reader is
 * logged in.
 */
export default async function NotFound() {
  const t = await getTranslations("errors");
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-start justify-center gap-4 px-6 py-12">
      <title>{t("not_found_title")}</title>
      <BrandMark className="size-12 text-accent" />
      <h1 className="text-2xl font-bold">{t("not_found_title")}</h1>
      <p className="text-ink-muted">{t("not_found_text")}</p>
      {/* A plain link: a full load also works when the session has ended meanwhile. */}
      <a href={HOME_PATH} className="font-semibold text-accent underline underline-offset-3 hover:text-accent-strong">
        {t("to_dashboard")}
      </a>
    </main>
  );
}

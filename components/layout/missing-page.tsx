import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";
import { HOME_PATH } from "@/lib/model/own-path";

/**
 * Content of pages that do not exist, or that show an account or import that does not exist.
 * @param isTitled false if the page header has the title
 */
export function MissingPage({ isTitled = true }: { isTitled?: boolean }) {
  const t = useTranslations("errors");
  return (
    <div className="flex max-w-lg flex-col items-start gap-4 py-4">
      {isTitled && <h2 className="text-lg font-semibold">{t("not_found_title")}</h2>}
      <p className="text-ink-muted">{t("not_found_text")}</p>
      <ButtonLink href={HOME_PATH}>{t("to_dashboard")}</ButtonLink>
    </div>
  );
}

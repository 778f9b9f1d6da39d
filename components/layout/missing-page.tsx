import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";
import { HOME_PATH } from "@/lib/own-path";

/** Content of pages that do not exist, or that show a record or import that does not exist. */
export function MissingPage() {
  const t = useTranslations("errors");
  return (
    <div className="flex max-w-lg flex-col items-start gap-4 py-4">
      <h2 className="text-lg font-semibold">{t("not_found_title")}</h2>
      <p className="text-ink-muted">{t("not_found_text")}</p>
      <ButtonLink href={HOME_PATH}>{t("to_dashboard")}</ButtonLink>
    </div>
  );
}

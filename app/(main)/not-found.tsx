import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";
import { HOME_PATH } from "@/lib/own-path";

/** Content of the page for unknown URLs; the page header has its title. */
export default function NotFound() {
  const t = useTranslations("errors");
  return (
    <div className="flex max-w-lg flex-col items-start gap-4 py-4">
      <p className="text-ink-muted">{t("not_found_text")}</p>
      <ButtonLink href={HOME_PATH}>{t("to_dashboard")}</ButtonLink>
    </div>
  );
}

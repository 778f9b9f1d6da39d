import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/navigation/links";
import { Alert } from "@/components/ui/alert";

/** Shown on pages that the user's role may not open (contract §9). */
export async function ForbiddenPage() {
  const [t, errors] = await Promise.all([getTranslations("forbidden"), getTranslations("errors")]);
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <Alert tone="warning">
        <h2 className="font-semibold">{t("title")}</h2>
        <p className="mt-1">{t("text")}</p>
      </Alert>
      <ButtonLink href="/dashboard">{errors("to_dashboard")}</ButtonLink>
    </div>
  );
}

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";

/** The way on where there is nothing else to do. */
export function LoginLink() {
  const t = useTranslations("auth");
  return (
    <ButtonLink href="/login" variant="primary">
      {t("to_login")}
    </ButtonLink>
  );
}

import { useTranslations } from "next-intl";
import { PendingLink } from "@/components/ui/pending-link";

const LINK =
  "inline-block rounded-sm py-1 font-semibold text-accent underline underline-offset-3 hover:text-accent-strong pointer-coarse:py-2.5";

/** What the login page offers to those who cannot log in. */
export function LoginLinks({ canRegister }: { canRegister: boolean }) {
  const t = useTranslations("auth");
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1">
      <PendingLink href="/forgot-password" className={LINK}>
        {t("forgot_password")}
      </PendingLink>
      {canRegister && (
        <span>
          <span className="mr-2 text-ink-muted">{t("no_account")}</span>
          <PendingLink href="/register" className={LINK}>
            {t("register")}
          </PendingLink>
        </span>
      )}
    </div>
  );
}

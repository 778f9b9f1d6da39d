import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Account } from "@/lib/features/accounts/user-administration-answers";

/** Badge that shows whether an account can log in. */
export function AccountState({ account }: { account: Account }) {
  const t = useTranslations("administration");
  if (account.disabled) return <Badge tone="danger">{t("states.disabled")}</Badge>;
  if (account.sign_in === "none" && !account.email_verified) return <Badge tone="accent">{t("states.invited")}</Badge>;
  if (!account.email_verified) return <Badge tone="warning">{t("states.unconfirmed")}</Badge>;
  return <Badge tone="success">{t("states.active")}</Badge>;
}

"use client";

import { useTranslations } from "next-intl";
import { useLogout } from "@/components/layout/use-logout";
import { Button } from "@/components/ui/button";

/** What the login page shows to somebody who is logged in. */
export function LogoutPanel({ email }: { email: string }) {
  const t = useTranslations("auth");
  const { logout, busy } = useLogout();
  return (
    <div className="mt-4 flex flex-col items-start gap-5">
      <p className="[overflow-wrap:anywhere]">{t("logged_in_as", { email })}</p>
      <Button variant="primary" busy={busy} onClick={logout}>
        {t("logout")}
      </Button>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useLogout } from "@/components/layout/use-logout";
import { Button } from "@/components/ui/button";

// Preloads the form on the server; the first page after a server start would briefly lack it.
if (typeof window === "undefined") void import("./login-form");

/** Login form, rendered on the server. It hydrates after the page, whose scripts have priority. */
const LoginForm = dynamic(() => import("./login-form").then((module) => module.LoginForm));

/** Login form of the login page; after the login, opens the page `next`. */
export function LoginPanel({ next, isSecondary }: { next: string; isSecondary?: boolean }) {
  // A full page load, so that nothing cached for a guest stays in memory.
  return <LoginForm isSecondary={isSecondary} onLoggedIn={() => window.location.assign(next)} />;
}

const LINK =
  "inline-block rounded-sm py-1 font-semibold text-accent underline underline-offset-3 hover:text-accent-strong pointer-coarse:py-2.5";

/** Links for users who cannot log in. */
export function LoginLinks({ canRegister }: { canRegister: boolean }) {
  const t = useTranslations("auth");
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1">
      <a href="/forgot-password" className={LINK}>
        {t("forgot_password")}
      </a>
      {canRegister && (
        <span>
          <span className="mr-2 text-ink-muted">{t("no_account")}</span>
          <a href="/register" className={LINK}>
            {t("register")}
          </a>
        </span>
      )}
    </div>
  );
}

/** Inconspicuous link to the password login, for installations where only admins have passwords. */
export function PasswordLink({ next }: { next: string }) {
  const t = useTranslations("auth");
  return (
    <p className="mt-6 text-center text-sm">
      <a
        href={`/login?${new URLSearchParams({ with: "password", next })}`}
        className="inline-block rounded-sm py-1 text-ink-muted underline underline-offset-3 hover:text-ink pointer-coarse:py-3"
      >
        {t("sso_admins")}
      </a>
    </p>
  );
}

/** Shown on the login page to a user who is logged in already. */
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

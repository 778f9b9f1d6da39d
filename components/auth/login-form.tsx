"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLogout } from "@/components/layout/use-logout";
import { PendingLink } from "@/components/navigation/links";
import { Button } from "@/components/ui/button";
import { request } from "@/lib/api-client";
import type { Refusal } from "@/lib/api-client";
import type { LoginValues } from "@/lib/records/account";
import { AccountForm, CodeField, EmailField, PasswordField } from "./account-form";
import { useAccountForm } from "./use-account-form";

type LoginAnswer = { success: true; message: string };
/** The password was right, and the account has a second factor. */
const ASKS_FOR_CODE = { asksForCode: true } as const;

type LoginFormProps = {
  /** Whose login it is, where that is known. */
  email?: string;
  /** Whether another way to log in comes first: then this one neither takes the focus nor stands out. */
  isSecond?: boolean;
  onLoggedIn: () => void;
};

/** E-mail and password, then the code of a second factor where the account has one; a refusal shows as a notice and stays above the form. */
export function LoginForm({ email, isSecond = false, onLoggedIn }: LoginFormProps) {
  const t = useTranslations("auth");
  const [leaving, setLeaving] = useState(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const { bind, state } = useAccountForm<LoginValues, LoginAnswer | typeof ASKS_FOR_CODE>({
    resolver: (resolvers) => resolvers.login,
    defaultValues: email === undefined ? undefined : { email },
    // Here the cookie is enough: no script has the token in hands.
    send: async (values) => {
      const answer = await request<LoginAnswer | Refusal>("POST", "/api/auth/login", {
        body: values,
        preferMinimal: true,
      });
      return answer.message === "second_factor_required" ? ASKS_FOR_CODE : answer;
    },
    onDone: (answer) => {
      if ("asksForCode" in answer) return setAsksForCode(true);
      setLeaving(true);
      onLoggedIn();
    },
  });
  return (
    <AccountForm state={state} submitLabel={t("login")} leaving={leaving} isSecond={isSecond} className="mt-6">
      {asksForCode ? (
        <CodeField field={bind("code")} label={t("code")} hint={t("code_hint")} autoFocus />
      ) : (
        <>
          <EmailField field={bind("email")} autoFocus={!isSecond && email === undefined} />
          <PasswordField
            field={bind("password")}
            autoComplete="current-password"
            autoFocus={!isSecond && email !== undefined}
          />
        </>
      )}
    </AccountForm>
  );
}

/** The form of the login page; afterwards it leads to where the reader wanted. */
export function LoginPanel({ next, isSecond }: { next: string; isSecond?: boolean }) {
  // A full load, so that nothing that was prepared for a guest stays in memory.
  return <LoginForm isSecond={isSecond} onLoggedIn={() => window.location.assign(next)} />;
}

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

/** The quiet way to the password where only admins have one. */
export function PasswordLink({ next }: { next: string }) {
  const t = useTranslations("auth");
  return (
    <p className="mt-6 text-center text-sm">
      <PendingLink
        href={`/login?${new URLSearchParams({ with: "password", next })}`}
        className="inline-block rounded-sm py-1 text-ink-muted underline underline-offset-3 hover:text-ink pointer-coarse:py-3"
      >
        {t("sso_admins")}
      </PendingLink>
    </p>
  );
}

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

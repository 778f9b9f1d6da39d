"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { request } from "@/lib/api-client";
import type { LoginValues } from "@/lib/records/account";
import { EmailField, PasswordField } from "./account-fields";
import { AccountForm } from "./account-form";
import { useAccountForm } from "./use-account-form";

type LoginAnswer = { success: true; access_token: string; message: string };

/** E-mail and password; a refusal shows as a notice and stays above the form. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const t = useTranslations("auth");
  const [leaving, setLeaving] = useState(false);
  const { bind, state } = useAccountForm<LoginValues, LoginAnswer>({
    resolver: (resolvers) => resolvers.login,
    send: (values) => request("POST", "/api/auth/login", { body: values }),
    onDone: () => {
      setLeaving(true);
      onLoggedIn();
    },
  });
  return (
    <AccountForm state={state} submitLabel={t("login")} leaving={leaving} className="mt-6">
      <EmailField binding={bind("email")} autoFocus />
      <PasswordField binding={bind("password")} autoComplete="current-password" />
    </AccountForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import type { accountRegistered } from "@/lib/features/accounts/login-answers";
import { request, type Refusal } from "@/lib/base/browser/api-client";
import { AccountForm, EmailField, NameField, PasswordField } from "./account-form";
import { OutcomePanel } from "./outcome-panel";
import { useAccountForm } from "./use-account-form";

/**
 * Registration form: creates an account that the user must confirm by email (spec §5, contract §5).
 */
export function RegisterForm({ passwordMin }: { passwordMin: number }) {
  const t = useTranslations("auth");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.register(passwordMin),
    passwordMin,
    send: (values) =>
      request<typeof accountRegistered | Refusal>("POST", "/api/auth/register", {
        body: { ...values, url: window.location.href },
      }),
    onDone: ({ message }, { email }) => {
      notify.success(notice(message));
      setSentTo(email);
    },
  });
  if (sentTo !== null) {
    return (
      <OutcomePanel text={t("register_done", { email: sentTo })}>
        <p className="text-ink-muted">{t("register_no_mail")}</p>
      </OutcomePanel>
    );
  }
  return (
    <>
      <p className="mt-2 text-ink-muted">{t("register_intro")}</p>
      <AccountForm state={state} submitLabel={t("register")} className="mt-6">
        <EmailField field={bind("email")} autoFocus />
        <NameField field={bind("name")} />
        <PasswordField
          field={bind("password")}
          hint={t("password_hint", { min: passwordMin })}
          autoComplete="new-password"
        />
        <PasswordField field={bind("c_password")} label={t("confirm_password")} autoComplete="new-password" />
      </AccountForm>
    </>
  );
}

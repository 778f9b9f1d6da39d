"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { notice, notify } from "@/components/toasts/notify";
import type { ownPasswordChanged } from "@/lib/features/accounts/own-account-answers";
import { request, type Refusal } from "@/lib/base/browser/api-client";
import { AccountForm, PasswordField } from "@/components/auth/account-form";
import { useAccountForm } from "@/components/auth/use-account-form";

type ChangePasswordFormProps = {
  email: string;
  passwordMin: number;
  onChanged: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** Form to change the user's password, which ends all other sessions (contract §5). */
export function ChangePasswordForm({ email, passwordMin, onChanged, onDirty }: ChangePasswordFormProps) {
  const t = useTranslations("account");
  const ta = useTranslations("auth");
  const { bind, state, reset, control } = useAccountForm({
    resolver: (resolvers) => resolvers.passwordChange(passwordMin),
    passwordMin,
    fieldTexts: { "current_password.mismatch": t("wrong_password") },
    send: (values) => request<typeof ownPasswordChanged | Refusal>("POST", "/api/user/password", { body: values }),
    onDone: ({ message }) => {
      notify.success(notice(message));
      reset();
      onChanged();
    },
  });
  // The form has no default values, so its `isDirty` remains true after a field was emptied again.
  const isDirty = Object.values(useWatch({ control })).some(Boolean);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  return (
    <AccountForm state={state} submitLabel={t("change_password")} wideButton={false} className="max-w-md">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" value={email} readOnly hidden autoComplete="username" />
      <PasswordField field={bind("current_password")} label={t("current_password")} autoComplete="current-password" />
      <PasswordField
        field={bind("password")}
        label={ta("new_password")}
        hint={ta("password_hint", { min: passwordMin })}
        autoComplete="new-password"
      />
      <PasswordField field={bind("c_password")} label={ta("confirm_password")} autoComplete="new-password" />
    </AccountForm>
  );
}

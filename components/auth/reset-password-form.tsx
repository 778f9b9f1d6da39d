"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { TextInput } from "@/components/ui/text-input";
import { useNoticeText } from "@/components/ui/use-message-text";
import { request } from "@/lib/api-client";
import { PASSWORD_MIN_LENGTH } from "@/lib/limits";
import type { ResetValues } from "@/lib/records/account";
import { PasswordField } from "./account-fields";
import { AccountForm } from "./account-form";
import { useAccountForm } from "./use-account-form";

type ResetAnswer = { success: true; message: string };
type ResetPasswordFormProps = { token: string; email: string; onDone: () => void; onTokenInvalid: () => void };

/** Sets a forgotten password (spec §5). */
export function ResetPasswordForm({ token, email, onDone, onTokenInvalid }: ResetPasswordFormProps) {
  const t = useTranslations("auth");
  const noticeText = useNoticeText();
  const { bind, state } = useAccountForm<ResetValues, ResetAnswer>({
    resolver: (resolvers) => resolvers.reset,
    defaultValues: { token, email },
    send: (values) => request("POST", "/api/password/reset", { body: values }),
    onDone: ({ message }) => {
      notify.success(noticeText(message));
      onDone();
    },
    onRefused: (code) => code === "token_invalid" && onTokenInvalid(),
  });
  return (
    <AccountForm state={state} submitLabel={t("reset_save")} className="mt-6">
      {/* Shown, and filled in, also for password managers: it says whose password they are to keep. */}
      <Field label={t("email")}>
        {(control) => <TextInput {...control} type="email" value={email} readOnly autoComplete="username" />}
      </Field>
      <PasswordField
        binding={bind("password")}
        label={t("new_password")}
        hint={t("password_hint", { min: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField binding={bind("c_password")} label={t("confirm_password")} autoComplete="new-password" />
    </AccountForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { request } from "@/lib/api-client";
import { TOAST_AUTH_FAILURE_MS } from "@/lib/limits";
import type { ForgotValues } from "@/lib/records/accounts/account";
import { AccountForm, EmailField } from "./account-form";
import { OutcomePanel } from "./outcome-panel";
import { useAccountForm } from "./use-account-form";

type ForgotAnswer = { success: true; message: string };

/** Form that requests an email with a password reset link (spec §2). */
export function ForgotPasswordForm() {
  const t = useTranslations("auth");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { bind, state } = useAccountForm<ForgotValues, ForgotAnswer>({
    resolver: (resolvers) => resolvers.forgot,
    noticeMs: TOAST_AUTH_FAILURE_MS,
    send: (values) => request("POST", "/api/password/create", { body: { ...values, url: window.location.href } }),
    onDone: ({ message }, { email }) => {
      notify.success(notice(message));
      setSentTo(email);
    },
  });
  if (sentTo !== null) return <OutcomePanel text={t("forgot_done", { email: sentTo })} />;
  return (
    <>
      <p className="mt-2 text-ink-muted">{t("forgot_intro")}</p>
      <AccountForm state={state} submitLabel={t("forgot_send")} className="mt-6">
        <EmailField field={bind("email")} autoFocus />
      </AccountForm>
    </>
  );
}

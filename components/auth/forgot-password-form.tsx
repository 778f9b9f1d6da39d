"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import type { resetLinkSent } from "@/lib/features/accounts/login-answers";
import { request, type Refusal } from "@/lib/base/browser/api-client";
import { TOAST_AUTH_FAILURE_MS } from "@/lib/model/limits";
import { AccountForm, EmailField } from "./account-form";
import { OutcomePanel } from "./outcome-panel";
import { useAccountForm } from "./use-account-form";

/** Form that requests an email with a password reset link (spec §2). */
export function ForgotPasswordForm() {
  const t = useTranslations("auth");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.forgot,
    noticeMs: TOAST_AUTH_FAILURE_MS,
    send: (values) =>
      request<typeof resetLinkSent | Refusal>("POST", "/api/password/create", {
        body: { ...values, url: window.location.href },
      }),
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

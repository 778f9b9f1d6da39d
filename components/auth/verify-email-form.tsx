"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import type { addressVerified } from "@/lib/features/accounts/login-answers";
import { request, type Refusal } from "@/lib/base/browser/api-client";
import { AccountForm, PasswordField } from "./account-form";
import { InvalidLinkPanel, OutcomePanel } from "./outcome-panel";
import { useAccountForm } from "./use-account-form";

/**
 * Confirms an email address with the password chosen at registration. Requires a click, as mail
 * scanners open every link (contract §5).
 */
export function VerifyEmailForm({ token }: { token: string }) {
  const t = useTranslations("auth");
  const [outcome, setOutcome] = useState<"verified" | "token_invalid" | null>(null);
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.verify,
    send: (values) =>
      request<typeof addressVerified | Refusal>("POST", `/api/auth/verify/${encodeURIComponent(token)}`, {
        body: values,
      }),
    onDone: ({ message }) => {
      notify.success(notice(message));
      setOutcome("verified");
    },
    onRefused: (code) => code === "token_invalid" && setOutcome(code),
  });
  if (outcome === "verified") return <OutcomePanel text={t("verify_done")} />;
  if (outcome === "token_invalid") return <InvalidLinkPanel newLinkHref="/register" />;
  return (
    <>
      <p className="mt-2 text-ink-muted">{t("verify_intro")}</p>
      <AccountForm state={state} submitLabel={t("verify")} className="mt-6">
        <PasswordField field={bind("password")} autoComplete="current-password" autoFocus />
      </AccountForm>
    </>
  );
}

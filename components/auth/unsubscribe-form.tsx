"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/navigation/links";
import type { unsubscribed } from "@/lib/features/deadlines/deadline-answers";
import { request, type Answered } from "@/lib/base/browser/api-client";
import { AccountForm } from "./account-form";
import { FormReplacement, SuccessMessage } from "./outcome-panel";
import { useAccountForm } from "./use-account-form";

type NoValues = Record<string, never>;

/**
 * Unsubscribes from digests without a login (contract §11). Requires a click, as mail scanners open
 * every link.
 */
export function UnsubscribeForm({ token, accountHref }: { token: string; accountHref: string }) {
  const t = useTranslations("auth");
  const [outcome, setOutcome] = useState<"ended" | "token_invalid" | null>(null);
  const { state } = useAccountForm<NoValues, Answered<typeof unsubscribed>>({
    resolver: () => (values) => ({ values, errors: {} }),
    send: () => request<typeof unsubscribed>("POST", `/api/unsubscribe/${encodeURIComponent(token)}`),
    onDone: () => setOutcome("ended"),
    onRefused: (code) => code === "token_invalid" && setOutcome(code),
  });
  const accountLink = <ButtonLink href={accountHref}>{t("to_account")}</ButtonLink>;
  if (outcome === "ended") return <SuccessMessage text={t("unsubscribe_done")}>{accountLink}</SuccessMessage>;
  if (outcome === "token_invalid") {
    return (
      <FormReplacement>
        <p className="text-ink-muted">{t("unsubscribe_invalid")}</p>
        {accountLink}
      </FormReplacement>
    );
  }
  return (
    <>
      <p className="mt-2 text-ink-muted">{t("unsubscribe_intro")}</p>
      <AccountForm state={state} submitLabel={t("unsubscribe")} className="mt-6" />
    </>
  );
}

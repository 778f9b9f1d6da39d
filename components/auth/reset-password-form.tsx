"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { Spinner } from "@/components/ui/spinner";
import { TextInput } from "@/components/ui/text-input";
import type { forgottenPasswordSet, ValidResetLink, validResetLink } from "@/lib/features/accounts/login-answers";
import { ifApiError, request, type ApiError } from "@/lib/base/browser/api-client";
import { TOAST_AUTH_FAILURE_MS } from "@/lib/model/limits";
import { AccountForm, PasswordField } from "./account-form";
import { InvalidLinkPanel, OutcomePanel } from "./outcome-panel";
import { useAccountForm } from "./use-account-form";

type ResetPasswordFormProps = {
  token: string;
  email: string;
  passwordMin: number;
  onDone: () => void;
  onTokenInvalid: () => void;
};

/** Form to set a new password (spec §5). */
function ResetPasswordForm({ token, email, passwordMin, onDone, onTokenInvalid }: ResetPasswordFormProps) {
  const t = useTranslations("auth");
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.reset(passwordMin),
    passwordMin,
    defaultValues: { token, email },
    noticeMs: TOAST_AUTH_FAILURE_MS,
    send: (values) => request<typeof forgottenPasswordSet>("POST", "/api/password/reset", { body: values }),
    onDone: ({ message }) => {
      notify.success(notice(message));
      onDone();
    },
    onRefused: (code) => code === "token_invalid" && onTokenInvalid(),
  });
  return (
    <AccountForm state={state} submitLabel={t("reset_save")} className="mt-6">
      {/* Also tells password managers which account the password belongs to. */}
      <LabelledField label={t("email")}>
        {(control) => <TextInput {...control} type="email" value={email} readOnly autoComplete="username" />}
      </LabelledField>
      <PasswordField
        field={bind("password")}
        label={t("new_password")}
        hint={t("password_hint", { min: passwordMin })}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField field={bind("c_password")} label={t("confirm_password")} autoComplete="new-password" />
    </AccountForm>
  );
}

type Lookup = { link?: ValidResetLink; failure?: ApiError };

/**
 * Validates the emailed link before showing the form; after a successful reset, replaces the form
 * by a message (spec §4).
 */
export function ResetPasswordPanel({ token, passwordMin }: { token: string; passwordMin: number }) {
  const t = useTranslations("auth");
  const errors = useTranslations("errors");
  const failureText = useFailureText();
  const [lookup, setLookup] = useState<Lookup>({});
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<"done" | "token_invalid" | null>(null);

  const fail = useEffectEvent((failure: ApiError) => {
    setLookup({ failure });
    notify.danger(failureText(failure), TOAST_AUTH_FAILURE_MS);
  });
  useEffect(() => {
    const controller = new AbortController();
    request<typeof validResetLink>("GET", `/api/password/find/${encodeURIComponent(token)}`, {
      signal: controller.signal,
    }).then(
      (link) => setLookup({ link }),
      ifApiError((error) => fail(error)),
    );
    return () => controller.abort();
  }, [token, attempt]);

  function retry() {
    setLookup({});
    setAttempt(attempt + 1);
  }

  const { link, failure } = lookup;
  if (outcome === "done") return <OutcomePanel text={t("reset_done")} />;
  if (outcome === "token_invalid" || failure?.code === "token_invalid") {
    return <InvalidLinkPanel newLinkHref="/forgot-password" />;
  }
  if (failure) {
    // The link may be valid, as only the lookup failed, so the user can retry.
    return (
      <div className="mt-6 flex flex-col items-start gap-5">
        <Alert tone="danger">{failureText(failure)}</Alert>
        <Button onClick={retry}>{errors("retry")}</Button>
      </div>
    );
  }
  if (!link) {
    return (
      <p role="status" className="mt-6 flex items-center gap-2.5 text-ink-muted">
        <Spinner />
        {t("checking_link")}
      </p>
    );
  }
  return (
    <ResetPasswordForm
      token={link.token}
      email={link.email}
      passwordMin={passwordMin}
      onDone={() => setOutcome("done")}
      onTokenInvalid={() => setOutcome("token_invalid")}
    />
  );
}

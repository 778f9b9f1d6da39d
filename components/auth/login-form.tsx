"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { loggedIn } from "@/lib/features/accounts/login-answers";
import { request, type Refusal } from "@/lib/base/browser/api-client";
import { TOAST_AUTH_FAILURE_MS } from "@/lib/model/limits";
import { AccountForm, CodeField, EmailField, PasswordField } from "./account-form";
import { useAccountForm } from "./use-account-form";

/**
 * Result of `send` if the password is correct, but a code of the second factor is still missing.
 */
const ASKS_FOR_CODE = { asksForCode: true } as const;

type LoginFormProps = {
  /** The account's email address, if known. */
  email?: string;
  /**
   * True if another login method is more prominent on the page: this form does not take the focus
   * and its button is secondary.
   */
  isSecond?: boolean;
  onLoggedIn: () => void;
};

/**
 * Login form: asks for email and password, then for a code if the account has a second factor. If
 * the server refuses the login, shows a toast and marks the fields concerned.
 */
export function LoginForm({ email, isSecond = false, onLoggedIn }: LoginFormProps) {
  const t = useTranslations("auth");
  const [leaving, setLeaving] = useState(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const { bind, state } = useAccountForm({
    resolver: (resolvers) => resolvers.login,
    defaultValues: email === undefined ? undefined : { email },
    noticeMs: TOAST_AUTH_FAILURE_MS,
    failedFields: { username_password_error: ["email", "password"], second_factor_wrong: ["code"] },
    // With `preferMinimal`, the response contains no token: the session cookie is enough, and
    // scripts never see a token.
    send: async (values) => {
      const answer = await request<typeof loggedIn | Refusal>("POST", "/api/auth/login", {
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

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
const CODE_REQUIRED = { isCodeRequired: true } as const;

type LoginFormProps = {
  /** The account's email address, if known. */
  email?: string;
  /**
   * True if another login method is more prominent on the page: this form does not take the focus
   * and its button is secondary.
   */
  isSecondary?: boolean;
  onLoggedIn: () => void;
};

/**
 * Login form: asks for email and password, then for a code if the account has a second factor. If
 * the server refuses the login, shows a toast and marks the fields concerned.
 */
export function LoginForm({ email, isSecondary = false, onLoggedIn }: LoginFormProps) {
  const t = useTranslations("auth");
  const [isLeaving, setLeaving] = useState(false);
  const [isCodeRequired, setCodeRequired] = useState(false);
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
      return answer.message === "second_factor_required" ? CODE_REQUIRED : answer;
    },
    onDone: (answer) => {
      if ("isCodeRequired" in answer) return setCodeRequired(true);
      setLeaving(true);
      onLoggedIn();
    },
  });
  return (
    <AccountForm
      state={state}
      submitLabel={t("login")}
      isLeaving={isLeaving}
      isSecondary={isSecondary}
      className="mt-6"
    >
      {isCodeRequired ? (
        <CodeField field={bind("code")} label={t("code")} hint={t("code_hint")} autoFocus />
      ) : (
        <>
          <EmailField field={bind("email")} autoFocus={!isSecondary && email === undefined} />
          <PasswordField
            field={bind("password")}
            autoComplete="current-password"
            autoFocus={!isSecondary && email !== undefined}
          />
        </>
      )}
    </AccountForm>
  );
}

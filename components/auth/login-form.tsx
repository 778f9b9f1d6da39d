"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm, type Resolver } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { TextInput } from "@/components/ui/text-input";
import { useNoticeText, useValidationText } from "@/components/ui/use-message-text";
import { ApiError, request, type Refusal } from "@/lib/api-client";
import { NOTICE_AUTH_FAILURE_MS, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "@/lib/limits";
import type { loginSchema, LoginValues } from "@/lib/records/account";
import { PasswordInput } from "./password-input";

type LoginInput = z.input<typeof loginSchema>;
type LoginAnswer = Refusal | { success: true; access_token: string; message: string };

const FIELDS = ["email", "password"] as const;
/** Fetches the validation code when it is first needed, so that the page itself stays light. */
const loadResolver = () => import("./login-resolver").then((module) => module.loginResolver);
const resolver: Resolver<LoginInput, unknown, LoginValues> = async (...form) => (await loadResolver())(...form);

const PASSWORD_LIMITS = { min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_BYTES };

/** E-mail and password; a refusal shows as a notice and stays above the form. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const t = useTranslations("auth");
  const noticeText = useNoticeText();
  const validationText = useValidationText();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<LoginInput, unknown, LoginValues>({
    resolver,
    defaultValues: { email: "", password: "" },
    mode: "onTouched",
  });
  const { errors, touchedFields, isSubmitted, isSubmitting } = formState;

  function refuse(key: string) {
    setRefusal(key);
    notify.danger(noticeText(key), NOTICE_AUTH_FAILURE_MS);
  }

  async function logIn(values: LoginValues) {
    setRefusal(null);
    try {
      const answer = await request<LoginAnswer>("POST", "/api/auth/login", { body: values });
      if (!answer.success) return refuse(answer.message);
      setLeaving(true);
      onLoggedIn();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const name of FIELDS) {
        const code = error.errors?.[name]?.[0];
        if (code) setError(name, { message: code });
      }
      refuse(error.code);
    }
  }

  const state = (name: (typeof FIELDS)[number], limits?: { min: number; max: number }) => {
    const code = errors[name]?.message;
    return {
      error: code && validationText(code, limits),
      valid: !code && Boolean(touchedFields[name] || isSubmitted),
    };
  };

  return (
    // "post", so that a press on Enter before the page is awake never writes the password into the address.
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit(logIn)}
      onInput={loadResolver}
      className="mt-6 flex flex-col gap-4"
    >
      {refusal && <Alert tone="danger">{noticeText(refusal)}</Alert>}
      <Field label={t("email")} required {...state("email")}>
        {(control) => (
          <TextInput
            {...control}
            {...register("email")}
            type="email"
            autoComplete="username"
            autoFocus
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t("password")} required {...state("password", PASSWORD_LIMITS)}>
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting || leaving} className="mt-2 w-full">
        {t("login")}
      </Button>
    </form>
  );
}

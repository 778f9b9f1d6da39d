"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { PasswordInput } from "./password-input";
import type { Binding } from "./use-account-form";

type FieldProps = { binding: Binding; label?: string; hint?: string; autoFocus?: boolean };

/** An e-mail address, which is also the name that password managers know the account by. */
export function EmailField({ binding: { input, ...state }, label, hint, autoFocus }: FieldProps) {
  const t = useTranslations("auth");
  return (
    <Field label={label ?? t("email")} hint={hint} required {...state}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

/** A person's name. */
export function NameField({ binding: { input, ...state }, label, hint }: FieldProps) {
  const t = useTranslations("auth");
  return (
    <Field label={label ?? t("name")} hint={hint} required {...state}>
      {(control) => <TextInput {...control} {...input} autoComplete="name" />}
    </Field>
  );
}

type PasswordFieldProps = FieldProps & { autoComplete: ComponentProps<"input">["autoComplete"] };

/** A password whose content can be shown. */
export function PasswordField({ binding: { input, ...state }, label, hint, ...rest }: PasswordFieldProps) {
  const t = useTranslations("auth");
  return (
    <Field label={label ?? t("password")} hint={hint} required {...state}>
      {(control) => <PasswordInput {...control} {...input} {...rest} />}
    </Field>
  );
}

"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { TextInput } from "@/components/ui/text-input";
import type { AccountFormState, BoundField } from "./use-account-form";

type AccountFormProps = {
  state: AccountFormState;
  submitLabel: string;
  /** True while the browser leaves the page after a successful request; keeps the button busy. */
  isLeaving?: boolean;
  /** True if another login method is more prominent on the page; the button is then secondary. */
  isSecondary?: boolean;
  /** Makes the button as wide as the form. */
  wideButton?: boolean;
  className?: string;
  children?: ReactNode;
};

/**
 * Lays out the fields and the submit button of an account form. `useAccountForm` supplies `state`.
 */
export function AccountForm({
  state,
  submitLabel,
  isLeaving = false,
  isSecondary = false,
  wideButton = true,
  className,
  children,
}: AccountFormProps) {
  const { busy, onSubmit, onInput } = state;
  return (
    // With method "post", pressing Enter before hydration never puts the password into the URL.
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onInput={onInput}
      className={clsx("flex flex-col gap-4", className)}
    >
      {children}
      <Button
        type="submit"
        variant={isSecondary ? "secondary" : "primary"}
        busy={busy || isLeaving}
        className={wideButton ? "mt-2 w-full" : "mt-1 self-start"}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

type AccountFieldProps = { field: BoundField; autoFocus?: boolean };

/** Email field, which is also the username for password managers. */
export function EmailField({ field: { input, ...state }, autoFocus }: AccountFieldProps) {
  const t = useTranslations("auth");
  return (
    <LabelledField label={t("email")} required {...state}>
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
    </LabelledField>
  );
}

export function NameField({ field: { input, ...state } }: AccountFieldProps) {
  const t = useTranslations("auth");
  return (
    <LabelledField label={t("name")} required {...state}>
      {(control) => <TextInput {...control} {...input} autoComplete="name" />}
    </LabelledField>
  );
}

type PasswordFieldProps = AccountFieldProps & {
  autoComplete: "current-password" | "new-password";
  label?: string;
  hint?: string;
};

/** Password field with a button to reveal it. */
export function PasswordField({ field: { input, ...state }, label, hint, ...rest }: PasswordFieldProps) {
  const t = useTranslations("auth");
  return (
    <LabelledField label={label ?? t("password")} hint={hint} required {...state}>
      {(control) => <PasswordInput {...control} {...input} {...rest} />}
    </LabelledField>
  );
}

type CodeFieldProps = AccountFieldProps & { label: string; hint: string };

/** Field for a code of the second factor. Not numeric, as recovery codes contain letters. */
export function CodeField({ field: { input, ...state }, label, hint, autoFocus }: CodeFieldProps) {
  return (
    <LabelledField label={label} hint={hint} required {...state}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
          className="font-mono tracking-wider"
        />
      )}
    </LabelledField>
  );
}

function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  const t = useTranslations("auth");
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={isRevealed ? "text" : "password"} className="pr-11" />
      <IconButton
        label={isRevealed ? t("hide_password") : t("show_password")}
        icon={<Icon name={isRevealed ? "icon-eye-off" : "icon-eye"} className="size-4.5" />}
        onClick={() => setRevealed(!isRevealed)}
        className="absolute! top-1/2 right-0.5 -translate-y-1/2"
      />
    </div>
  );
}

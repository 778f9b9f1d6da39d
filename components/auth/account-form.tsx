"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { AccountFormState } from "./use-account-form";

type AccountFormProps = {
  state: AccountFormState;
  submitLabel: string;
  /** Whether the button stays busy after the request, because the page is on its way out. */
  leaving?: boolean;
  /** The button takes the form's whole width. */
  wideButton?: boolean;
  className?: string;
  children: ReactNode;
};

/** The frame of a form of the account pages: the refusal above, the fields, the one button. */
export function AccountForm({
  state,
  submitLabel,
  leaving = false,
  wideButton = true,
  className,
  children,
}: AccountFormProps) {
  const { refusal, busy, onSubmit, onInput } = state;
  return (
    // "post", so that a press on Enter before the page is awake never writes the password into the address.
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
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      {children}
      <Button
        type="submit"
        variant="primary"
        busy={busy || leaving}
        className={wideButton ? "mt-2 w-full" : "mt-1 self-start"}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

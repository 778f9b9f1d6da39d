"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";

/** Content displayed instead of a form; takes the focus, which was in the form. */
export function FormReplacement({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className="mt-6 flex flex-col items-start gap-5 outline-none">
      {children}
    </div>
  );
}

type OutcomePanelProps = { text: string; children?: ReactNode };

/** Success message that replaces a completed form. */
export function SuccessMessage({ text, children }: OutcomePanelProps) {
  return (
    <FormReplacement>
      <Alert tone="success" className="w-full [overflow-wrap:anywhere]">
        {text}
      </Alert>
      {children}
    </FormReplacement>
  );
}

/** Success message that replaces a completed form, with a link to the login page. */
export function OutcomePanel({ text, children }: OutcomePanelProps) {
  return (
    <SuccessMessage text={text}>
      {children}
      <LoginLink />
    </SuccessMessage>
  );
}

/** Displayed instead of a form if the emailed link is invalid; offers to request a new link. */
export function InvalidLinkPanel({ newLinkHref }: { newLinkHref: string }) {
  const t = useTranslations("auth");
  return (
    <FormReplacement>
      <p className="text-ink-muted">{t("link_invalid")}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={newLinkHref} variant="primary">
          {t("new_link")}
        </ButtonLink>
        <ButtonLink href="/login">{t("to_login")}</ButtonLink>
      </div>
    </FormReplacement>
  );
}

/** Button link to the login page. */
export function LoginLink() {
  const t = useTranslations("auth");
  return (
    <ButtonLink href="/login" variant="primary">
      {t("to_login")}
    </ButtonLink>
  );
}

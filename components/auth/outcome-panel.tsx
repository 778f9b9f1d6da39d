"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";

type OutcomePanelProps = { tone: "success" | "danger"; text: string; children?: ReactNode };

/** What stands in the place of a form that has done its work, or can do none; takes the focus that the form had. */
export function OutcomePanel({ tone, text, children }: OutcomePanelProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className="mt-6 flex flex-col items-start gap-5 outline-none">
      <Alert tone={tone} className="w-full [overflow-wrap:anywhere]">
        {text}
      </Alert>
      {children}
      <LoginLink />
    </div>
  );
}

/** The way on where there is nothing else to do. */
export function LoginLink() {
  const t = useTranslations("auth");
  return (
    <ButtonLink href="/login" variant="primary">
      {t("to_login")}
    </ButtonLink>
  );
}

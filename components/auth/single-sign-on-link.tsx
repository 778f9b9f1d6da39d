"use client";

import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Alert } from "@/components/ui/alert";
import { buttonClasses, type ButtonLooks } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";

type SingleSignOnLinkProps = Pick<ButtonLooks, "variant" | "className"> & {
  name: string;
  /** Path to open after the login. */
  next?: string;
  newTab?: boolean;
  ref?: Ref<HTMLAnchorElement>;
};

/** Link to the single sign-on provider's login; a plain link, as it leaves the app. */
export function SingleSignOnLink({
  name,
  next,
  newTab = false,
  variant = "primary",
  className,
  ref,
}: SingleSignOnLinkProps) {
  const t = useTranslations("auth");
  return (
    <a
      ref={ref}
      href={`/api/auth/sso${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}`}
      target={newTab ? "_blank" : undefined}
      rel="noreferrer"
      className={buttonClasses({ variant, className })}
    >
      <Icon name="icon-key-round" className="size-4.5" />
      {t("sso_login", { name })}
    </a>
  );
}

/** Separator between single sign-on and the password login. */
export function OrByPassword() {
  const t = useTranslations("auth");
  return (
    <p className="mt-6 flex items-center gap-3 text-sm text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("sso_or")}
    </p>
  );
}

const LOGOUT_PATH = "/api/auth/sso/logout";

/** Displayed after a logout: offers to end the session at the single sign-on provider as well. */
export function LogoutOffer({ name }: { name: string }) {
  const t = useTranslations("auth");
  return (
    <Alert className="mt-5">
      <p>{t("sso_logged_out", { name })}</p>
      <p className="mt-1">
        <a
          href={LOGOUT_PATH}
          rel="noreferrer"
          className="inline-block rounded-sm font-semibold text-accent underline underline-offset-3 hover:text-accent-strong pointer-coarse:py-2.5"
        >
          {t("sso_log_out", { name })}
        </a>
      </p>
    </Alert>
  );
}

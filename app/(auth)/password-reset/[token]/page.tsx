import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { ResetPasswordPanel } from "@/components/auth/reset-password-form";
import { env } from "@/lib/server/config/env";

type PasswordResetPageProps = { params: Promise<{ token: string }> };

/** The browser tab's title; and no page that is linked here gets to know the token. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("reset_title"), referrer: "no-referrer" };
}

/** Where the link of a reset mail leads. */
export default async function PasswordResetPage({ params }: PasswordResetPageProps) {
  const [{ token }, t] = await Promise.all([params, getTranslations("auth")]);
  return (
    <>
      <AuthTitle>{t("reset_title")}</AuthTitle>
      <ResetPasswordPanel token={token} passwordMin={env().PASSWORD_MIN} />
    </>
  );
}

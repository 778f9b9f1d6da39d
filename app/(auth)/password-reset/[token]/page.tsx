import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { ResetPasswordPanel } from "@/components/auth/reset-password-form";
import { env } from "@/lib/base/config/env";
import { parseMailedToken } from "@/lib/base/web/mailed-token";

type PasswordResetPageProps = { params: Promise<{ token: string }> };

/** Sets the tab's title, and a referrer policy that hides the token from linked pages. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("reset_title"), referrer: "no-referrer" };
}

/** Page that the link in a password reset mail opens. */
export default async function PasswordResetPage({ params }: PasswordResetPageProps) {
  const [{ token }, t] = await Promise.all([params, getTranslations("auth")]);
  return (
    <>
      <AuthTitle>{t("reset_title")}</AuthTitle>
      <ResetPasswordPanel token={parseMailedToken(token)} passwordMin={env().PASSWORD_MIN} />
    </>
  );
}

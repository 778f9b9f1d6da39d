import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { VerifyEmailForm } from "@/components/auth/verify-email-form";
import { parseMailedToken } from "@/lib/base/web/mailed-token";

type VerifyEmailPageProps = { params: Promise<{ token: string }> };

/** Sets the tab's title, and a referrer policy that hides the token from linked pages. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("verify_title"), referrer: "no-referrer" };
}

/**
 * Page that the link in a registration mail opens. Opening it changes nothing; the user must enter
 * the password.
 */
export default async function VerifyEmailPage({ params }: VerifyEmailPageProps) {
  const [{ token }, t] = await Promise.all([params, getTranslations("auth")]);
  return (
    <>
      <AuthTitle>{t("verify_title")}</AuthTitle>
      <VerifyEmailForm token={parseMailedToken(token)} />
    </>
  );
}

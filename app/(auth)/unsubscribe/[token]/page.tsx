import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { UnsubscribeForm } from "@/components/auth/unsubscribe-form";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import { parseMailedToken } from "@/lib/base/web/mailed-token";

type UnsubscribePageProps = { params: Promise<{ token: string }> };

/** Sets the tab's title, and a referrer policy that hides the token from linked pages. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("unsubscribe_title"), referrer: "no-referrer" };
}

/**
 * Page that the unsubscribe link in a digest opens. Opening it changes nothing; the user must
 * confirm.
 */
export default async function UnsubscribePage({ params }: UnsubscribePageProps) {
  const [{ token }, t] = await Promise.all([params, getTranslations("auth")]);
  return (
    <>
      <AuthTitle>{t("unsubscribe_title")}</AuthTitle>
      <UnsubscribeForm token={parseMailedToken(token)} accountHref={ACCOUNT_PATH} />
    </>
  );
}

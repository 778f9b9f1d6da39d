import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { LoginLink } from "@/components/auth/outcome-panel";
import { RegisterForm } from "@/components/auth/register-form";
import { Alert } from "@/components/ui/alert";
import { isRegistrationOpen } from "@/lib/features/accounts/server/registration";
import { env } from "@/lib/base/config/env";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("register") };
}

/** The registration form, if registration is open (contract §5). */
export default async function RegisterPage() {
  const [t, notices] = await Promise.all([getTranslations("auth"), getTranslations("notices")]);
  return (
    <>
      <AuthTitle>{t("register")}</AuthTitle>
      {isRegistrationOpen() ? (
        <RegisterForm passwordMin={env().PASSWORD_MIN} />
      ) : (
        <div className="mt-6 flex flex-col items-start gap-5">
          <Alert className="w-full">
            <p className="font-semibold">{notices("registration_closed")}</p>
            <p className="mt-1">{t(env().PASSWORD_LOGIN ? "register_closed" : "sso_only")}</p>
          </Alert>
          <LoginLink />
        </div>
      )}
    </>
  );
}

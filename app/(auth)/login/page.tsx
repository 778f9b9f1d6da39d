import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { LoginLinks, LoginPanel, LogoutPanel } from "@/components/auth/login-form";
import { ownPath } from "@/lib/own-path";
import { isRegistrationOpen } from "@/lib/server/accounts/registration";
import { currentUser } from "@/lib/server/accounts/session";

type LoginPageProps = { searchParams: Promise<{ next?: string | string[] }> };

/** The browser tab's title. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("login") };
}

/** Login; who is logged in already can log out here (spec §2). */
export default async function LoginPage({ searchParams }: LoginPageProps) {
  const [{ next }, user, t] = await Promise.all([searchParams, currentUser(), getTranslations("auth")]);
  return (
    <>
      <AuthTitle>{t("login")}</AuthTitle>
      {user ? (
        <LogoutPanel email={user.email} />
      ) : (
        <>
          <p className="mt-2 text-ink-muted">{t("login_intro")}</p>
          <LoginPanel next={ownPath(typeof next === "string" ? next : undefined)} />
          <LoginLinks canRegister={isRegistrationOpen()} />
        </>
      )}
    </>
  );
}

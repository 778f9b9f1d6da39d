import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthTitle } from "@/components/auth/auth-frame";
import { LoginLinks, LoginPanel, LogoutPanel, PasswordLink } from "@/components/auth/login-panel";
import { LogoutOffer, OrByPassword, SingleSignOnLink } from "@/components/auth/single-sign-on-link";
import { Alert } from "@/components/ui/alert";
import { ownPath } from "@/lib/own-path";
import { isRegistrationOpen } from "@/lib/server/accounts/registration";
import { currentUser } from "@/lib/server/auth/page-session";
import { isLogoutOffered } from "@/lib/server/accounts/sso/logout-offer";
import { singleSignOn } from "@/lib/server/accounts/sso/provider";
import { env } from "@/lib/server/config/env";

type Parameter = string | string[] | undefined;
type LoginPageProps = { searchParams: Promise<{ next?: Parameter; sso?: Parameter; with?: Parameter }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("login") };
}

/** The login page; users who are logged in already can log out here (spec §2). */
export default async function LoginPage({ searchParams }: LoginPageProps) {
  const [parameters, user, t] = await Promise.all([searchParams, currentUser(), getTranslations("auth")]);
  const next = ownPath(typeof parameters.next === "string" ? parameters.next : undefined);
  const provider = singleSignOn();
  return (
    <>
      <AuthTitle>{t("login")}</AuthTitle>
      {user ? (
        <LogoutPanel email={user.email} />
      ) : provider ? (
        <SingleSignOnLogin {...parameters} name={provider.OIDC_NAME} next={next} />
      ) : (
        <>
          <p className="mt-2 text-ink-muted">{t("login_intro")}</p>
          <LoginPanel next={next} />
          <LoginLinks canRegister={isRegistrationOpen()} />
        </>
      )}
    </>
  );
}

/** Error codes with which single sign-on redirects back to this page; each has a message. */
const REFUSALS = [
  "sso_no_access",
  "sso_failed",
  "sso_expired",
  "sso_cancelled",
  "sso_unavailable",
  "too_many_requests",
  "error_api",
] as const;

type SingleSignOnLoginProps = { name: string; next: string; sso?: Parameter; with?: Parameter };

/**
 * The login page's content where single sign-on is configured: the button for it, then the password
 * form for accounts that may use a password.
 */
async function SingleSignOnLogin({ name, next, sso, with: asked }: SingleSignOnLoginProps) {
  const [notices, isOffered] = await Promise.all([getTranslations("notices"), isLogoutOffered()]);
  const refusal = REFUSALS.find((code) => code === sso) ?? (sso === undefined ? null : "unknown_error");
  const { PASSWORD_LOGIN } = env();
  const isByPassword = asked === "password";
  return (
    <>
      {refusal && (
        <div className="mt-5">
          <Alert tone="danger">{notices(refusal)}</Alert>
        </div>
      )}
      {isOffered && !refusal && <LogoutOffer name={name} />}
      <SingleSignOnLink
        name={name}
        next={next}
        variant={isByPassword ? "secondary" : "primary"}
        className="mt-6 w-full"
      />
      {PASSWORD_LOGIN || isByPassword ? (
        <>
          <OrByPassword />
          <LoginPanel next={next} isSecond={!isByPassword} />
          <LoginLinks canRegister={isRegistrationOpen()} />
        </>
      ) : (
        <PasswordLink next={next} />
      )}
    </>
  );
}

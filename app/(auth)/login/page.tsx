import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AuthTitle } from "@/components/auth/auth-frame";
import { LoginLinks, LoginPanel, LogoutPanel, PasswordLink } from "@/components/auth/login-panel";
import { LogoutOffer, OrByPassword, SingleSignOnLink } from "@/components/auth/single-sign-on-link";
import { Alert } from "@/components/ui/alert";
import { ownPath, SESSION_ENDED } from "@/lib/model/own-path";
import { isRegistrationOpen } from "@/lib/features/accounts/server/registration";
import { currentUser, hasPageCookie } from "@/lib/sessions/page-context";
import { isLogoutOffered } from "@/lib/features/accounts/server/sso/logout-offer";
import { singleSignOn } from "@/lib/features/accounts/server/sso/provider";
import { env } from "@/lib/base/config/env";

type Parameter = string | string[] | undefined;
type Parameters = { next?: Parameter; sso?: Parameter; with?: Parameter; reason?: Parameter };
type LoginPageProps = { searchParams: Promise<Parameters> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("login") };
}

/** The login page; users who are logged in already can log out here (spec §2). */
export default async function LoginPage({ searchParams }: LoginPageProps) {
  const [parameters, user, hasCookie, t] = await Promise.all([
    searchParams,
    currentUser(),
    hasPageCookie(),
    getTranslations("auth"),
  ]);
  const next = ownPath(typeof parameters.next === "string" ? parameters.next : undefined);
  const provider = singleSignOn();
  // A refused API call clears the cookie; a page that redirects here leaves it.
  const hasSessionEnded = !user && (hasCookie || parameters.reason === SESSION_ENDED);
  const sessionEndedAlert = hasSessionEnded && (
    <div className="mt-5">
      <Alert>{t("session_ended_notice")}</Alert>
    </div>
  );
  return (
    <>
      <AuthTitle>{t("login")}</AuthTitle>
      {user ? (
        <LogoutPanel email={user.email} />
      ) : provider ? (
        <SingleSignOnLogin
          {...parameters}
          name={provider.OIDC_NAME}
          next={next}
          sessionEndedAlert={sessionEndedAlert}
        />
      ) : (
        <>
          {sessionEndedAlert || <p className="mt-2 text-ink-muted">{t("login_intro")}</p>}
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
  "too_many_requests",
  "error_api",
] as const;

type SingleSignOnLoginProps = {
  name: string;
  next: string;
  sso?: Parameter;
  with?: Parameter;
  sessionEndedAlert: ReactNode;
};

/**
 * The login page's content where single sign-on is configured: the button for it, then the password
 * form for accounts that may use a password.
 */
async function SingleSignOnLogin({ name, next, sso, with: loginMethod, sessionEndedAlert }: SingleSignOnLoginProps) {
  const [notices, isOffered] = await Promise.all([getTranslations("notices"), isLogoutOffered()]);
  const refusal = REFUSALS.find((code) => code === sso) ?? (sso === undefined ? null : "unknown_error");
  const { PASSWORD_LOGIN } = env();
  const isPasswordLogin = loginMethod === "password";
  return (
    <>
      {refusal && (
        <div className="mt-5">
          <Alert tone="danger">{notices(refusal)}</Alert>
        </div>
      )}
      {!refusal && (isOffered ? <LogoutOffer name={name} /> : sessionEndedAlert)}
      <SingleSignOnLink
        name={name}
        next={next}
        variant={isPasswordLogin ? "secondary" : "primary"}
        className="mt-6 w-full"
      />
      {PASSWORD_LOGIN || isPasswordLogin ? (
        <>
          <OrByPassword />
          <LoginPanel next={next} isSecondary={!isPasswordLogin} />
          <LoginLinks canRegister={isRegistrationOpen()} />
        </>
      ) : (
        <PasswordLink next={next} />
      )}
    </>
  );
}

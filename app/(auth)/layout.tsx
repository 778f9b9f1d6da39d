import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AuthHeader, KindsPanel } from "@/components/auth/auth-frame";
import { AllMessages } from "@/components/ui/messages/all-messages";
import { Footer } from "@/components/layout/footer";
import { SkipLink } from "@/components/layout/skip-link";
import { AppLinks } from "@/components/navigation/app-links";
import { FocusOnArrival } from "@/components/navigation/focus-on-arrival";
import { LostConnection } from "@/components/navigation/lost-connection";
import { LazyToaster } from "@/components/toasts/notify";
import { isRegistrationOpen } from "@/lib/features/accounts/server/registration";
import { env, universityNames } from "@/lib/base/config/env";
import { currentUser } from "@/lib/sessions/page-context";

/**
 * Layout of the pages for users who are not logged in: the page's form on the left, a description
 * of the database on the right.
 */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  const [user, t] = await Promise.all([currentUser(), getTranslations("frame")]);
  const { FOOTER_LINK_URL } = env();
  const { university, footerLinkText } = universityNames(await getLocale());
  return (
    <AllMessages>
      <SkipLink text={t("skip_to_content")} />
      <div className="grid min-h-dvh lg:grid-cols-[minmax(30rem,5fr)_6fr]">
        <div className="flex min-w-0 flex-col">
          <AuthHeader
            university={university}
            isLoggedIn={user !== null}
            canRegister={user === null && isRegistrationOpen()}
          />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pt-[min(18vh,11rem)] pb-10 outline-none md:px-6"
          >
            {children}
          </main>
          <Footer year={new Date().getFullYear()} linkUrl={FOOTER_LINK_URL} linkText={footerLinkText} />
        </div>
        <KindsPanel />
      </div>
      <AppLinks />
      <FocusOnArrival />
      <LostConnection />
      <LazyToaster />
    </AllMessages>
  );
}

import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AuthHeader } from "@/components/auth/auth-frame";
import { AllMessages } from "@/components/ui/messages/all-messages";
import { Footer } from "@/components/layout/footer";
import { SkipLink } from "@/components/layout/skip-link";
import { AppLinks } from "@/components/navigation/app-links";
import { FocusOnArrival } from "@/components/navigation/focus-on-arrival";
import { isRegistrationOpen } from "@/lib/features/accounts/server/registration";
import { currentUser } from "@/lib/sessions/page-context";
import { env, universityNames } from "@/lib/base/config/env";

/**
 * Layout of the public legal pages. Logged-in users see a link back to the app, guests see links to
 * log in and to register.
 */
export default async function LegalLayout({ children }: { children: ReactNode }) {
  const [user, t] = await Promise.all([currentUser(), getTranslations("frame")]);
  const { FOOTER_LINK_URL } = env();
  const { university, footerLinkText } = universityNames(await getLocale());
  const isLoggedIn = user !== null;
  return (
    <AllMessages>
      <SkipLink text={t("skip_to_content")} />
      <div className="flex min-h-dvh flex-col">
        <AuthHeader university={university} isLoggedIn={isLoggedIn} canRegister={!isLoggedIn && isRegistrationOpen()} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-prose flex-1 px-4 pt-10 pb-12 outline-none md:px-6 md:pt-14"
        >
          {children}
        </main>
        <Footer year={new Date().getFullYear()} linkUrl={FOOTER_LINK_URL} linkText={footerLinkText} />
      </div>
      <AppLinks />
      <FocusOnArrival />
    </AllMessages>
  );
}

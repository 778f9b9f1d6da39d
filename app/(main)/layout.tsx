import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { RightsProvider } from "@/components/auth/rights";
import { SignedInAsProvider } from "@/components/navigation/signed-in-as";
import { SingleSignOnProvider } from "@/components/auth/single-sign-on";
import { EntryColoursProvider } from "@/components/records/shared/entry-colours-context";
import { AllMessages } from "@/components/ui/messages/all-messages";
import { framePages, frameViews } from "@/components/layout/frame-pages";
import { MainFooter } from "@/components/layout/main-footer";
import { PageHeader } from "@/components/layout/page-header";
import { COMFORTABLE_ROWS, ROWS_COOKIE, SIDEBAR_COOKIE } from "@/components/layout/visits/remember-in-cookie";
import { RowHeightProvider } from "@/components/layout/row-height";
import { Shortcuts } from "@/components/layout/shortcuts/shortcuts";
import { SingleKeysProvider } from "@/components/layout/shortcuts/single-keys";
import { Sidebar } from "@/components/layout/sidebar/sidebar";
import { SkipLink } from "@/components/layout/skip-link";
import { AppLinks } from "@/components/navigation/app-links";
import { FocusOnArrival } from "@/components/navigation/focus-on-arrival";
import { LostConnection } from "@/components/navigation/lost-connection";
import { LazyToaster } from "@/components/toasts/notify";
import { paletteKinds } from "@/components/palette/palette-kinds";
import { PaletteTrigger } from "@/components/palette/palette-trigger";
import { ConfirmProvider } from "@/components/ui/dialogs/confirm-dialog";
import { env, universityNames } from "@/lib/base/config/env";
import { mayUsePassword } from "@/lib/sessions/may-use-password";
import { singleSignOn } from "@/lib/features/accounts/server/sso/provider";
import { pageContext } from "@/lib/sessions/page-context";
import { hasSingleKeys } from "@/lib/model/lists/preferences";
import { changesByHref } from "@/lib/features/history/history-query";
import { isAllowed } from "@/lib/base/access/permissions";
import { findFrameData } from "@/lib/features/views/server/views";

/** Layout of every page behind the login: sidebar, header, content and footer. */
export default async function MainLayout({ children }: { children: ReactNode }) {
  const context = await pageContext();
  const user = context.actor;
  const [frame, cookieStore, t, titles, records] = await Promise.all([
    isAllowed(user, "read", "views") ? findFrameData(context) : { views: [], colours: {} },
    cookies(),
    getTranslations("frame"),
    getTranslations("frame.titles"),
    getTranslations("records"),
  ]);
  const mayRead = isAllowed(user, "read", "records");
  const pages = framePages(titles, records, {
    isAdmin: isAllowed(user, "read", "accounts"),
    mayRead,
    mayWrite: isAllowed(user, "read", "rounds"),
  });
  const views = mayRead ? frameViews(records, frame.views) : [];
  const rights = { mayWrite: isAllowed(user, "write", "records"), mayErase: isAllowed(user, "read", "personalData") };
  const { FOOTER_LINK_URL } = env();
  const provider = singleSignOn();
  const { university, footerLinkText } = universityNames(context.locale);
  return (
    <AllMessages>
      <SingleKeysProvider value={hasSingleKeys(user.preferences)}>
        <SkipLink text={t("skip_to_content")} />
        <div data-single-keys={hasSingleKeys(user.preferences) || undefined} className="flex min-h-dvh">
          <Sidebar
            university={university}
            pages={pages}
            views={views}
            startCollapsed={cookieStore.get(SIDEBAR_COOKIE)?.value === "narrow"}
          />
          <div className="flex min-w-0 flex-1 flex-col">
            <SignedInAsProvider value={user.email}>
              <PageHeader
                changesHref={rights.mayWrite ? changesByHref(user.id) : undefined}
                university={university}
                pages={pages}
                views={views}
                search={
                  mayRead && (
                    <PaletteTrigger
                      account={user.id}
                      pages={pages}
                      views={views}
                      kinds={paletteKinds(records)}
                      mayWrite={rights.mayWrite}
                    />
                  )
                }
              />
              <main
                id="content"
                tabIndex={-1}
                className="w-full max-w-[105rem] flex-1 px-4 py-5 outline-none max-sm:py-3 md:px-7 md:py-6 print:p-0"
              >
                <RightsProvider value={rights}>
                  <SingleSignOnProvider
                    value={provider && { name: provider.OIDC_NAME, withPassword: mayUsePassword(user) }}
                  >
                    <RowHeightProvider startDense={cookieStore.get(ROWS_COOKIE)?.value !== COMFORTABLE_ROWS}>
                      <EntryColoursProvider value={frame.colours}>
                        <ConfirmProvider>{children}</ConfirmProvider>
                      </EntryColoursProvider>
                    </RowHeightProvider>
                  </SingleSignOnProvider>
                </RightsProvider>
              </main>
            </SignedInAsProvider>
            <MainFooter
              year={new Date().getFullYear()}
              linkUrl={FOOTER_LINK_URL}
              linkText={footerLinkText}
              apiText={titles("api_docs")}
            />
          </div>
        </div>
        <AppLinks />
        <FocusOnArrival />
        <LostConnection />
        <LazyToaster />
        <Shortcuts />
      </SingleKeysProvider>
    </AllMessages>
  );
}

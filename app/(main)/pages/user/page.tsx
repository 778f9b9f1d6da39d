import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPanel } from "@/components/auth/account-panel";
import { ClientMessages } from "@/components/layout/client-messages";
import { requireUser } from "@/lib/server/accounts/session";

/** The browser tab's title. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.account") };
}

/** The account of whoever is logged in (contract §7). */
export default async function AccountPage() {
  const { email, name, language } = await requireUser();
  return (
    <ClientMessages namespaces={["account", "auth"]}>
      <AccountPanel account={{ email, name, language }} />
    </ClientMessages>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InvitationForm } from "@/components/accounts/invitation-form";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { env } from "@/lib/base/config/env";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("administration");
  return { title: t("invite") };
}

/** The form that invites a user (contract §9). */
export default async function InvitationPage() {
  const { actor } = await pageContext();
  if (!isAllowed(actor, "write", "accounts")) return <ForbiddenPage />;
  const t = await getTranslations("administration");
  return (
    <>
      <h1 className="mb-3 text-2xl font-bold tracking-[-0.012em]">{t("invite")}</h1>
      <InvitationForm withPassword={env().PASSWORD_LOGIN} />
    </>
  );
}

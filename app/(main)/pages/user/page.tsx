import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPanel } from "@/components/accounts/account-panel";
import { liveTokens } from "@/lib/sessions/api-tokens";
import { hasPassword } from "@/lib/sessions/may-use-password";
import { factorOf } from "@/lib/features/accounts/server/second-factor";
import { env } from "@/lib/base/config/env";
import { pageContext } from "@/lib/sessions/page-context";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.account") };
}

/** The current user's account page (contract §7). */
export default async function AccountPage() {
  const context = await pageContext();
  const { id, email, name, language, digests, lacksFactor = false } = context.actor;
  const [tokens, changesPassword, factor] = await Promise.all([
    liveTokens(context, id),
    hasPassword(context, context.actor),
    factorOf(context, id),
  ]);
  return (
    <AccountPanel
      account={{ email, name, language }}
      passwordMin={env().PASSWORD_MIN}
      tokens={tokens}
      changesPassword={changesPassword}
      factor={factor}
      lacksFactor={lacksFactor}
      digest={digests}
    />
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { AccountEditor } from "@/components/accounts/account-editor";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { MAX_ID } from "@/lib/model/limits";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { findMembersByEmail } from "@/lib/features/accounts/server/account-members";
import { findAccount } from "@/lib/features/accounts/server/administration";
import { isAppError } from "@/lib/base/errors/errors";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";

type Params = Promise<{ id: string }>;

/**
 * Reads the account once for both the page and its title.
 * @returns undefined if the user may not read accounts, null if the account does not exist
 */
const accountOf = cache(async (key: string) => {
  const context = await pageContext();
  if (!isAllowed(context.actor, "read", "accounts")) return undefined;
  const id = wholeNumber(key, 1, MAX_ID);
  if (id === null) return null;
  return findAccount(context, id).catch((error: unknown) => {
    if (isAppError(error, "data_not_found")) return null;
    throw error;
  });
});

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const t = await getTranslations("frame");
  const account = await accountOf((await params).id);
  return { title: account?.name ?? t("titles.accounts") };
}

/** Shows one account to an admin (contract §9). */
export default async function AccountPage({ params }: { params: Params }) {
  const account = await accountOf((await params).id);
  if (account === undefined) return <ForbiddenPage />;
  if (account === null) notFound();
  const members = await findMembersByEmail(await pageContext(), account.email);
  return <AccountEditor key={account.id} account={account} members={members} />;
}

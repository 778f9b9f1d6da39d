import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { AccountList } from "@/components/accounts/account-list";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { ACCOUNT_LIST } from "@/lib/features/accounts/account";
import { ACCOUNTS_PATH } from "@/lib/features/accounts/account-paths";
import { listSearchParams, parseListQuery } from "@/lib/model/lists/list-query";
import { listAccounts } from "@/lib/features/accounts/server/administration";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.accounts") };
}

/** The list of all accounts (contract §9). */
export default async function AccountsPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  if (!isAllowed(context.actor, "read", "accounts")) return <ForbiddenPage />;
  const { query } = parseListQuery(ACCOUNT_LIST, await readSearchParams(searchParams));
  const { rows, total } = await listAccounts(context, query);
  // The requested page is past the end, for instance because an account was deleted: redirects to
  // the last page.
  if (rows.length === 0 && total > 0) {
    const last = { ...query, pageNo: Math.ceil(total / query.pageSize) - 1 };
    redirect(`${ACCOUNTS_PATH}?${listSearchParams(ACCOUNT_LIST, last)}`);
  }
  return <AccountList query={query} rows={rows} total={total} />;
}

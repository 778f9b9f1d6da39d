import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { RoundList } from "@/components/rounds/round-list";
import { pageReaders, readQuery, type PageRequest } from "@/lib/model/lists/query-reader";
import { ROUNDS_PATH } from "@/lib/features/rounds/round";
import { isAllowed } from "@/lib/base/access/permissions";
import { listRounds } from "@/lib/features/rounds/server/rounds";
import { pageContext } from "@/lib/sessions/page-context";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.rounds") };
}

/** The list of all confirmation rounds (contract §15). */
export default async function RoundsPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  if (!isAllowed(context.actor, "read", "rounds")) return <ForbiddenPage />;
  const { query } = readQuery<PageRequest>(pageReaders, await readSearchParams(searchParams));
  const { rows, total } = await listRounds(context, query);
  // The requested page is past the end, for instance because a round was deleted.
  if (rows.length === 0 && query.pageNo > 0) redirect(ROUNDS_PATH);
  return <RoundList rows={rows} total={total} query={query} />;
}

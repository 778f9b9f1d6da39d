import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { ProposalList } from "@/components/rounds/proposals/proposal-list";
import { pageHref } from "@/components/ui/pagination";
import { parseQueueQuery } from "@/lib/features/rounds/parse-queue-query";
import { QUEUE_PAGE_SIZE, queueHref } from "@/lib/features/rounds/proposal-queue";
import { FILE_KIND_LIST } from "@/lib/model/reference-lists/reference-lists";
import { isAllowed } from "@/lib/base/access/permissions";
import { readProposalQueue } from "@/lib/features/rounds/server/proposals/read-proposal-queue";
import { pageContext } from "@/lib/sessions/page-context";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("proposals");
  return { title: t("title") };
}

/** The queue of proposals, which editors accept or reject (contract §14). */
export default async function ProposalsPage({ searchParams }: { searchParams: SearchParams }) {
  const [context, parameters] = await Promise.all([pageContext(), readSearchParams(searchParams)]);
  if (!isAllowed(context.actor, "read", "proposals")) return <ForbiddenPage />;
  const query = parseQueueQuery(parameters);
  const [queue, { dateiarten = [] }] = await Promise.all([
    readProposalQueue(context, query),
    findOptionsWithDeleted(context, [FILE_KIND_LIST]),
  ]);
  // The requested page is past the end, for instance because its proposals are decided: redirects to
  // the last page.
  if (queue.shown === 0 && queue.total > 0) {
    const last = Math.ceil(queue.total / QUEUE_PAGE_SIZE) - 1;
    redirect(pageHref(queueHref(query), last));
  }
  return <ProposalList query={query} queue={queue} dateiarten={dateiarten} />;
}

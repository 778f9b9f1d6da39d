import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { DuplicateList } from "@/components/duplicates/duplicate-list";
import { QualityTabs } from "@/components/quality/quality-tabs";
import { DUPLICATES_PAGE_SIZE, duplicatesHref, parseDuplicatesQuery } from "@/lib/features/duplicates/duplicates-query";
import { definitionOf } from "@/lib/model/kinds/registry";
import { findDuplicatesView } from "@/lib/features/duplicates/server/duplicates-page";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame.titles");
  return { title: `${t("duplicates")} · ${t("quality")}` };
}

/**
 * Lists pairs of records that may be duplicates; the most certain pairs come first (contract §12).
 */
export default async function DuplicatesPage({ searchParams }: { searchParams: SearchParams }) {
  const [context, parameters] = await Promise.all([pageContext(), readSearchParams(searchParams)]);
  if (!isAllowed(context.actor, "read", "duplicates")) return <ForbiddenPage />;
  const query = parseDuplicatesQuery(parameters, definitionOf("institution"));
  const { definition, pageNo } = query;
  const view = await findDuplicatesView(context, query);
  // The requested page is past the end, for instance because the last pairs were dealt with:
  // redirects to the last page.
  if (view.pairs.length === 0 && view.total > 0) {
    redirect(duplicatesHref(definition, Math.ceil(view.total / DUPLICATES_PAGE_SIZE) - 1));
  }
  return (
    <>
      <QualityTabs active="duplicates" />
      <DuplicateList key={`${definition.name} ${pageNo}`} kind={definition.name} pageNo={pageNo} view={view} />
    </>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { MergeForm } from "@/components/duplicates/merge-form";
import { mergeHref, parseMergeQuery } from "@/lib/features/duplicates/merge-query";
import { optionsInUse } from "@/lib/model/reference-lists/reference-uses";
import { listsOfAllLinks } from "@/lib/model/overview/overview";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { findMergeView } from "@/lib/features/duplicates/server/merge-page";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import { mergedInto } from "@/lib/store/sql/merged-records";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.merge") };
}

/** Merges two records, shown side by side (contract §12). */
export default async function MergePage({ searchParams }: { searchParams: SearchParams }) {
  const [context, parameters] = await Promise.all([pageContext(), readSearchParams(searchParams)]);
  const query = parseMergeQuery(parameters);
  if (!query) notFound();
  const { definition, keep, drop, isOfMany } = query;
  if (!isAllowed(context.actor, "write", definition.name)) return <ForbiddenPage />;
  const lists = definition.form.flatMap((group) =>
    group.fields.flatMap((name) => definition.fields[name]?.reference ?? []),
  );
  const [view, options] = await Promise.all([
    findMergeView(context, query),
    findOptionsWithDeleted(context, [...new Set([...lists, ...listsOfAllLinks(definition)])]),
  ]);
  if (!view) {
    // The records have already been merged, perhaps by another user: redirects to the remaining
    // record.
    const remainingId =
      (await mergedInto(context.connection, definition, drop)) ??
      (await mergedInto(context.connection, definition, keep));
    if (remainingId !== null) redirect(`${definition.pages.detail}/${remainingId}`);
    notFound();
  }
  return (
    <MergeForm
      key={`${mergeHref(definition, keep, drop)} ${view.keep.version} ${view.drop.version}`}
      kind={definition.name}
      isOfMany={isOfMany}
      view={view}
      options={optionsInUse(options, definition, [view.keep.values, view.drop.values])}
    />
  );
}

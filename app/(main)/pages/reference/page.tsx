import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ShownEntry } from "@/components/reference-lists/entry";
import { ReferenceLists } from "@/components/reference-lists/reference-lists";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { entryLists, isEntryList, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { recordsHref, usesOf } from "@/lib/model/reference-lists/reference-uses";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import {
  countEntries,
  listReferenceEntries,
  type Entry as ListedEntry,
} from "@/lib/features/reference-lists/server/entries";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.reference") };
}

/** Returns a reference list entry with links to list pages of the records that use it; files have no list page. */
function toShownEntry(
  list: EntryListName,
  { id, group, names, flags, choices, isProtected, uses: useCounts }: ListedEntry,
): ShownEntry {
  const uses = usesOf(list).flatMap((use) => {
    const { name: kind } = use.definition;
    const count = useCounts.find((counted) => counted.kind === kind && counted.field === use.name)?.count ?? 0;
    const unit = use.link ? ("links" as const) : ("records" as const);
    return count > 0 ? [{ unit, kind, count, href: recordsHref(use, id) }] : [];
  });
  const files = useCounts
    .filter(({ kind }) => kind === FILE_KIND)
    .map(({ count }) => ({ unit: "files" as const, count }));
  return { id, group, names, flags, choices, isProtected, uses: [...uses, ...files] };
}

/** Page for editing the reference lists, for users who may change them (contract §9). */
export default async function ReferencePage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  if (!isAllowed(context.actor, "write", "referenceLists")) return <ForbiddenPage />;
  const requestedList = (await readSearchParams(searchParams)).get("list") ?? "";
  const list = isEntryList(requestedList) ? requestedList : (entryLists[0] ?? "titel");
  const [entries, counts] = await Promise.all([listReferenceEntries(context, list), countEntries(context)]);
  return <ReferenceLists list={list} counts={counts} entries={entries.map((entry) => toShownEntry(list, entry))} />;
}

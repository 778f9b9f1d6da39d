import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { RecordList } from "@/components/records/list/record-list";
import { parseAddressQuery, resolvedQuery } from "@/lib/model/lists/kind-query";
import { chosenColumns } from "@/lib/model/lists/columns";
import { listAddress } from "@/lib/model/lists/list-query";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { findFilterChoices } from "@/lib/store/search/filter-choices";
import { isAllowed } from "@/lib/base/access/permissions";
import { pageContext, type PageContext } from "@/lib/sessions/page-context";
import { listWithHints } from "@/lib/store/records/list-with-columns";
import { readSearchParams, type SearchParams } from "../search-params";

/* Separate from record-detail-page.tsx, because a page loads the scripts of every module that
   its file imports. */

/** Additions to the list page of one kind. */
type ListPageParts = {
  /** Returns the function that renders a row's quick action; undefined if the user may not use it. */
  quickActionFor: (context: PageContext) => Promise<((id: number, label: string) => ReactNode) | undefined>;
};

/** Creates the list page of a kind, with the rows in the initial HTML. */
export function recordListPage(kind: KindName, parts?: ListPageParts) {
  async function ListPage({ searchParams }: { searchParams: SearchParams }) {
    const context = await pageContext();
    const definition = definitionOf(kind);
    const parameters = await readSearchParams(searchParams);
    const address = parseAddressQuery(definition, parameters, dayOf(new Date()));
    const query = resolvedQuery(address);
    // A saved view has its columns in the URL.
    const urlColumns = parameters.get("columns")?.split(",");
    const columns = chosenColumns(
      definition,
      urlColumns ?? context.actor.preferences.columns?.[definition.apiPath] ?? undefined,
    );
    const [{ rows, total, hints }, namedChoices, quickAction] = await Promise.all([
      listWithHints(context, definition, query, columns),
      findFilterChoices(context, definition, query, false),
      parts?.quickActionFor(context),
    ]);
    // The requested page is past the end, for instance because records were deleted: redirects to
    // the last page.
    if (rows.length === 0 && total > 0) {
      const last = { ...address, pageNo: Math.ceil(total / query.pageSize) - 1 };
      redirect(listAddress(definition, last, urlColumns && columns));
    }
    return (
      <RecordList
        kind={kind}
        query={address}
        rows={rows}
        total={total}
        hints={hints}
        namedChoices={namedChoices}
        columns={columns}
        widths={context.actor.preferences.widths?.[definition.apiPath] ?? {}}
        columnsInAddress={urlColumns !== undefined}
        mayWrite={isAllowed(context.actor, "write", "records")}
        quickAction={quickAction}
      />
    );
  }
  return ListPage;
}

/** Creates the metadata function of a kind's list page, which sets the tab's title. */
export const listTitle = (kind: KindName) => async (): Promise<Metadata> => {
  const t = await getTranslations("records");
  return { title: t(`${kind}.many`) };
};

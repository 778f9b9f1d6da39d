import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { PageMessages, type MessagePath } from "@/components/layout/client-messages";
import { RecordList } from "@/components/records/list/record-list";
import { parseKindQuery } from "@/lib/records/lists/kind-query";
import { chosenColumns } from "@/lib/records/lists/columns";
import { listAddress } from "@/lib/records/lists/list-query";
import { dayOf } from "@/lib/records/fields/moments";
import { definitionOf, type KindName } from "@/lib/records/kinds/registry";
import { withDays } from "@/lib/records/lists/relative-days";
import { findFilterChoices } from "@/lib/server/records/filter-choices";
import { isAllowed } from "@/lib/server/access/permissions";
import { pageContext, type PageContext } from "@/lib/server/server/page-context";
import { listWithHints } from "@/lib/server/records/list-with-columns";
import { readSearchParams, type SearchParams } from "../search-params";

/* Separate from record-detail-page.tsx, because a page loads the scripts of every module that
   its file imports. */

/** Additions to the list page of one kind. */
type Further = {
  /** Returns what renders a quick action on a row that needs attention, if the user may use it. */
  remedyFor: (context: PageContext) => Promise<((id: number, label: string) => ReactNode) | undefined>;
  /** Messages that it needs in the browser. */
  messages: readonly MessagePath[];
};

/** Messages of the controls that a list page loads with its scripts. */
const LIST_MESSAGES: readonly MessagePath[] = [
  "records.filter_bar",
  "records.filter_label",
  "records.topics_label",
  "records.topics_placeholder",
  "records.filters.add",
  "records.filters.button",
  "records.columns.button",
  "records.views.menu",
  "records.menu.title",
  "records.hand_over.title",
  "records.found_in",
  "records.edit_named",
  "records.delete_named",
  "records.bulk.select_row",
  "records.bulk.select_page",
];

/** Creates the list page of a kind, with the rows in the initial HTML. */
export function recordListPage(kind: KindName, further?: Further) {
  async function ListPage({ searchParams }: { searchParams: SearchParams }) {
    const context = await pageContext();
    const definition = definitionOf(kind);
    // The URL of a saved view may contain relative days such as `today`. Replaces them by dates,
    // which is all that the code below accepts.
    const parameters = withDays(await readSearchParams(searchParams), dayOf(new Date()));
    const { query } = parseKindQuery(definition, parameters);
    // A saved view has its columns in the URL.
    const asked = parameters.get("columns")?.split(",");
    const columns = chosenColumns(
      definition,
      asked ?? context.actor.preferences.columns?.[definition.apiPath] ?? undefined,
    );
    const [{ rows, total, hints }, namedChoices, remedy] = await Promise.all([
      listWithHints(context, definition, query, columns),
      findFilterChoices(context, definition, query, false),
      further?.remedyFor(context),
    ]);
    // The requested page is past the end, for instance because records were deleted: redirects to
    // the last page.
    if (rows.length === 0 && total > 0) {
      const last = { ...query, pageNo: Math.ceil(total / query.pageSize) - 1 };
      redirect(listAddress(definition, last, asked && columns));
    }
    // The chips name fields of the kind and of linked kinds.
    const filterMessages: MessagePath[] = query.where.length > 0 ? ["records"] : [];
    return (
      <PageMessages paths={[...LIST_MESSAGES, ...filterMessages, ...(further?.messages ?? [])]}>
        <RecordList
          kind={kind}
          query={query}
          rows={rows}
          total={total}
          hints={hints}
          namedChoices={namedChoices}
          columns={columns}
          widths={context.actor.preferences.widths?.[definition.apiPath] ?? {}}
          columnsInAddress={asked !== undefined}
          mayWrite={isAllowed(context.actor, "write", "records")}
          remedy={remedy}
        />
      </PageMessages>
    );
  }
  return ListPage;
}

/** Creates the metadata function of a kind's list page, which sets the tab's title. */
export const listTitle = (kind: KindName) => async (): Promise<Metadata> => {
  const t = await getTranslations("records");
  return { title: t(`${kind}.many`) };
};

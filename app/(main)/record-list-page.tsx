import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { Fragment, type ComponentType, type ReactNode } from "react";
import { PageMessages, type Namespace } from "@/components/layout/client-messages";
import { RecordList } from "@/components/records/list/record-list";
import { chosenColumns, withoutUnseen } from "@/lib/records/lists/columns";
import { listSearchParams, parseKindQuery } from "@/lib/records/lists/list-query";
import { dayOf } from "@/lib/records/fields/moments";
import { inOneLanguage } from "@/lib/records/values/one-language";
import { definitionOf, type KindName } from "@/lib/records/kinds/registry";
import { withDays } from "@/lib/records/lists/relative-days";
import { findFilterChoices } from "@/lib/server/records/filter-choices";
import { pageContext } from "@/lib/server/server/page-context";
import { listForScreen } from "@/lib/server/records/find-list";
import { readSearchParams, type SearchParams } from "../search-params";

/* A file of its own: a page's scripts are those of all modules that its file imports. */

/** Besides what every list has: what stands around it, and the words that it needs. */
type Further = { Around: ComponentType<{ children: ReactNode }>; namespaces: Namespace[] };

/** The list page of a kind: its first byte already carries the rows. */
export function recordListPage(kind: KindName, further?: Further) {
  const Around = further?.Around ?? Fragment;
  async function ListPage({ searchParams }: { searchParams: SearchParams }) {
    const context = await pageContext();
    const definition = definitionOf(kind);
    // A view's address may say "today"; everything below knows days only.
    const parameters = withDays(await readSearchParams(searchParams), dayOf(new Date()));
    const { query } = parseKindQuery(definition, parameters);
    // Those of a view stand in the address.
    const asked = parameters.get("columns")?.split(",");
    const columns = chosenColumns(
      definition,
      asked ?? context.actor.preferences.columns?.[definition.apiPath] ?? undefined,
    );
    const [{ rows, total }, namedChoices] = await Promise.all([
      listForScreen(context, definition, query, columns),
      findFilterChoices(context, definition, query, false),
    ]);
    // Past the end, for instance after a colleague deleted what was there: the last page.
    if (rows.length === 0 && total > 0) {
      const last = { ...query, pageNo: Math.ceil(total / query.pageSize) - 1 };
      const address = listSearchParams(definition, last);
      if (asked) address.set("columns", columns.join(","));
      redirect(`${definition.pages.list}?${address}`);
    }
    const isSearched = query.filter !== "" || query.where.some(({ operator }) => operator === "contains");
    const seen = withoutUnseen(definition, rows, columns, isSearched);
    return (
      <PageMessages namespaces={["records", ...(further?.namespaces ?? [])]}>
        <Around>
          <RecordList
            kind={kind}
            query={query}
            rows={inOneLanguage(seen, context.locale, Object.keys(definition.fields))}
            total={total}
            namedChoices={namedChoices}
            columns={columns}
            widths={context.actor.preferences.widths?.[definition.apiPath] ?? {}}
            columnsInAddress={asked !== undefined}
          />
        </Around>
      </PageMessages>
    );
  }
  return ListPage;
}

/** The browser tab's title of a kind's list. */
export const listTitle = (kind: KindName) => async (): Promise<Metadata> => {
  const t = await getTranslations("records");
  return { title: t(`${kind}.many`) };
};

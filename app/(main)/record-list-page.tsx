import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ClientMessages } from "@/components/layout/client-messages";
import { RecordList } from "@/components/records/record-list";
import { listSearchParams, parseKindQuery } from "@/lib/records/list-query";
import { definitionOf, type KindName } from "@/lib/records/registry";
import { findFilterChoices } from "@/lib/server/filter-choices";
import { pageContext } from "@/lib/server/page-context";
import { listRecords } from "@/lib/server/find-records";
import { readSearchParams, type SearchParams } from "../search-params";

/* A file of its own: a page's scripts are those of all modules that its file imports. */

/** The list page of a kind: its first byte already carries the rows. */
export function recordListPage(kind: KindName) {
  async function ListPage({ searchParams }: { searchParams: SearchParams }) {
    const context = await pageContext();
    const definition = definitionOf(kind);
    const { query } = parseKindQuery(definition, await readSearchParams(searchParams));
    const [{ rows, total }, choices] = await Promise.all([
      listRecords(context, definition, query),
      findFilterChoices(context, definition, query.where, true),
    ]);
    // Past the end, for instance after a colleague deleted what was there: the last page.
    if (rows.length === 0 && total > 0) {
      const last = { ...query, pageNo: Math.ceil(total / query.pageSize) - 1 };
      redirect(`${definition.pages.list}?${listSearchParams(definition, last)}`);
    }
    return (
      <ClientMessages namespaces={["records"]}>
        <RecordList kind={kind} query={query} rows={rows} total={total} choices={choices} />
      </ClientMessages>
    );
  }
  return ListPage;
}

/** The browser tab's title of a kind's list. */
export const listTitle = (kind: KindName) => async (): Promise<Metadata> => {
  const t = await getTranslations("records");
  return { title: t(`${kind}.many`) };
};

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ClientMessages } from "@/components/layout/client-messages";
import { PrintBar } from "@/components/layout/print-bar";
import { PRINTED_ROWS } from "@/lib/limits";
import { chosenColumns, columnsNamed } from "@/lib/records/lists/columns";
import { filterFieldOf } from "@/lib/records/lists/filters";
import { filterFieldName } from "@/lib/records/lists/filter-names";
import { describeFilters } from "@/lib/records/lists/filter-words";
import { displayMoment } from "@/lib/records/fields/moments";
import { parseKindQuery } from "@/lib/records/lists/list-query";
import { definitionOfPath } from "@/lib/records/kinds/registry";
import { rowSubtitleOf } from "@/lib/records/kinds/highlight";
import { universityNames } from "@/lib/server/config/env";
import { findFilterChoices } from "@/lib/server/records/filter-choices";
import { listWithColumns } from "@/lib/server/records/list-with-columns";
import { pageContext } from "@/lib/server/server/page-context";
import { readSearchParams, type SearchParams } from "../../../search-params";

type Params = Promise<{ list: string }>;

/** Sets the title, which is also the suggested file name when the user prints to a file. */
export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const [{ list }, t] = await Promise.all([params, getTranslations("records")]);
  const definition = definitionOfPath(list);
  return { title: definition ? t(`${definition.name}.many`) : undefined };
}

const CELL = "border-b border-line px-1.5 py-1 text-left align-top [overflow-wrap:anywhere] first:pl-0";

/**
 * Print version of a list page: all rows that match the filter, in the same order, without
 * controls. Takes the same query parameters as the list page.
 */
export default async function PrintedList({ params, searchParams }: { params: Params; searchParams: SearchParams }) {
  const context = await pageContext();
  const [{ list }, asked, t, tc] = await Promise.all([
    params,
    readSearchParams(searchParams),
    getTranslations("records"),
    getTranslations("common"),
  ]);
  const definition = definitionOfPath(list);
  if (!definition) notFound();
  const { locale } = context;
  const { query } = parseKindQuery(definition, asked);
  const { preferences } = context.actor;
  const kept = preferences.columns?.[definition.apiPath] ?? undefined;
  const names = chosenColumns(definition, asked.get("columns")?.split(",") ?? kept);
  const columns = columnsNamed(definition, names, preferences.widths?.[definition.apiPath] ?? {});
  const [{ rows, total }, choices] = await Promise.all([
    listWithColumns(context, definition, { ...query, pageNo: 0, pageSize: PRINTED_ROWS }, names),
    findFilterChoices(context, definition, query, false),
  ]);
  const topics = ((definition.topicsList && choices[definition.topicsList]) || []).filter(({ id }) =>
    query.topics.includes(id),
  );
  const narrowed = [
    ...(query.filter ? [`${t("filter_label")}: ${query.filter}`] : []),
    ...(topics.length > 0 ? [`${t("topics_label")}: ${topics.map(({ label }) => label).join(" · ")}`] : []),
    ...describeFilters(definition, query.where, choices, t).map(({ name, text }) => `${name}: ${text}`),
  ];
  const wholeWidth = columns.reduce((sum, { share }) => sum + share, 0);
  const shown = { from: Math.min(1, rows.length), to: rows.length, total };
  return (
    <main className="mx-auto max-w-[80rem] bg-surface p-6 text-ink print:max-w-none print:p-0">
      <ClientMessages>
        <PrintBar />
      </ClientMessages>
      <h1 className="text-2xl font-bold">{t(`${definition.name}.many`)}</h1>
      <p className="text-sm text-ink-muted">
        {universityNames(locale).university} · {t("overview.as_of", { day: displayMoment(new Date()) })} ·{" "}
        {tc("displaying", shown)}
      </p>
      {narrowed.map((text) => (
        <p key={text} className="mt-1">
          {text}
        </p>
      ))}
      {rows.length < total && <p className="mt-1 font-semibold">{t("print_limit", { count: PRINTED_ROWS })}</p>}
      {/* Keeps the width of a printed page even on phones, where it scrolls sideways. */}
      <div
        role="region"
        aria-label={t(`${definition.name}.many`)}
        tabIndex={0}
        className="mt-3 overflow-x-auto print:overflow-visible"
      >
        <table className="w-full min-w-176 table-fixed border-collapse text-sm print:min-w-0">
          <colgroup>
            {columns.map(({ name, share }) => (
              <col key={name} style={{ width: `${(share / wholeWidth) * 100}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={`${CELL} font-semibold`}>
                  {filterFieldName(definition, filterFieldOf(definition, name), t)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length} className={CELL}>
                  {tc("no_relevant_data")}
                </td>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={String(row[definition.key])} className="break-inside-avoid">
                {columns.map(({ name, text, names }, index) => (
                  <td key={name} className={CELL}>
                    {names ? names(row, locale).join(" · ") : text(row, locale)}
                    {index === 0 && (
                      <span className="block text-xs text-ink-muted empty:hidden">
                        {rowSubtitleOf(definition, row, locale).join(" · ")}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </main>
  );
}

import clsx from "clsx";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { after } from "next/server";
import type { ReactNode } from "react";
import { PrintHead } from "@/components/layout/print-head";
import { LANDSCAPE_COLUMNS, SMALL_PRINT_COLUMNS } from "@/components/tables/printed-columns";
import { EntryColoursProvider } from "@/components/records/shared/entry-colours-context";
import { EntryTag } from "@/components/records/shared/entry-tag";
import { PRINTED_ROWS } from "@/lib/model/limits";
import { parseAddressQuery, resolvedQuery } from "@/lib/model/lists/kind-query";
import { chosenColumns, columnsNamed } from "@/lib/model/lists/columns";
import { tagListOf, type ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { ownFilterFieldOf } from "@/lib/model/lists/filters";
import { filterFieldName } from "@/lib/model/lists/filter-names";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { highlightsBeside, rowSubtitleOf } from "@/lib/model/kinds/highlight";
import { universityNames } from "@/lib/base/config/env";
import { takeSlot } from "@/lib/store/limits/concurrency";
import { describeQuery } from "@/lib/store/search/describe-query";
import { findEntryColours } from "@/lib/store/records/entry-colours";
import { listWithColumns } from "@/lib/store/records/list-with-columns";
import { findPastIds } from "@/lib/store/records/find-past";
import { printTitleOf } from "@/lib/features/exports/print-title";
import { viewOfQuery } from "@/lib/features/views/server/views";
import { pageContext } from "@/lib/sessions/page-context";
import { turnsOf } from "@/lib/store/limits/turns";
import { readSearchParams, type SearchParams } from "../../../search-params";

type Params = Promise<{ list: string }>;

type Address = { params: Params; searchParams: SearchParams };

/** Sets the title, which is also the suggested file name when the user prints to a file. */
export async function generateMetadata({ params, searchParams }: Address): Promise<Metadata> {
  const [{ list }, parameters, t] = await Promise.all([
    params,
    readSearchParams(searchParams),
    getTranslations("records"),
  ]);
  const definition = definitionOfPath(list);
  return { title: definition ? printTitleOf(parameters) || t(`${definition.name}.many`) : undefined };
}

const CELL = "border-b border-line px-1.5 py-1 text-left align-top first:pl-0";
/** Only addresses may break anywhere; dates and words stay whole as long as the columns fit on the page. */
const ADDRESS = "[overflow-wrap:anywhere]";
const WORDS = "hyphens-auto wrap-break-word [hyphenate-limit-chars:8_4_4]";

/** Maximum number of linked records named in a cell: more than on screens, where the record shows the rest. */
const MAX_NAMES = 200;

/** Number of rows that are drawn in one task: thousands would keep all other requests waiting for a second. */
const ROWS_AT_ONCE = 100;

/** The text of a cell, of an entry with a colour as a tag. */
const Cell = ({ list, text }: { list: ReferenceListName | undefined; text: string }) =>
  list ? <EntryTag list={list} name={text} /> : text;

/** Draws rows when it is their turn. */
async function RowBatch({ turn, draw }: { turn: Promise<void>; draw: () => ReactNode }) {
  await turn;
  return draw();
}

/**
 * Print version of a list page: all rows that match the filter, in the same order, without
 * controls. Takes the same query parameters as the list page, `ids` as exports do, and a `title`.
 */
export default async function PrintedList({ params, searchParams }: Address) {
  const context = await pageContext();
  const [{ list }, parameters, t, tc] = await Promise.all([
    params,
    readSearchParams(searchParams),
    getTranslations("records"),
    getTranslations("common"),
  ]);
  const definition = definitionOfPath(list);
  if (!definition) notFound();
  // Thousands of rows block the event loop for seconds: the slot is free again when they are drawn.
  after(await takeSlot("printing", context.actor.id));
  const { locale } = context;
  const today = dayOf(new Date());
  const query = resolvedQuery(parseAddressQuery(definition, parameters, today));
  const { preferences } = context.actor;
  const storedColumns = preferences.columns?.[definition.apiPath] ?? undefined;
  const names = chosenColumns(definition, parameters.get("columns")?.split(",") ?? storedColumns);
  const columns = columnsNamed(definition, names, preferences.widths?.[definition.apiPath] ?? {}, MAX_NAMES);
  const highlights = highlightsBeside(definition, names);
  const isAddress = (name: string) => {
    const field = ownFilterFieldOf(definition, name);
    return "field" in field && field.field?.href !== undefined;
  };
  const [{ rows, total }, filterTexts, view, colours] = await Promise.all([
    listWithColumns(context, definition, { ...query, pageNo: 0, pageSize: PRINTED_ROWS }, names, MAX_NAMES),
    describeQuery(context, definition, query),
    viewOfQuery(context, definition, query),
    findEntryColours(context),
  ]);
  const past = await findPastIds(
    context,
    definition,
    rows.map((row) => Number(row[definition.key])),
  );
  const wholeWidth = columns.reduce((sum, { share }) => sum + share, 0);
  const language = { locale, words: t, today };
  const isLandscape = columns.length >= LANDSCAPE_COLUMNS;
  const drawNote = (row: (typeof rows)[number]) => {
    const note = rowSubtitleOf(definition, row, language, highlights, MAX_NAMES).join(" · ");
    if (!past.has(Number(row[definition.key]))) return note;
    return (
      <>
        <strong className="font-semibold text-ink">{t("print_ended")}</strong>
        {note && ` · ${note}`}
      </>
    );
  };
  const drawRow = (row: (typeof rows)[number]) => (
    <tr key={String(row[definition.key])} className="break-inside-avoid">
      {columns.map(({ name, text, names }, index) => (
        <td key={name} className={clsx(CELL, isAddress(name) ? ADDRESS : WORDS)}>
          <Cell
            list={tagListOf(definition.fields[name])}
            text={names ? names(row, language).join(", ") : text(row, language)}
          />
          {index === 0 && <span className="block text-xs text-ink-muted empty:hidden">{drawNote(row)}</span>}
        </td>
      ))}
    </tr>
  );
  const many = t(`${definition.name}.many`);
  const filterWords =
    filterTexts.length > 0 ? t("print_filters", { filters: filterTexts.join("; ") }) : t("print_unfiltered");
  return (
    <main
      data-print={isLandscape ? "landscape" : undefined}
      className="mx-auto max-w-[80rem] bg-surface p-6 text-ink print:max-w-none print:p-0"
    >
      <PrintHead
        university={universityNames(locale).university}
        heading={view === undefined ? many : `${many} – ${view}`}
        headingDetail={view && t("print_view", { name: view })}
        title={printTitleOf(parameters)}
        about={[
          `${t(`${definition.name}.count`, { count: total })} ${filterWords}`,
          t("overview.as_of", { day: displayDate(today) }),
        ]}
        words={{ print: tc("print"), title: t("print_title") }}
      />
      {rows.length < total && <p className="mt-1 font-semibold">{t("print_limit", { count: PRINTED_ROWS })}</p>}
      {/* Keeps the width of a printed page even on phones, where it scrolls sideways. */}
      <div role="region" aria-label={many} tabIndex={0} className="mt-3 overflow-x-auto print:overflow-visible">
        <table
          className={clsx(
            "w-full min-w-176 border-collapse text-sm print:min-w-0",
            columns.length >= SMALL_PRINT_COLUMNS ? "print:text-[7.5pt]" : "print:text-[9pt]",
          )}
        >
          <colgroup>
            {columns.map(({ name, share }) => (
              <col key={name} style={{ width: `${(share / wholeWidth) * 100}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={clsx(CELL, WORDS, "border-ink-muted font-semibold")}>
                  {filterFieldName(definition, ownFilterFieldOf(definition, name), t)}
                </th>
              ))}
            </tr>
          </thead>
          <EntryColoursProvider value={colours}>
            <tbody>
              {rows.length === 0 && (
                <tr>
                  <td colSpan={columns.length} className={CELL}>
                    {tc("no_relevant_data")}
                  </td>
                </tr>
              )}
              {turnsOf(Math.ceil(rows.length / ROWS_AT_ONCE)).map((turn, part) => (
                <RowBatch
                  key={part}
                  turn={turn}
                  draw={() => rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE).map(drawRow)}
                />
              ))}
            </tbody>
          </EntryColoursProvider>
        </table>
      </div>
    </main>
  );
}

import { useTranslations } from "next-intl";
import { NamePieces } from "@/components/tables/name-pieces";
import { EmptyNote } from "@/components/ui/empty-note";
import type { Overview, OverviewPart, OverviewRow } from "@/lib/model/answers/overview-answers";
import type { KindName } from "@/lib/model/kinds/define";
import { relationSidesOf } from "@/lib/model/kinds/relations";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { sectionHeading, withoutEmptyColumns } from "@/lib/model/overview/shown-sections";
import { useTagLists } from "./use-tag-lists";
import { FactText } from "./fact-text";
import { TitledSection } from "./titled-section";

/* In narrow containers, the texts of a row follow its name, separated by dots. */
const CELL =
  "px-2 py-1.5 text-left align-top @max-3xl:px-0 @max-3xl:py-0 print:py-1 " +
  "[&:is(th)]:@max-3xl:block [&:is(td)]:@max-3xl:inline before:whitespace-normal [td:not(:empty)~&:not(:empty)]:@max-3xl:before:content-['_·_']";

/** Returns whether a cell's column is as wide as its texts. */
const isFitted = ({ shares }: OverviewPart, index: number) => shares[index + 1] === null;

/** Matches texts with a word that would make its column too wide, such as a web address. */
const LONG_WORD = /\S{26}/;

/** Returns the classes of a cell, which breaks only long words. */
const cellClasses = (text: string) => (LONG_WORD.test(text) ? `${CELL} [overflow-wrap:anywhere]` : CELL);

/** Returns the reference list of a column's entries, if they are shown as tags. */
type TagListOf = (column: string | undefined) => ReferenceListName | undefined;

function Row({ part, row, tagListOf }: { part: OverviewPart; row: OverviewRow; tagListOf: TagListOf }) {
  return (
    <tr
      role="row"
      className="border-t border-line first:border-t-0 @max-3xl:block @max-3xl:py-2 print:break-inside-avoid"
    >
      <th role="rowheader" scope="row" className={`${cellClasses(row.label)} pl-0 font-semibold`}>
        <a href={row.href}>{row.label}</a>
      </th>
      {row.cells.map((cell, index) => (
        <td
          key={index}
          role="cell"
          className={isFitted(part, index) ? `${CELL} whitespace-nowrap` : cellClasses(cell.text)}
        >
          <FactText {...cell} tagList={tagListOf(part.columns[index])} isWhole={isFitted(part, index)} />
        </td>
      ))}
      {row.names && (
        <td
          role="cell"
          className={`${cellClasses(row.names.join(" "))} @max-3xl:block! @max-3xl:text-ink-muted @max-3xl:before:content-none!`}
        >
          <NamePieces names={row.names} />
        </td>
      )}
    </tr>
  );
}

/** Table of a section's linked records, with a body each for current and for past records. */
function LinkedTable({ kind, part }: { kind: KindName; part: OverviewPart }) {
  const t = useTranslations("records.overview");
  const tagListIn = useTagLists();
  const child = relationSidesOf(kind).find(({ relation }) => relation.name === part.relation)?.other.kind;
  const tagListOf: TagListOf = (column) => (child && column ? tagListIn(child, column) : undefined);
  const totalShare = part.shares.reduce((sum: number, share) => sum + (share ?? 0), 0);
  return (
    <table role="table" aria-label={part.heading} className="w-full border-collapse @max-3xl:block">
      <colgroup>
        {part.shares.map((share, index) => (
          // The shares add up to the whole width, of which fitted columns take what they need.
          <col key={index} style={share === null ? undefined : { width: `${(100 * share) / totalShare}%` }} />
        ))}
      </colgroup>
      <thead role="rowgroup" className="text-sm text-ink-muted @max-3xl:sr-only">
        <tr role="row">
          <th role="columnheader" scope="col" className={`${CELL} pt-0 pl-0 font-normal`}>
            {t("name")}
          </th>
          {part.columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className={`${CELL} pt-0 font-normal`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {part.blocks.map(({ heading, total, rows }) => (
        <tbody key={heading} role="rowgroup" className="@max-3xl:block">
          {heading && (
            <tr role="row" className="border-t border-line @max-3xl:block">
              <th
                role="rowheader"
                scope="rowgroup"
                colSpan={part.columns.length + 1}
                className={`${CELL} pt-2 pl-0 text-sm font-semibold text-ink-muted @max-3xl:pt-2`}
              >
                {heading} ({total})
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.id} part={part} row={row} tagListOf={tagListOf} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** List of linked records of a kind for which the overview shows only names. */
function LinkedNames({ rows }: { rows: readonly OverviewRow[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {rows.map(({ id, href, label }) => (
        <li key={id} className="@max-3xl:py-0.5">
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}

function LinkedRecords({ kind, part }: { kind: KindName; part: OverviewPart }) {
  const tr = useTranslations("records");
  const shown = part.blocks.reduce((count, { rows }) => count + rows.length, 0);
  const more = part.total - shown;
  return (
    <TitledSection heading={sectionHeading(part)}>
      {part.columns.length > 0 ? (
        <LinkedTable kind={kind} part={part} />
      ) : (
        <LinkedNames rows={part.blocks.flatMap(({ rows }) => rows)} />
      )}
      {more > 0 && (
        <p className="mt-1.5">
          <a href={part.href}>{tr("and_more", { count: more })}</a>
        </p>
      )}
    </TitledSection>
  );
}

/**
 * Read-only, printable overview of a record: its fields, linked records and comments. Depends on the
 * width of its container, which may be a panel beside a list.
 */
export function RecordOverview({ kind, overview }: { kind: KindName; overview: Overview }) {
  const tr = useTranslations("records");
  const tagListIn = useTagLists();
  const { facts, notes } = overview;
  const parts = overview.parts.filter(({ total }) => total > 0).map(withoutEmptyColumns);
  if (facts.length + parts.length + notes.length === 0) {
    return <EmptyNote text={tr("overview.nothing")} hint={tr("overview.nothing_hint")} />;
  }
  return (
    <div data-overview className="@container divide-y divide-line print:text-sm">
      {facts.length > 0 && (
        <TitledSection heading={tr("base_data")}>
          <dl className="grid gap-x-6 gap-y-2 @md:grid-cols-2 @5xl:grid-cols-3">
            {facts.map(({ label, ...fact }) => (
              <div key={label} className="min-w-0">
                <dt className="text-sm leading-5 text-ink-muted">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">
                  <FactText {...fact} tagList={tagListIn(kind, label)} />
                </dd>
              </div>
            ))}
          </dl>
        </TitledSection>
      )}
      {parts.map((part) => (
        <LinkedRecords key={part.relation} kind={kind} part={part} />
      ))}
      {notes.map(({ label, text }) => (
        <TitledSection key={label} heading={label}>
          <p className="max-w-prose [overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
        </TitledSection>
      ))}
    </div>
  );
}

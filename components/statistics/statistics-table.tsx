"use client";

import clsx from "clsx";
import { useFormatter } from "next-intl";
import { useDenseRows } from "@/components/layout/row-height";
import { getAt } from "@/lib/model/pure/get-at";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** A row of numbers, one for each column, each with the URL of the records that it counts, if a list shows them. */
export type NumberRow = {
  key: string;
  names: readonly string[];
  values: readonly number[];
  hrefs: readonly (string | null)[];
  /** Marks the row together with what a drawing shows of it. */
  picks?: string;
};

type StatisticsTableProps = {
  caption: string;
  /** The headings of the names in a row. */
  names: readonly string[];
  /** The headings of the numbers. */
  columns: readonly string[];
  rows: readonly NumberRow[];
  /** The number with the longest bar. */
  max: number;
  total?: Omit<NumberRow, "names" | "picks"> & { label: string };
};

type NumberCellProps = { value: number; href: string | null | undefined; max: number; of: string };

/** A number with a bar below it, whose length is its share of the largest number. */
function NumberCell({ value, href, max, of }: NumberCellProps) {
  const format = useFormatter();
  const text = format.number(value);
  return (
    <td className="number-cell" style={{ "--share": max > 0 ? value / max : 0 } as object}>
      {href ? (
        <a href={href} aria-label={`${text}: ${of}`}>
          {text}
        </a>
      ) : (
        text
      )}
    </td>
  );
}

/** Table of numbers with bars in its cells, each number a link to the records that it counts. */
export function StatisticsTable({ caption, names, columns, rows, max, total }: StatisticsTableProps) {
  const isDense = useDenseRows();
  const ofCell = (row: readonly string[], at: number) => [...row, getAt(columns, at)].join(", ");
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      data-rows={isDense ? "dense" : "comfortable"}
      className="overflow-x-auto print:overflow-visible"
    >
      <table className={clsx("number-table", columns.length === 1 && "has-one-number")}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {columns.map((column) => (
              <th key={column} scope="col" className="tabular text-right!">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-picks={row.picks}>
              {row.names.map((name, at) => (
                <th key={at} scope="row">
                  {name}
                </th>
              ))}
              {row.values.map((value, at) => (
                <NumberCell key={at} value={value} href={row.hrefs[at]} max={max} of={ofCell(row.names, at)} />
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={Math.max(names.length, 1)}>
                {total.label}
              </th>
              {total.values.map((value, at) => (
                <NumberCell key={at} value={value} href={total.hrefs[at]} max={0} of={ofCell([total.label], at)} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

import type { OverviewPart } from "../answers/overview-answers";

/* How screen and paper show the sections of an overview. Apart from overview.ts, as short-texts.ts. */

/**
 * Returns the heading of a section with the number of its records; the headings of its blocks, if it has
 * any, count current and past ones apart.
 */
export const sectionHeading = ({ heading, total, blocks }: OverviewPart): string =>
  blocks.some((block) => block.heading !== null) ? heading : `${heading} (${total})`;

/** Returns a section without the columns in which no row has a text: they would take width from the others. */
export function withoutEmptyColumns(part: OverviewPart): OverviewPart {
  const rows = part.blocks.flatMap((block) => block.rows);
  const hasText = (index: number) =>
    rows.some(({ cells, names }) => (cells[index] ? cells[index].text : names?.length));
  const isShown = part.columns.map((_, index) => hasText(index));
  const hasNames = rows.some(({ names }) => names !== null && names.length > 0);
  return {
    ...part,
    columns: part.columns.filter((_, index) => isShown[index]),
    shares: part.shares.filter((_, index) => index === 0 || isShown[index - 1]),
    blocks: part.blocks.map((block) => ({
      ...block,
      rows: block.rows.map((row) => ({
        ...row,
        cells: row.cells.filter((_, index) => isShown[index]),
        names: hasNames ? row.names : null,
      })),
    })),
  };
}

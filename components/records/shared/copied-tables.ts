import { readPage } from "@/lib/base/browser/api-client";
import { inOneLine } from "@/lib/model/fields/line-breaks";

/** A table to copy: its rows of cells, each of which may have several lines. */
export type TextTable = { heading?: string; head: readonly string[]; rows: readonly (readonly string[])[] };

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");

const CELL = 'style="border:1px solid #999;padding:2pt 4pt;text-align:left;vertical-align:top"';

/** Returns tables as HTML with inline styles, which word processors and mail programs keep. */
export function tablesAsHtml(tables: readonly TextTable[]): string {
  const row = (cells: readonly string[], tag: "th" | "td") =>
    `<tr>${cells.map((cell) => `<${tag} ${CELL}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return tables
    .map(({ heading, head, rows }) =>
      [
        heading && `<h3>${escaped(heading)}</h3>`,
        '<table style="border-collapse:collapse">',
        head.length > 0 && `<thead>${row(head, "th")}</thead>`,
        `<tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table>`,
      ]
        .filter(Boolean)
        .join(""),
    )
    .join("");
}

/** Returns tables as text with a tab between cells, which spreadsheets paste into cells. */
export function tablesAsText(tables: readonly TextTable[]): string {
  const line = (cells: readonly string[]) => cells.map((cell) => inOneLine(cell).replaceAll("\t", " ")).join("\t");
  return tables
    .map(({ heading, head, rows }) => [...(heading ? [heading] : []), ...[head, ...rows].map(line)].filter(Boolean))
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** Returns the number of rows of all tables, without heads. */
export const countTableRows = (tables: readonly TextTable[]): number =>
  tables.reduce((sum, { rows }) => sum + rows.length, 0);

/**
 * Writes tables to the clipboard, as HTML and as text. Must be called while a user's action is
 * handled; browsers that require this accept contents that are still being read.
 * @throws if the browser refuses access to the clipboard, or the tables cannot be read
 */
export async function copyTables(tables: Promise<readonly TextTable[]>): Promise<void> {
  const blobOf = (type: string, format: (loaded: readonly TextTable[]) => string) =>
    tables.then((loaded) => new Blob([format(loaded)], { type }));
  const item = new ClipboardItem({
    "text/html": blobOf("text/html", tablesAsHtml),
    "text/plain": blobOf("text/plain", tablesAsText),
  });
  await navigator.clipboard.write([item]);
}

const textOf = (node: Node) => (node.textContent ?? "").replace(/\s+/g, " ").trim();
const all = (root: ParentNode, selector: string) => [...root.querySelectorAll(selector)];

/** The text of a cell of a printed list, whose note is on a line of its own. */
const linesOf = (cell: Element) => [...cell.childNodes].map(textOf).filter(Boolean).join("\n");

/** Returns the texts of a cell and of the columns that it spans besides its own. */
const cellsOf = (cell: Element) => [
  linesOf(cell),
  ...Array.from({ length: cell instanceof HTMLTableCellElement ? cell.colSpan - 1 : 0 }, () => ""),
];

/** Reads the first table of a page, so that a copy contains the same rows and texts. */
export function readShownTable(page: ParentNode): TextTable[] {
  const table = page.querySelector("table");
  if (!table) return [];
  const rows = all(table, "tbody tr, tfoot tr").map((row) => all(row, "th, td").flatMap(cellsOf));
  return [{ head: all(table, "thead th").map(textOf), rows }];
}

/**
 * Reads the table of a printed page.
 * @param address the URL of the printed page
 */
export const readPrintedTable = async (address: string): Promise<TextTable[]> =>
  readShownTable(await readPage(address));

/** Reads a section of an overview: its fields, its table or its names. */
function readSection(section: Element): TextTable {
  const heading = textOf(section.querySelector("h2") ?? section);
  const table = section.querySelector("table");
  const fields = all(section, "dl > div").map((field) => all(field, "dt, dd").map(textOf));
  if (fields.length > 0) return { heading, head: [], rows: fields };
  if (table) {
    const rows = all(table, "tbody tr").map((row) => all(row, "th, td").map(textOf));
    return { heading, head: all(table, "thead th").map(textOf), rows };
  }
  return { heading, head: [], rows: all(section, "li, p").map((name) => [textOf(name)]) };
}

/**
 * Reads the overview of a record as tables, one for each section.
 * @param address the URL of the record's page with the overview open
 */
export async function readOverviewTables(address: string): Promise<TextTable[]> {
  const page = await readPage(address);
  return all(page, "[data-overview] > section").map(readSection);
}

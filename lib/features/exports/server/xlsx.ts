import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { writeXlsx, type CellStyle } from "hucre/xlsx";
import { ZipFile } from "yazl";
import { cutCell } from "@/lib/model/fields/cut-cell";
import { displayDate } from "@/lib/model/fields/day";
import type { Cell } from "@/lib/model/fields/field";
import { withoutTrailing } from "@/lib/model/pure/without-trailing";
import { expectDefined } from "@/lib/base/errors/invariant";
import { getAt } from "@/lib/model/pure/get-at";
import { unpacked, zipParts } from "@/lib/base/documents/zip-parts";
import type { PrintedHeading, SheetContent } from "./sheet";
import { maxOf } from "@/lib/model/pure/long-lists";

/*
 * The library writes styles and print settings only for a workbook in memory, not for a stream. So it
 * writes a small template with the header and an example of each style, and the rows are streamed
 * into the template's sheet.
 */

/**
 * The first day that is written as a date. Earlier days are written as text: Excel's calendar is
 * wrong for them, or does not reach back that far.
 */
const FIRST_DAY = "1900-03-01";
/** The day with the number 0 in Excel's calendar. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60_000;
const DAY_FORMAT = "dd.mm.yyyy";

const FONT = { name: "Calibri", size: 11 };
const HEADER_STYLE: CellStyle = {
  font: { ...FONT, bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "DCE6F1" } },
  border: { bottom: { style: "thin", color: { rgb: "8EA9C8" } } },
  alignment: { vertical: "top", wrapText: true },
};
const LINE: CellStyle["border"] = { bottom: { style: "hair", color: { rgb: "A6A6A6" } } };
const TEXT_STYLE: CellStyle = { font: FONT, border: LINE, alignment: { vertical: "top", wrapText: true } };
const DAY_STYLE: CellStyle = {
  ...{ font: FONT, border: LINE, alignment: { vertical: "top", horizontal: "left" } },
  numFmt: DAY_FORMAT,
};

/** Widths in characters. The arrow of the filter takes some of the header's. */
const MIN_WIDTH = 6;
const DAY_WIDTH = 12;
const ARROW_WIDTH = 4;
/** Excel measures widths in digits. On average, so many letters fit into the width of one digit. */
const LETTERS_A_DIGIT = 1.15;
/** Heights in points; Excel's maximum is 409. */
const LINE_HEIGHT = 15;
const MAX_LINES = 27;
/** Excel's maximum length of a page header, in characters with its codes. */
const MAX_HEADING = 255;

/** Escapes text that looks like an encoded character (`_x0041_`), which Excel would decode. */
const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

const encoded = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
/** Escapes text for XML, and encodes characters that XML cannot contain or would change. */
const xmlText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g, encoded)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** Returns the letters of a column, from 0: A to Z, then AA. */
const lettersOf = (index: number): string =>
  (index >= 26 ? lettersOf(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

/** Indexes of the styles in the workbook. */
type Styles = { text: string; day: string };

function cellXml(cell: Cell, at: string, styles: Styles): string {
  if (cell === null || cell === "") return `<c r="${at}" s="${styles.text}"/>`;
  if (typeof cell === "number") return `<c r="${at}" s="${styles.text}"><v>${cell}</v></c>`;
  if (typeof cell === "object" && cell.day >= FIRST_DAY) {
    const days = Math.round((Date.parse(`${cell.day}T00:00:00Z`) - EPOCH_MS) / DAY_MS);
    return `<c r="${at}" s="${styles.day}"><v>${days}</v></c>`;
  }
  const text = typeof cell === "object" ? displayDate(cell.day) : cutCell(escaped(cell));
  return `<c r="${at}" s="${styles.text}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** Replaces characters that Excel forbids in sheet names, and truncates to its limit. */
const sheetName = (name: string) => name.replace(/[:\\/?*[\]]/g, " ").slice(0, 31);

/** Doubles the character that begins a code in page headers. */
const plain = (text: string) => text.replaceAll("&", "&&");

/** Returns the header of the printed pages; filters that do not fit are cut. */
function pageHeader({ title, filters, day }: PrintedHeading): string {
  const begin = `&L&"-,Bold"${plain(title)}&"-,Regular"`;
  const end = `&R${plain(day)}`;
  const room = MAX_HEADING - begin.length - end.length - 1;
  const words = plain(filters);
  const fitting = words.length <= room ? words : `${withoutTrailing(words.slice(0, Math.max(0, room - 1)), "&")}…`;
  return `${begin}${words && room > 1 ? `\n${fitting}` : ""}${end}`;
}

/**
 * Estimates the number of lines of a wrapped cell, for the row's height: LibreOffice does not compute
 * the heights of all rows when it opens a file.
 */
function linesOf(cell: Cell, width: number): number {
  if (typeof cell !== "string" || (cell.length <= width && !cell.includes("\n"))) return 1;
  let lines = 0;
  for (const paragraph of cell.split("\n")) {
    let used = 0;
    lines += 1;
    for (const word of paragraph.split(" ")) {
      const next = used === 0 ? word.length : used + 1 + word.length;
      if (next <= width) used = next;
      else {
        // A word that is longer than a line is broken.
        lines += (used > 0 ? 1 : 0) + Math.floor(Math.max(0, word.length - 1) / width);
        used = ((word.length - 1) % width) + 1;
      }
    }
  }
  return Math.min(lines, MAX_LINES);
}

/** Returns the widths of the columns by their headers and first rows. */
function widthsOf(columns: SheetContent["columns"], rows: readonly (readonly Cell[])[]): number[] {
  const lengthOf = (cell: Cell | undefined) =>
    typeof cell === "string"
      ? maxOf(
          cell.split("\n").map((line) => line.length),
          0,
        )
      : typeof cell === "number"
        ? String(cell).length
        : 0;
  return columns.map(({ header, isDays, maxWidth }, index) => {
    // A long header wraps between its words.
    const word =
      maxOf(
        header.split(/[\s-]/).map((part) => part.length),
        0,
      ) + ARROW_WIDTH;
    if (isDays) return Math.max(DAY_WIDTH, word);
    const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row[index])), MIN_WIDTH);
    return Math.max(word, Math.min(maxWidth, longest + 1));
  });
}

type Part = { name: string; xml: string };

/** Writes a workbook with the header row and an example of each style, which the rows replace. */
async function templateOf({ name, columns, heading }: SheetContent, widths: readonly number[]): Promise<Part[]> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(name),
        rows: [columns.map(({ header }) => escaped(header)), ["text", new Date(0)]],
        columns: widths.map((width) => ({ width })),
        cells: new Map([
          ...columns.map((_, index) => [`0,${index}`, { style: HEADER_STYLE }] as const),
          ["1,0", { style: TEXT_STYLE }] as const,
          ["1,1", { style: DAY_STYLE }] as const,
        ]),
        freezePane: { rows: 1 },
        autoFilter: { range: "A1:A1" },
        pageSetup: {
          ...{ paperSize: "a4", orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
          margins: { left: 0.4, right: 0.4, top: 0.9, bottom: 0.6, header: 0.3, footer: 0.3 },
          printTitlesRow: "$1:$1",
        },
        headerFooter: { oddHeader: pageHeader(heading), oddFooter: `&R${heading.page("&P", "&N")}` },
      },
    ],
  });
  return Promise.all(zipParts(bytes).map(async (part) => ({ name: part.name, xml: await readText(unpacked(part)) })));
}

const SHEET = "xl/worksheets/sheet1.xml";
const EXAMPLES = /<row r="2">.*?<c r="A2"[^>]*? s="(\d+)".*?<c r="B2"[^>]*? s="(\d+)".*?<\/row>/s;

/** Streams the sheet: the template's, with the rows in the place of its examples. */
async function* sheetXml(
  template: string,
  widths: readonly number[],
  chunks: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  const examples = expectDefined(EXAMPLES.exec(template), "the rows with the styles");
  const styles = { text: expectDefined(examples[1], "a style"), day: expectDefined(examples[2], "a style") };
  const letters = widths.map((_, index) => lettersOf(index));
  // The dimension is optional, and unknown before the last row.
  yield template.slice(0, examples.index).replace(/<dimension[^>]*>/, "");
  let number = 1;
  for await (const rows of chunks) {
    let xml = "";
    for (const row of rows) {
      number += 1;
      const cells = row.map((cell, index) => cellXml(cell, `${letters[index]}${number}`, styles)).join("");
      const lines = maxOf(
        row.map((cell, index) => linesOf(cell, Math.floor(getAt(widths, index) * LETTERS_A_DIGIT))),
        1,
      );
      xml += `<row r="${number}" ht="${lines * LINE_HEIGHT}">${cells}</row>`;
    }
    if (xml) yield xml;
  }
  const end = template.slice(examples.index + examples[0].length);
  yield end.replace(/<autoFilter ref="[^"]*"/, `<autoFilter ref="A1:${letters.at(-1)}${number}"`);
}

/** Yields a chunk that was already read, and then the others. */
async function* startingWith<Value>(first: IteratorResult<Value>, others: AsyncIterator<Value>): AsyncGenerator<Value> {
  for (let next = first; !next.done; next = await others.next()) yield next.value;
}

/**
 * Streams a sheet as xlsx, ready to be printed: texts are never formulas, numbers and days are typed
 * cells. Columns are as wide as the first rows need.
 */
export async function xlsxStream(content: SheetContent): Promise<ReadableStream<Uint8Array>> {
  const chunks = (content.rows as unknown as AsyncIterable<readonly Cell[][]>)[Symbol.asyncIterator]();
  const first = await chunks.next();
  const widths = widthsOf(content.columns, first.done ? [] : first.value);
  const parts = await templateOf(content, widths);
  const { xml } = expectDefined(
    parts.find(({ name }) => name === SHEET),
    "the sheet",
  );
  const sheet = Readable.from(sheetXml(xml, widths, startingWith(first, chunks)), {
    objectMode: false,
  });
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  zip.on("error", fail);
  sheet.on("error", fail);
  output.on("close", () => {
    sheet.destroy();
    // Explicitly, because a generator that was never started does not end its source.
    void chunks.return?.();
  });
  for (const part of parts) {
    if (part.name === SHEET) zip.addReadStream(sheet, part.name);
    else zip.addBuffer(Buffer.from(part.xml), part.name);
  }
  zip.end();
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}

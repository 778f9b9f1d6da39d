import { IMPORT_MAX_COLUMNS } from "../../../limits";
import { FileRefused } from "./table-rows";
import { unpacked, zipParts, type ZipPart } from "../../web/zip-parts";

/*
 * Finds formulas without a cached value. Programs other than Excel write them, and the workbook
 * reader reports them as empty cells.
 */

// These patterns take linear time: none visits a position more than a few times, whatever the
// input.
const SHEET = /<(?:\w+:)?sheet\s[^<>]*?:id="([^"]+)"/;
const RELATIONSHIP = /<(?:\w+:)?Relationship\s[^<>]*>/g;
/** Matches a cell that has content; `FORMULA` and `VALUE` match within this content. */
const CELL = /<(?:\w+:)?c(\s[^<>]*[^<>/])?>(.*?)<\/(?:\w+:)?c>/gs;
const FORMULA = /<(?:\w+:)?f[\s>/]/;
const VALUE = /<(?:\w+:)?v(?:\s[^<>]*)?>[^<]/;
/**
 * Matches the attributes of a cell whose formula returns text. Such a formula may have an empty
 * text as its cached value, and then has no `VALUE`.
 */
const EMPTY_TEXT = /\st="str"/;
/** Matches the content of a cell that shows a value: a cached value or an inline text. */
const FILLED = /<(?:\w+:)?[vt](?:\s[^<>]*)?>[^<]/;
const REFERENCE = /\sr="([A-Z]+\d+)"/;
/**
 * Maximum characters kept of an incomplete cell: longer than any cell of Excel, however its
 * characters are escaped.
 */
const LONGEST = 250_000;
/**
 * Maximum number of formulas without a cached value: far more than any sheet within the row limit
 * of an import has.
 */
const MOST = 1_000_000;

async function textOf(part: ZipPart | undefined): Promise<string> {
  const pieces: Buffer[] = [];
  if (part) for await (const piece of unpacked(part)) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

/** Finds the archive part of the first sheet. */
async function firstSheet(parts: readonly ZipPart[]): Promise<ZipPart | undefined> {
  const named = (name: string) => parts.findLast((part) => part.name === name);
  const id = SHEET.exec(await textOf(named("xl/workbook.xml")))?.[1];
  const all = (await textOf(named("xl/_rels/workbook.xml.rels"))).match(RELATIONSHIP) ?? [];
  const own = all.find((relationship) => id !== undefined && relationship.includes(` Id="${id}"`));
  const target = / Target="([^"]+)"/.exec(own ?? "")?.[1] ?? "";
  return named(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
}

/**
 * Returns the position after the last complete cell in `xml`, or 0 if there is no complete cell.
 */
function endOfCells(xml: string): number {
  const ends = ["</c>", ":c>"].map((tag) => ({ tag, at: xml.lastIndexOf(tag) }));
  return Math.max(...ends.map(({ tag, at }) => (at < 0 ? 0 : at + tag.length)));
}

const LETTERS = /^[A-Z]+/;
/** Returns the column number of a cell reference such as `B2`; the first column is 1. */
const columnNumber = (reference: string) =>
  Array.from(LETTERS.exec(reference)?.[0] ?? "").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * Scans the first sheet of a workbook. Called before the workbook reader, which allocates an array
 * up to the last cell of each row.
 * @returns the references, such as `B2`, of formulas without a cached value
 * @throws FileRefused where a filled cell is beyond the column limit of an import
 * @throws RangeError where there are more such formulas than a table has cells
 */
export async function inspectSheet(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const sheet = await firstSheet(zipParts(bytes));
  if (!sheet) return found;
  const decoder = new TextDecoder();
  let xml = "";
  for await (const piece of unpacked(sheet)) {
    xml += decoder.decode(piece, { stream: true });
    const end = endOfCells(xml);
    const cells = xml.slice(0, end);
    xml = xml.length - end > LONGEST ? "" : xml.slice(end);
    for (const [, attributes = "", content = ""] of cells.matchAll(CELL)) {
      const reference = REFERENCE.exec(attributes)?.[1];
      if (reference === undefined) continue;
      if (columnNumber(reference) > IMPORT_MAX_COLUMNS && FILLED.test(content))
        throw new FileRefused("too_many_columns");
      if (!FORMULA.test(content) || VALUE.test(content) || EMPTY_TEXT.test(attributes)) continue;
      found.add(reference);
      if (found.size > MOST) throw new RangeError("More formulas than a table has cells");
    }
  }
  return found;
}

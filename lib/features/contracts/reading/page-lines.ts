/** A line of a page, without the white space around it: `page.slice(start, end)`. */
export type PageLine = {
  page: number;
  start: number;
  end: number;
  text: string;
  /** Whether a blank line, or the begin of the page, is before it. */
  isAfterGap: boolean;
};

const MAX_PAGES = 500;
const MAX_CHARACTERS = 2_000_000;
/** Pages with more lines are no contract; further ones are not read. */
const MAX_LINES = 60_000;

/** How many lines at either edge of a page may be its header or footer. */
const EDGE_LINES = 3;
const MAX_HEADER_LENGTH = 160;

const PAGE_NUMBER = /^[-–— ]*(?:seite|page|blatt|s\.|p\.)? ?\d{1,3}(?: ?(?:von|of|\/) ?\d{1,3})?[-–— ]*$/i;
/** A line with the number of its page at an end, such as `Agreement of … Page 2 of 5`. */
const NUMBERED = /\b(?:seite|page|blatt) \d{1,3}(?: ?(?:von|of|\/) ?\d{1,3})?[-–— ]*$|^(?:seite|page|blatt) \d{1,3}\b/i;
const RULE = /^[-–—=*~ ]{5,}$/;

/** Fewer lines with a gap at one column are a table or signatures side by side. */
const MIN_COLUMN_LINES = 8;
const MIN_COLUMN_SHARE = 0.4;
/** A gap before this column is behind the number of a clause. */
const MIN_COLUMN = 25;

/** Cuts the pages to what is read of a file. */
export function limitPages(pages: readonly string[]): readonly string[] {
  let left = MAX_CHARACTERS;
  return pages.slice(0, MAX_PAGES).map((page) => {
    const read = page.slice(0, left);
    left -= read.length;
    return read;
  });
}

/** Finds the column at which the right column of a page in two columns begins. */
function rightColumn(lines: readonly string[]): number | null {
  const counts = new Map<number, number>();
  let filled = 0;
  for (const line of lines) {
    if (line.trim() !== "") filled += 1;
    const gap = /\S {3,}(?=\S)/.exec(line.slice(0, 200));
    const column = gap ? gap.index + gap[0].length : 0;
    if (column >= MIN_COLUMN) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [column, count] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  return count >= MIN_COLUMN_LINES && count >= filled * MIN_COLUMN_SHARE ? column : null;
}

type RawLine = { start: number; text: string };

function rawLines(page: string, limit: number): RawLine[] {
  const lines: RawLine[] = [];
  for (let start = 0; start <= page.length && lines.length < limit;) {
    const found = page.indexOf("\n", start);
    const end = found === -1 ? page.length : found;
    lines.push({ start, text: page.slice(start, end) });
    start = end + 1;
  }
  return lines;
}

/** Returns the lines of a page in reading order: of two columns, the left one first. */
function inReadingOrder(lines: readonly RawLine[]): readonly RawLine[] {
  const column = rightColumn(lines.map(({ text }) => text));
  if (column === null) return lines;
  const left: RawLine[] = [];
  const right: RawLine[] = [];
  for (const { start, text } of lines) {
    const isSplit = text.slice(column - 2, column).trim() === "";
    left.push({ start, text: isSplit ? text.slice(0, column) : text });
    right.push({ start: start + column, text: isSplit ? text.slice(column) : "" });
  }
  return [...left, ...right];
}

function pageLines(page: string, number: number, limit: number): PageLine[] {
  const lines: PageLine[] = [];
  let isAfterGap = true;
  for (const { start, text } of inReadingOrder(rawLines(page, limit))) {
    const trimmed = text.trim();
    if (trimmed.length <= MAX_HEADER_LENGTH && RULE.test(trimmed)) continue;
    if (trimmed !== "") {
      const from = start + (text.length - text.trimStart().length);
      lines.push({ page: number, start: from, end: from + trimmed.length, text: trimmed, isAfterGap });
    }
    isAfterGap = trimmed === "";
  }
  return lines;
}

/** What headers and footers have in common on all pages: their text without numbers. */
const headerKey = (text: string) => text.slice(0, MAX_HEADER_LENGTH).replace(/\d+/g, "#").replace(/\s+/g, " ");

const edgesOf = (lines: readonly PageLine[]) => new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]);

/**
 * Returns the lines of the pages in reading order, without headers, footers, page numbers and rules,
 * which would interrupt sentences.
 */
export function pageLinesOf(pages: readonly string[]): PageLine[] {
  let left = MAX_LINES;
  const byPage = pages.map((page, number) => {
    const lines = pageLines(page, number, left);
    left -= lines.length;
    return lines;
  });
  const filled = byPage.filter((lines) => lines.length > 0);
  const counts = new Map<string, number>();
  for (const lines of filled) {
    const keys = new Set([...edgesOf(lines)].map(({ text }) => headerKey(text)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRepeated = (text: string) => (counts.get(headerKey(text)) ?? 0) >= Math.max(2, filled.length / 3);
  return byPage.flatMap((lines) => {
    const edges = edgesOf(lines);
    return lines.filter(
      (line) =>
        !edges.has(line) ||
        !(
          isRepeated(line.text) ||
          PAGE_NUMBER.test(line.text) ||
          (line.text.length <= MAX_HEADER_LENGTH && NUMBERED.test(line.text))
        ),
    );
  });
}

import { csvCells, UnclosedQuoteError } from "@/lib/model/values/csv-cells";

/** The possible delimiters, in order of preference where several fit equally well. */
const DELIMITERS = [";", ",", "\t"] as const;
type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_ROWS = 50;
const SAMPLE_LENGTH = 1_000_000;
/**
 * A delimiter that does not occur in the first row, and yields only two columns, is accepted only
 * if at least this share of rows has the same number of cells; otherwise it is punctuation.
 */
const MIN_SHARE = 0.8;

/** Excel's first line that declares the delimiter. */
const DECLARATION = /^sep=([;,\t])(?:[\r\n]|$)/i;

type Candidate = { delimiter: Delimiter; columns: number; share: number; headerColumns: number };

/** Returns the numbers of cells of the first filled rows, up to a quote that the sample does not close. */
function sampleWidths(sample: string, delimiter: Delimiter): number[] {
  const widths: number[] = [];
  try {
    for (const cells of csvCells(sample, delimiter)) {
      if (cells.some((cell) => cell.trim() !== "")) widths.push(cells.length);
      if (widths.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
  }
  return widths;
}

function candidateOf(sample: string, delimiter: Delimiter): Candidate {
  const widths = sampleWidths(sample, delimiter);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [columns, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [1, 0]);
  return { delimiter, columns, share: count / Math.max(1, widths.length), headerColumns: widths.at(0) ?? 1 };
}

/**
 * Sort order in which the best candidate comes first: by consistency of the rows, then by number of
 * columns, then by the order of `DELIMITERS`.
 */
const byFit = (a: Candidate, b: Candidate) => b.share - a.share || b.columns - a.columns;

/**
 * Returns the delimiter that the first line of a csv file declares for Excel (`sep=;`), which is then
 * no row of the table.
 */
export const declaredDelimiter = (text: string): string | undefined => DECLARATION.exec(text)?.[1];

/**
 * Detects the delimiter of a csv file: the one that splits its first rows most consistently into
 * several columns. A delimiter that the first row contains takes precedence over one that only
 * later rows contain.
 * @returns `;` for a file of one column
 */
export function detectDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const candidates = DELIMITERS.map((delimiter) => candidateOf(sample, delimiter)).filter(({ columns }) => columns > 1);
  const inHeader = candidates.filter(({ headerColumns }) => headerColumns > 1);
  const belowTitle = candidates.filter(({ share, columns }) => share >= MIN_SHARE || columns > 2);
  const [best] = (inHeader.length > 0 ? inHeader : belowTitle).toSorted(byFit);
  return best?.delimiter ?? DELIMITERS[0];
}

import { cleanText } from "@/lib/model/pure/clean-text";
import { csvCells, UnclosedQuoteError } from "@/lib/model/values/csv-cells";
import type { Encoding } from "../../../encodings";
import { unescapeFormula } from "@/lib/features/exports/server/csv";
import { declaredDelimiter, detectDelimiter } from "./csv-delimiter";
import { decodeText } from "./decode-text";
import type { ReadOptions } from "../read-table";
import { cellOf, FileRefused, RowCollector, type ImportCell } from "../table-rows";

/** A file with a NUL among this many first characters is refused as binary. */
const BINARY_CHECK_LENGTH = 4_096;

/** The rows of a csv file and the encoding that it was read in; it has neither sheets nor merged cells. */
type CsvTable = { rows: RowCollector; encoding: Encoding; sheet: null; sheets: null; groups: [] };

const csvCell = (text: string): ImportCell =>
  text.startsWith("=") ? { formula: text } : cellOf(unescapeFormula(text));

/** Yields the rows of a csv text. @throws FileRefused unclosed_quote */
function* cellsOrRefusal(text: string, delimiter: string): Generator<string[], void> {
  try {
    yield* csvCells(text, delimiter);
  } catch (error) {
    throw error instanceof UnclosedQuoteError ? new FileRefused("unclosed_quote", error.line) : error;
  }
}

/**
 * Parses the rows of a csv file.
 * @throws FileRefused
 */
export function csvRows(bytes: Uint8Array, options: Pick<ReadOptions, "encoding">): CsvTable {
  const { text, encoding } = decodeText(bytes, options.encoding);
  if (text.slice(0, BINARY_CHECK_LENGTH).includes("\0")) throw new FileRefused("unreadable");
  // Before the text is split, because an invisible character may precede a quote or an equals sign.
  const seen = cleanText(text);
  const declared = declaredDelimiter(seen);
  const rows = new RowCollector(true);
  let row = 0;
  for (const cells of cellsOrRefusal(seen, declared ?? detectDelimiter(seen))) {
    row += 1;
    if (row === 1 && declared) continue;
    rows.add(row, cells.map(csvCell));
  }
  return { rows, encoding, sheet: null, sheets: null, groups: [] };
}

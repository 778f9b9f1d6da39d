import Papa from "papaparse";
import { unescapeFormula } from "../../exports/csv";
import { detectDelimiter } from "./csv-delimiter";
import { cellOf, FileRefused, RowCollector, type ImportCell } from "./table-rows";

/**
 * The characters of Windows-1252 from 0x80 to 0x9f, where it differs from Latin-1; Node's
 * "windows-1252" decoder ignores the difference.
 */
const WINDOWS_SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const fromWindows = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);

/**
 * Decodes UTF-16 and UTF-8; decodes all other bytes as Windows-1252, the encoding that German Excel
 * writes.
 */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fromWindows(bytes);
  }
}

/** A file with a NUL among this many first characters is refused as binary. */
const BINARY_CHECK_LENGTH = 4_096;

const csvCell = (text: string): ImportCell => {
  if (text.startsWith("=")) return { formula: text };
  const unescaped = unescapeFormula(text);
  return unescaped === text ? cellOf(text) : unescaped;
};

/**
 * Parses the rows of a csv file.
 * @throws FileRefused
 */
export function csvRows(bytes: Uint8Array): RowCollector {
  const text = decode(bytes);
  if (text.slice(0, BINARY_CHECK_LENGTH).includes("\0")) throw new FileRefused("unreadable");
  const rows = new RowCollector();
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter: detectDelimiter(text),
    // Papa Parse's fast mode would split the whole file before the first limit is checked.
    fastMode: false,
    step({ data, errors }) {
      if (errors.some(({ code }) => code === "MissingQuotes")) throw new FileRefused("unreadable");
      row += 1;
      rows.add(row, data.map(csvCell));
    },
  });
  return rows;
}

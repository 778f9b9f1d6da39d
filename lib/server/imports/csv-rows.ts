import Papa from "papaparse";
import { withFormula } from "../exports/csv";
import { cellOf, refusedFile, rowCollector, type ImportCell, type TableRow } from "./table-rows";

/** The signs from 0x80 on that Windows has where Latin-1 has none; Node's own decoder of "windows-1252" leaves them out. */
const WINDOWS_SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const fromWindows = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);

/** UTF-8, or what German Excel writes otherwise. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fromWindows(bytes);
  }
}

/** So much of a file shows whether it is one of text, and so much what its columns are separated by. */
const LOOKED_AT = 4_096;
const GUESSED_BY = 1_000_000;

const csvCell = (text: string): ImportCell => {
  if (text.startsWith("=")) return { formula: text };
  const told = withFormula(text);
  return told === text ? cellOf(text) : told;
};

/** The rows of a csv file. @throws AppError validation_failed */
export function csvRows(bytes: Uint8Array): TableRow[] {
  const text = decode(bytes);
  if (text.slice(0, LOOKED_AT).includes("\0")) throw refusedFile("unreadable");
  const guess = Papa.parse(text.slice(0, GUESSED_BY), { preview: 10, delimitersToGuess: [";", ",", "\t"] });
  const { rows, add } = rowCollector();
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter: guess.meta.delimiter,
    // The fast one makes all lines at once, however many there are.
    fastMode: false,
    step({ data, errors }) {
      if (errors.some(({ code }) => code === "MissingQuotes")) throw refusedFile("unreadable");
      row += 1;
      add(row, data.map(csvCell));
    },
  });
  return rows;
}

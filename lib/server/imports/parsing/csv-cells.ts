import { FileRefused } from "./table-rows";

const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];

/** Returns the position of the quote that closes the one at `open`; -1 if there is none. */
function findClosingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

/** Returns the number of the line, from 1, that contains a position. */
function lineAt(text: string, position: number): number {
  let line = 1;
  for (const { index } of text.matchAll(/\r\n|\r|\n/g)) {
    if (index >= position) break;
    line += 1;
  }
  return line;
}

/** Returns the position after an unquoted text. A loop is faster here than `indexOf`, because cells are short. */
function findTextEnd(text: string, start: number, separator: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === LF || code === CR) return at;
  }
  return text.length;
}

/**
 * Parses a csv text row by row. CRLF, LF and CR each end a row outside quotes. A cell that begins with a
 * quote is literal up to the closing quote, `""` being a quote; text after it belongs to the cell, too.
 * @param delimiter the character between cells
 * @returns the cells of each row, empty rows included
 * @throws FileRefused unclosed_quote with the line where the quoted cell begins
 */
export function* csvCells(text: string, delimiter: string): Generator<string[], void> {
  const separator = delimiter.charCodeAt(0);
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    let isRowEnd = false;
    while (!isRowEnd) {
      let quoted = "";
      if (text.charCodeAt(at) === QUOTE) {
        const close = findClosingQuote(text, at);
        if (close === -1) throw new FileRefused("unclosed_quote", lineAt(text, at));
        quoted = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
      }
      const end = findTextEnd(text, at, separator);
      cells.push(quoted + text.slice(at, end));
      isRowEnd = text.charCodeAt(end) !== separator;
      at = end + 1;
    }
    if (text.charCodeAt(at - 1) === CR && text.charCodeAt(at) === LF) at += 1;
    yield cells;
  }
}

const [QUOTE, CR, LF] = [0x22, 0x0d, 0x0a];

/** Thrown for a quoted cell without its closing quote; `line` is the line in which it begins, from 1. */
export class UnclosedQuoteError extends Error {
  constructor(readonly line: number) {
    super("unclosed_quote");
    this.name = "UnclosedQuoteError";
  }
}

/**
 * Returns the position after lone surrogates, which stand for undecodable bytes. Before a quote they must
 * not hide it: the rest of a quoted cell would be read as other cells, or as another row.
 */
function skipUndecodable(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) >= 0xdc80 && text.charCodeAt(at) <= 0xdcff) at += 1;
  return at;
}

/** Returns the position of the quote that closes the one at `open`; -1 if there is none. */
function findClosingQuote(text: string, open: number): number {
  let [close, next] = [open, open];
  do {
    close = text.indexOf('"', next + 1);
    next = skipUndecodable(text, close + 1);
  } while (close !== -1 && text.charCodeAt(next) === QUOTE);
  return close;
}

/** Returns the position after an unquoted text. For short cells, a loop is faster than `indexOf`. */
function findTextEnd(text: string, start: number, separator: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === LF || code === CR) return at;
  }
  return text.length;
}

/** Returns the number of the line, from 1, in which a position is. */
function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = 0; at < position; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) line += 1;
  }
  return line;
}

/**
 * Parses a csv text row by row. CRLF, LF and CR each end a row outside quotes. A cell that begins with a
 * quote is literal up to the closing quote, `""` being a quote; text after it belongs to the cell, too.
 * @param delimiter the character between cells
 * @returns the cells of each row, empty rows included
 * @throws UnclosedQuoteError
 */
export function* csvCells(text: string, delimiter: string): Generator<string[], void> {
  const separator = delimiter.charCodeAt(0);
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    let isRowEnd = false;
    while (!isRowEnd) {
      let quoted = "";
      const open = skipUndecodable(text, at);
      if (text.charCodeAt(open) === QUOTE) {
        const close = findClosingQuote(text, open);
        if (close === -1) throw new UnclosedQuoteError(lineAt(text, open));
        quoted = text.slice(at, open) + text.slice(open + 1, close).replaceAll('""', '"');
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

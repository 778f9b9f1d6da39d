import { readFileSync } from "node:fs";

const CELL = /("(?:[^"]|"")*"|[^,\n]*)(,|\n|$)/gy;

/** Reads a comma-separated file with a header row (RFC 4180) into one object per row. */
export function readCsv<Column extends string>(path: string, columns: readonly Column[]): Record<Column, string>[] {
  const [header = [], ...rows] = parse(readFileSync(path, "utf8"));
  const positions = columns.map((column) => [column, header.indexOf(column)] as const);
  const missing = positions.find(([, position]) => position < 0);
  if (missing) throw new Error(`${path} has no column ${missing[0]}`);
  return rows.map((row) => {
    const entries = positions.map(([column, position]) => [column, row.at(position) ?? ""]);
    return Object.fromEntries(entries) as Record<Column, string>;
  });
}

function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text);
    if (!match) throw new Error(`Not a cell at character ${CELL.lastIndex}`);
    const cell = match[1] ?? "";
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (match[2] !== ",") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

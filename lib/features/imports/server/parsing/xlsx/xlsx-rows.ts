import { IMPORT_MAX_COLUMNS } from "@/lib/model/limits";
import type { HeaderGroup, ReadOptions, Sheet } from "../read-table";
import { asRefusal, FileRefused, RowCollector, trimmedText, type MergedArea } from "../table-rows";
import { checkWorkbookLimits } from "./workbook-limits";
import { FIRST_ROWS, readSheet, type SheetReader } from "./xlsx-sheet";
import { readWorkbook, type Workbook } from "./xlsx-workbook";
import { maxOf } from "@/lib/model/pure/long-lists";

/** The rows of a workbook's sheet, its name, and all sheets. */
export type WorkbookTable = {
  rows: RowCollector;
  encoding: null;
  sheet: string | null;
  sheets: Sheet[];
  groups: HeaderGroup[];
};

/**
 * Reads all sheets, and the rows of the wanted one; without a wanted one, of the first visible one
 * that has known headers, else of the first visible one with a row.
 */
async function readSheets(workbook: Workbook, { sheet: sheetName, knownHeaders }: ReadOptions) {
  const sheets: Sheet[] = [];
  let chosen: { name: string; reader: SheetReader } | undefined;
  let isDecided = false;
  for (const sheet of workbook.sheets) {
    const { name, hidden } = sheet;
    const collects = !isDecided && (sheetName === undefined ? !hidden : name === sheetName);
    const reader = await readSheet(sheet, workbook, { collects, knownHeaders, needsHeader: chosen !== undefined });
    sheets.push({ name, hidden, rows: reader.count });
    if (!collects) continue;
    isDecided = sheetName !== undefined || reader.hasKnownHeader;
    const hasRows = reader.count > 0 || reader.refusal !== undefined;
    if (isDecided || (!chosen && hasRows)) chosen = { name, reader };
  }
  return { sheets, chosen };
}

/** Returns the cells of the first rows that are merged across columns, with the last row of each. */
function headerGroups(rows: RowCollector, areas: readonly MergedArea[]): HeaderGroup[] {
  const first = new Map(rows.firstRows(FIRST_ROWS).map(({ row, cells }) => [row, cells]));
  const lastRow = maxOf(first.keys(), 0);
  /** By the cell that has the text: areas of a valid workbook do not overlap. */
  const groups = new Map<string, HeaderGroup>();
  for (const area of areas) {
    const text = trimmedText(first.get(area.firstRow)?.[area.firstColumn]);
    const cell = `${area.firstRow},${area.firstColumn}`;
    if (area.lastColumn <= area.firstColumn || area.lastRow > lastRow || text === "" || groups.has(cell)) continue;
    const lastColumn = Math.min(area.lastColumn, IMPORT_MAX_COLUMNS - 1);
    groups.set(cell, { row: area.lastRow, firstColumn: area.firstColumn, lastColumn, text });
  }
  return [...groups.values()];
}

async function readRows(bytes: Uint8Array, options: ReadOptions): Promise<WorkbookTable> {
  await checkWorkbookLimits(bytes);
  const workbook = await readWorkbook(bytes);
  const isUnknown = options.sheet !== undefined && !workbook.sheets.some(({ name }) => name === options.sheet);
  if (isUnknown) throw new FileRefused("unknown_sheet");
  const { sheets, chosen } = await readSheets(workbook, options);
  if (chosen?.reader.refusal) throw chosen.reader.refusal;
  const { rows = new RowCollector(false), areas = [] } = chosen?.reader ?? {};
  const groups = headerGroups(rows, areas);
  rows.fillMerged(areas);
  return { rows, encoding: null, sheet: chosen?.name ?? null, sheets, groups };
}

/**
 * Parses the rows of a sheet of an xlsx file, with the texts that Excel shows.
 * @throws FileRefused
 */
export const xlsxRows = (bytes: Uint8Array, options: ReadOptions): Promise<WorkbookTable> =>
  readRows(bytes, options).catch((error: unknown) => {
    throw asRefusal(error);
  });

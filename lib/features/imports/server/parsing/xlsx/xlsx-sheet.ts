import { IMPORT_MAX_COLUMNS } from "@/lib/model/limits";
import { foldHeader } from "../../../fold-header";
import {
  asRefusal,
  FileRefused,
  RowCollector,
  SHEET_ROWS,
  trimmedText,
  type ImportCell,
  type MergedArea,
} from "../table-rows";
import { parseCell, type RawCell } from "./xlsx-cell";
import { StringItem } from "./xlsx-text";
import type { Workbook, Worksheet } from "./xlsx-workbook";
import { parseXml, type XmlAttributes, type XmlHandler } from "@/lib/base/documents/parse-xml";

/**
 * Number of filled rows in which headers are sought: `HEADER_ROWS` of `header-row.ts`, which would
 * bring all kinds of records into the worker's bundle.
 */
export const FIRST_ROWS = 20;
/** The number of columns of a sheet. */
const SHEET_COLUMNS = 16_384;
/** Maximum number of merged areas: five for each row of an import. */
const MAX_MERGED = 250_000;

const [CODE_A, CODE_Z] = [65, 90];

/** Returns the column of a cell reference such as `B2`, from 0; -1 if the reference has none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && column <= SHEET_COLUMNS; at += 1) {
    const code = reference.charCodeAt(at);
    if (code < CODE_A || code > CODE_Z) break;
    column = column * 26 + code - CODE_A + 1;
  }
  return column - 1;
}

/** Finds the area of a reference such as `A1:B3`. */
function findArea(reference: string): MergedArea | undefined {
  const [, ...found] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  const [firstColumn = "", firstRow, lastColumn = "", lastRow] = found;
  const area = { firstRow: Number(firstRow), lastRow: Number(lastRow) };
  return found.length === 0
    ? undefined
    : { ...area, firstColumn: columnOf(firstColumn), lastColumn: columnOf(lastColumn) };
}

/**
 * How to read a sheet.
 * @property collects whether its rows may be needed; otherwise they are only counted
 * @property knownHeaders the folded headers that make a sheet a table
 * @property needsHeader whether its rows are needed only if the first ones have a known header
 */
export type SheetOptions = { collects: boolean; knownHeaders: ReadonlySet<string>; needsHeader: boolean };

/**
 * Reads the rows of a sheet while its XML is parsed. A sheet that exceeds a limit of imports is read
 * on, because it counts only if this is the sheet that is imported.
 */
export class SheetReader implements XmlHandler {
  /** The number of filled rows. */
  count = 0;
  /** Whether one of the first filled rows has a known header. */
  hasKnownHeader = false;
  /** The rows, unless they are only counted. */
  rows: RowCollector | undefined;
  areas: MergedArea[] = [];
  /** Why the sheet cannot be imported. */
  refusal: FileRefused | undefined;

  private isInData = false;
  private row = 0;
  private isInRow = false;
  private isFilled = false;
  private cells: ImportCell[] = [];
  private column = -1;
  private cell: RawCell | undefined;
  private isInValue = false;

  constructor(
    private readonly workbook: Workbook,
    private readonly options: SheetOptions,
  ) {
    if (options.collects) this.rows = new RowCollector(false);
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case "c":
        if (this.isInRow) this.openCell(attributes);
        return;
      case "v":
        this.isInValue = this.cell !== undefined;
        return;
      case "f":
        if (this.cell) this.cell.hasFormula = true;
        return;
      case "is":
        if (this.cell) this.cell.item = new StringItem();
        return;
      case "row":
        if (this.isInData) this.openRow(attributes);
        return;
      case "sheetData":
        this.isInData = true;
        return;
      case "mergeCell":
        this.addArea(attributes.ref ?? "");
        return;
      default:
        this.cell?.item?.open(name);
    }
  }

  text(text: string): void {
    if (this.isInValue && this.cell) this.cell.value += text;
    else this.cell?.item?.text(text);
  }

  close(name: string): void {
    switch (name) {
      case "c":
        if (this.cell) this.closeCell(this.cell);
        return;
      case "v":
        this.isInValue = false;
        return;
      case "row":
        if (this.isInRow) this.closeRow();
        return;
      case "sheetData":
        this.isInData = false;
        return;
      default:
        this.cell?.item?.close(name);
    }
  }

  /** Records why the sheet cannot be imported and stops collecting its rows. */
  refuse(refusal: FileRefused): void {
    this.refusal ??= refusal;
    this.rows = undefined;
    this.areas = [];
  }

  /** Whether the row may have the headers of a table. */
  private get isHeaderSought(): boolean {
    return this.options.collects && this.count < FIRST_ROWS && !this.hasKnownHeader;
  }

  private openRow({ r: reference }: XmlAttributes): void {
    const row = reference ? Number(reference) : this.row + 1;
    // Row numbers come from the file, which may repeat them or exceed the size of a sheet.
    if (!Number.isInteger(row) || row <= this.row || row > SHEET_ROWS) throw new FileRefused("unreadable");
    this.row = row;
    this.isInRow = true;
    this.isFilled = false;
    this.cells = [];
    this.column = -1;
  }

  private openCell({ r: reference, t: type = "n", s: style }: XmlAttributes): void {
    this.column = reference ? columnOf(reference) : this.column + 1;
    if (this.column < 0 || this.column >= SHEET_COLUMNS) throw new FileRefused("unreadable");
    const isNeeded = this.rows !== undefined || this.isHeaderSought || !this.isFilled;
    this.cell = isNeeded ? { type, style: Number(style ?? 0), value: "", hasFormula: false } : undefined;
  }

  private closeCell(raw: RawCell): void {
    this.cell = undefined;
    const cell = parseCell(raw, this.workbook);
    if (trimmedText(cell) === "") return;
    this.isFilled = true;
    // Arrays end at the limit: in a far column, each row would have one of thousands of cells.
    if (this.column >= IMPORT_MAX_COLUMNS) return this.refuse(new FileRefused("too_many_columns"));
    while (this.cells.length < this.column) this.cells.push("");
    this.cells[this.column] = cell;
  }

  private closeRow(): void {
    this.isInRow = false;
    if (!this.isFilled) return;
    if (this.isHeaderSought) this.hasKnownHeader = this.cells.some((cell) => this.isKnownHeader(cell));
    this.count += 1;
    if (this.options.needsHeader && !this.hasKnownHeader && this.count >= FIRST_ROWS) this.rows = undefined;
    try {
      this.rows?.add(this.row, this.cells);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      this.refuse(error);
    }
  }

  private isKnownHeader(cell: ImportCell): boolean {
    const header = foldHeader(trimmedText(cell));
    return header !== "" && this.options.knownHeaders.has(header);
  }

  private addArea(reference: string): void {
    const area = this.rows && findArea(reference);
    if (!area) return;
    if (this.areas.length >= MAX_MERGED) this.refuse(new FileRefused("too_complex"));
    else this.areas.push(area);
  }
}

/**
 * Reads a sheet. One that is invalid has `refusal`, because another one may be imported.
 */
export async function readSheet({ part }: Worksheet, workbook: Workbook, options: SheetOptions): Promise<SheetReader> {
  const reader = new SheetReader(workbook, options);
  try {
    if (!part) throw new FileRefused("unreadable");
    await parseXml(part, reader);
  } catch (error) {
    reader.refuse(asRefusal(error));
  }
  return reader;
}

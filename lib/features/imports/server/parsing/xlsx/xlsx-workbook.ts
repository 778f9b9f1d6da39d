import { getFormatFromId } from "numfmt";
import { cleanTrimmed } from "@/lib/model/pure/clean-text";
import { NumberFormat } from "./number-format";
import { cellOf, type ImportCell } from "../table-rows";
import { StringItem } from "./xlsx-text";
import { findAttribute, parseXml, type XmlHandler } from "@/lib/base/documents/parse-xml";
import {
  getPart,
  isOfType,
  partsOf,
  readRelationships,
  type Parts,
  type Relationship,
} from "@/lib/base/documents/office-parts";
import type { ZipPart } from "@/lib/base/documents/zip-parts";

/** A worksheet of a workbook; `part` is undefined where the archive does not have it. */
export type Worksheet = { name: string; hidden: boolean; part: ZipPart | undefined };

/** The sheets of a workbook in their order, and what their cells refer to. */
export type Workbook = { sheets: Worksheet[]; strings: readonly ImportCell[]; formats: StyleFormats };

const isTrue = (text: string | undefined) => text === "1" || text === "true";

type SheetEntry = { name: string; hidden: boolean; id: string };

async function readSheetList(part: ZipPart): Promise<{ entries: SheetEntry[]; is1904: boolean }> {
  const entries: SheetEntry[] = [];
  let is1904 = false;
  await parseXml(part, {
    open(element, attributes) {
      if (element === "workbookPr") is1904 = isTrue(attributes.date1904);
      if (element !== "sheet") return;
      const { name = "", state = "visible" } = attributes;
      entries.push({ name, hidden: state !== "visible", id: findAttribute(attributes, "id") ?? "" });
    },
  });
  return { entries, is1904 };
}

/** Reads the shared strings, once for the many cells that may refer to a long one. */
async function readStrings(part: ZipPart): Promise<ImportCell[]> {
  const strings: ImportCell[] = [];
  let item: StringItem | undefined;
  await parseXml(part, {
    open(element) {
      if (element === "si") item = new StringItem();
      else item?.open(element);
    },
    text(text) {
      item?.text(text);
    },
    close(element) {
      item?.close(element);
      if (element !== "si" || !item) return;
      strings.push(cellOf(cleanTrimmed(item.value)));
      item = undefined;
    },
  });
  return strings;
}

/** Highest number of the formats that files do not contain, because all programs have them. */
const LAST_BUILT_IN = 58;
const builtInCode = (id: number) =>
  Number.isInteger(id) && id >= 0 && id <= LAST_BUILT_IN ? getFormatFromId(id, "de") : "General";

/** The number formats of a workbook's cell styles. */
class StyleFormats {
  private readonly byStyle = new Map<number, NumberFormat>();
  private readonly byCode = new Map<string, NumberFormat>();

  /**
   * @param codes the format codes of the styles in their order, such as `0%`
   * @param is1904 whether the workbook counts days from 1904 instead of 1900
   */
  constructor(
    private readonly codes: readonly string[],
    private readonly is1904: boolean,
  ) {}

  /** Returns the format of a style; "General" for an unknown one. */
  formatOf(style: number): NumberFormat {
    const known = this.byStyle.get(style);
    if (known) return known;
    const code = this.codes[style] ?? "General";
    const found = this.byCode.get(code) ?? new NumberFormat(code, this.is1904);
    this.byCode.set(code, found);
    this.byStyle.set(style, found);
    return found;
  }
}

/** Collects the format codes of the cell styles; formats and styles for other uses are ignored. */
class StyleReader implements XmlHandler {
  private readonly codes = new Map<number, string>();
  private readonly formatIds: number[] = [];
  private group = "";

  open(element: string, { numFmtId = "0", formatCode = "" }: Partial<Record<string, string>>): void {
    if (element === "numFmts" || element === "cellXfs") this.group = element;
    else if (element === "numFmt" && this.group === "numFmts") this.codes.set(Number(numFmtId), formatCode);
    else if (element === "xf" && this.group === "cellXfs") this.formatIds.push(Number(numFmtId));
  }

  close(element: string): void {
    if (element === this.group) this.group = "";
  }

  styleCodes = () => this.formatIds.map((id) => this.codes.get(id) ?? builtInCode(id));
}

async function readStyleCodes(part: ZipPart): Promise<string[]> {
  const styles = new StyleReader();
  await parseXml(part, styles);
  return styles.styleCodes();
}

/**
 * Returns the worksheets among the sheets, without charts and macros. A part belongs to one sheet, so
 * that a file cannot have it read many times.
 */
function worksheetsOf(parts: Parts, entries: readonly SheetEntry[], relationships: readonly Relationship[]) {
  const targets = new Map(relationships.filter(isOfType("worksheet")).map(({ id, target }) => [id, target]));
  const read = new Set<string>();
  return entries.flatMap(({ name, hidden, id }): Worksheet[] => {
    const target = targets.get(id);
    if (target === undefined || read.has(target)) return [];
    read.add(target);
    return [{ name, hidden, part: parts.get(target) }];
  });
}

/**
 * Reads a workbook except its sheets.
 * @throws Error for an invalid archive or document, and where a part is missing
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const parts = partsOf(bytes);
  const root = await readRelationships(parts, "");
  const name = root.find(isOfType("officeDocument"))?.target ?? "";
  const { entries, is1904 } = await readSheetList(getPart(parts, name));
  const relationships = await readRelationships(parts, name);
  const strings = relationships.find(isOfType("sharedStrings"));
  const styles = relationships.find(isOfType("styles"));
  return {
    sheets: worksheetsOf(parts, entries, relationships),
    strings: strings ? await readStrings(getPart(parts, strings.target)) : [],
    formats: new StyleFormats(styles ? await readStyleCodes(getPart(parts, styles.target)) : [], is1904),
  };
}

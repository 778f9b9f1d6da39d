import { zipOf } from "./archives";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Escapes a text for XML, in attributes too. */
export const xmlText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

type Target = { id: string; type: string; target: string };
const relationships = (targets: readonly Target[]) =>
  `<Relationships>${targets
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/**
 * A sheet of a test workbook.
 * @property rows the XML of its rows
 * @property merged references of merged areas, such as `A1:B1`
 * @property target where the workbook says that the sheet is; it is in `xl/worksheets`
 */
export type SheetXml = {
  name?: string;
  state?: string;
  type?: string;
  rows?: string;
  merged?: readonly string[];
  target?: string;
};

/**
 * A test workbook.
 * @property formats the number format of each cell style: a code, or the number of a built-in one
 * @property strings the XML inside the shared strings
 * @property properties attributes of the workbook's properties
 * @property parts parts that replace those of the workbook, by name
 */
export type WorkbookXml = {
  sheets: readonly SheetXml[];
  formats?: readonly (string | number)[];
  strings?: readonly string[];
  properties?: string;
  parts?: Readonly<Record<string, string | Buffer>>;
};

const CUSTOM = 164;

function stylesOf(formats: readonly (string | number)[]): string {
  const idOf = (format: string | number, style: number) => (typeof format === "number" ? format : CUSTOM + style);
  const custom = formats.flatMap((format, style) =>
    typeof format === "number" ? [] : [`<numFmt numFmtId="${idOf(format, style)}" formatCode="${xmlText(format)}"/>`],
  );
  const styles = formats.map((format, style) => `<xf numFmtId="${idOf(format, style)}"/>`).join("");
  return `<styleSheet xmlns="${MAIN}"><numFmts>${custom.join("")}</numFmts><cellStyleXfs><xf numFmtId="10"/></cellStyleXfs><cellXfs>${styles}</cellXfs><dxfs><dxf><numFmt numFmtId="${CUSTOM}" formatCode="&quot;dxf&quot;"/></dxf></dxfs></styleSheet>`;
}

const sheetOf = ({ rows = "", merged = [] }: SheetXml) =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData><mergeCells>${merged
    .map((area) => `<mergeCell ref="${area}"/>`)
    .join("")}</mergeCells></worksheet>`;

/** Returns an XLSX workbook with the given sheets, which may have XML that no program writes. */
export function workbookWith({ sheets, formats = [], strings = [], properties = "", parts = {} }: WorkbookXml) {
  const entries = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${xmlText(name ?? `Tabelle${at + 1}`)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
  );
  const targets = sheets.map(({ type = "worksheet", target }, at) => ({
    ...{ id: `rId${at + 1}`, type, target: target ?? `worksheets/sheet${at + 1}.xml` },
  }));
  return zipOf({
    "_rels/.rels": relationships([{ id: "rId1", type: "officeDocument", target: "xl/workbook.xml" }]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      ...targets,
      { id: "strings", type: "sharedStrings", target: "sharedStrings.xml" },
      { id: "styles", type: "styles", target: "styles.xml" },
    ]),
    "xl/styles.xml": stylesOf(formats),
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings.map((item) => `<si>${item}</si>`).join("")}</sst>`,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(sheet)])),
    ...parts,
  });
}

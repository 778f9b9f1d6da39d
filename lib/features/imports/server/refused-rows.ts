import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { KEY_HEADER } from "@/lib/features/exports/spreadsheet-columns";
import type { SheetContent } from "@/lib/features/exports/server/sheet";
import { printedHeading } from "@/lib/features/exports/server/spreadsheet";
import { validationKey } from "@/lib/model/messages/validation-key";
import { recordWords } from "@/lib/store/records/record-words";
import type { StoredImport, StoredRow } from "./imports-sql";
import { cellText, trimmedText, type ImportCell } from "./parsing/table-rows";
import { ownValue } from "@/lib/model/pure/own-value";

const messages = { de, en };

const isFormula = (cell: ImportCell | undefined) =>
  typeof cell === "object" && "formula" in cell && cell.formula.startsWith("=");

/** Formats the reasons why a row is refused, each with the header of the column concerned. */
function reasonsOf(
  definition: AnyDefinition,
  { headers, mapping }: StoredImport,
  { errors, cells }: StoredRow,
  locale: Locale,
): string {
  const words = createTranslator({ locale, messages: messages[locale], namespace: "validation" });
  return Object.entries(errors)
    .flatMap(([field, codes]) => {
      const header =
        headers.find((name) => ownValue(mapping, name) === field) ?? (field === definition.key ? KEY_HEADER : field);
      const declared = definition.fields[field];
      const max = declared?.max ?? 0;
      // Errors of the whole row have no column.
      const prefix = field === "" ? "" : `${header}: `;
      const cell = cells[headers.indexOf(header)];
      const formula = isFormula(cell) && cellText(cell) !== "=" ? ` (${cellText(cell)})` : "";
      return codes.map((code) => {
        const key = validationKey(code, cellText(cell));
        return prefix + (words.has(key) ? words(key, { max, min: 0, text: cellText(cell) }) : code) + formula;
      });
    })
    .join("; ");
}

/**
 * Text that replaces a formula: a spreadsheet program would calculate the formula, and if it were
 * escaped as text, the next upload would import it.
 */
const NO_VALUE: Readonly<Record<Locale, string>> = { de: "#NV", en: "#N/A" };

/** Maximum width of a column in characters. */
const MAX_WIDTH = 40;

/**
 * Returns the refused rows as they were uploaded, as a sheet with a further column of reasons. If the
 * uploaded file has such a column from an earlier download, it is replaced. A formula is replaced by
 * an error value, and values beyond the last header stay there, so that both are refused again until
 * they are corrected.
 */
export function refusedRows(
  definition: AnyDefinition,
  found: StoredImport,
  rows: readonly StoredRow[],
  locale: Locale,
): SheetContent {
  const reasons = LOCALES.map((each) => messages[each].imports.reason);
  const keptColumns = found.headers
    .map((header, at) => ({ header, at }))
    .filter(({ header }) => ownValue(found.mapping, header) !== null || !reasons.includes(header));
  const headers = [...keptColumns.map(({ header }) => header), messages[locale].imports.reason];
  const sheetRows = rows.map((row) => {
    const text = (cell: ImportCell) => (isFormula(cell) ? NO_VALUE[locale] : cellText(cell));
    const texts = keptColumns.map(({ at }) => text(row.cells.at(at) ?? ""));
    const extraCells = row.cells.slice(found.headers.length);
    const extraTexts = extraCells.slice(0, extraCells.findLastIndex((cell) => trimmedText(cell) !== "") + 1).map(text);
    return [...texts, reasonsOf(definition, found, row, locale), ...extraTexts];
  });
  const { readable, writable } = new TransformStream<string[][], string[][]>();
  const writer = writable.getWriter();
  writer.write(sheetRows).then(
    () => writer.close(),
    () => undefined,
  );
  const title = recordWords(locale)(`${definition.name}.many`);
  return {
    name: title,
    columns: headers.map((header) => ({ header, isDays: false, maxWidth: MAX_WIDTH })),
    rows: readable,
    heading: printedHeading(locale, { title, filters: messages[locale].imports.refused_rows }),
  };
}

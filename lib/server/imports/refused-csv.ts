import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { LOCALES, type Locale } from "../../i18n";
import type { AnyDefinition } from "../../records/kinds/define";
import { KEY_HEADER } from "../../records/spreadsheets/spreadsheet-columns";
import { csvStream } from "../exports/csv";
import type { StoredImport, StoredRow } from "./imports-sql";
import { cellText } from "./answers";
import type { ImportCell } from "./table-rows";

const messages = { de, en };

const isFormula = (cell: ImportCell | undefined) => typeof cell === "object" && cell.formula.startsWith("=");

/** Why a row was refused, in words: each reason with the heading of its column. */
function reasonsOf(
  definition: AnyDefinition,
  { headers, mapping }: StoredImport,
  { errors, cells }: StoredRow,
  locale: Locale,
): string {
  const words = createTranslator({ locale, messages: messages[locale], namespace: "validation" }) as unknown as (
    code: string,
    values: Record<string, number>,
  ) => string;
  const known: Readonly<Record<string, string>> = messages[locale].validation;
  return Object.entries(errors)
    .flatMap(([field, codes]) => {
      const header =
        Object.keys(mapping).find((name) => mapping[name] === field) ?? (field === definition.key ? KEY_HEADER : field);
      const declared = definition.fields[field];
      const max = declared?.max ?? 0;
      // What is wrong with the row as a whole has no column.
      const place = field === "" ? "" : `${header}: `;
      const cell = cells[headers.indexOf(header)];
      const formula = isFormula(cell) && cellText(cell) !== "=" ? ` (${cellText(cell)})` : "";
      return codes.map((code) => place + (code in known ? words(code, { max, min: 0 }) : code) + formula);
    })
    .join("; ");
}

/** What stands for a formula: a program would calculate it, and as a text it would come in the next time. */
const NO_VALUE: Readonly<Record<Locale, string>> = { de: "#NV", en: "#N/A" };

/** Refused rows as they came, with the reasons behind them; of a file with such reasons, these instead of the earlier ones. */
export function refusedCsv(
  definition: AnyDefinition,
  found: StoredImport,
  rows: readonly StoredRow[],
  locale: Locale,
): ReadableStream<Uint8Array> {
  const reasons = LOCALES.map((each) => messages[each].imports.reason);
  const kept = found.headers
    .map((header, at) => ({ header, at }))
    .filter(({ header }) => found.mapping[header] !== null || !reasons.includes(header));
  const headers = [...kept.map(({ header }) => header), messages[locale].imports.reason];
  const columns = headers.map((header) => ({ header, width: 0, isDays: false }));
  const told = rows.map((row) => {
    const cells = kept.map(({ at }) => row.cells.at(at) ?? "");
    const texts = cells.map((cell) => (isFormula(cell) ? NO_VALUE[locale] : cellText(cell)));
    return [...texts, reasonsOf(definition, found, row, locale)];
  });
  const { readable, writable } = new TransformStream<string[][], string[][]>();
  const writer = writable.getWriter();
  writer.write(told).then(
    () => writer.close(),
    () => undefined,
  );
  return csvStream({ name: "", columns, rows: readable });
}

import { missing, type Field } from "./field";

/** The words of the filter operator `in`; a filter contains their positions, here 0 and 1. */
const TOKENS = ["false", "true"] as const;

const WORDS = { de: ["nein", "ja"], en: ["no", "yes"] } as const;

/**
 * Parses the text of a spreadsheet cell. Returns a text that is neither yes nor no unchanged, so that
 * the schema rejects it.
 */
function parseFlag(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (["", "0", "nein", "no", "false"].includes(word)) return false;
  return ["1", "x", "ja", "yes", "true"].includes(word) ? true : text.trim();
}

/** Defines a field whose value is yes or no; by default no. */
export function flag(): Field<boolean> {
  return {
    control: "checkbox",
    schema: (z) =>
      z.pipe(
        z.transform((value: unknown) => (missing(value) ? false : value) as boolean),
        z.boolean({ error: "type" }),
      ),
    initial: false,
    empty: false,
    required: false,
    isWide: false,
    share: 1.4,
    minRem: 5,
    storage: {
      in: "column",
      type: "boolean",
      fromSql: (column) => column,
      shownSql: (column) => `CASE WHEN ${column} THEN 'ja' END`,
      emptySql: (column) => `NOT ${column}`,
    },
    operators: ["in"],
    tokens: TOKENS,
    errorCodes: ["type"],
    json: { sent: { type: "boolean" }, answered: { type: "boolean" }, hint: "" },
    text: (value, { locale }) => WORDS[locale][value === true ? 1 : 0],
    cell: (value, { locale }) => WORDS[locale][value === true ? 1 : 0],
    parse: parseFlag,
    rowText: (row, name, locale) => WORDS[locale][row[name] === true ? 1 : 0],
    sortNames: () => [],
  };
}

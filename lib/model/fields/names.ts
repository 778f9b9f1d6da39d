import { cleanText } from "../pure/clean-text";
import {
  firstError,
  isRequired,
  missing,
  NAME_SEPARATOR,
  type Field,
  type FieldErrorCode,
  type FieldOptions,
  type ValueSchema,
} from "./field";
import { isStorable } from "./text";

type NamesOptions = FieldOptions & { max: number; maxNames: number };

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * Cleans and trims names and removes empty names and duplicates; case is ignored. A name that contains
 * the cell separator is split, because an import would split it anyway.
 */
function normalizedNames(names: string[]): string[] {
  const byCase = new Map<string, string>();
  const parts = names.flatMap((one) => cleanText(one).replace(/\s+/g, " ").split(NAME_SEPARATOR));
  for (const name of parts.map((one) => one.trim())) {
    const folded = name.toLowerCase();
    if (name !== "" && !byCase.has(folded)) byCase.set(folded, name);
  }
  return [...byCase.values()];
}

/** How often each name may be sent, or how many empty ones: they are dropped. */
const MAX_REPETITIONS = 10;
/** Length of a separator between two names in one text. */
const SEPARATOR_LENGTH = NAME_SEPARATOR.length;

/**
 * Defines a field whose value is several names in free text, stored in one array column, such as a
 * record's aliases.
 * @param options.max maximum length of a name in UTF-16 units
 * @param options.maxNames maximum number of names
 */
export function names(options: NamesOptions): Field<string[]> {
  const { required = false, visibleWhen, max, maxNames } = options;
  const strict = isRequired(options);

  function errorOf(value: string[]): FieldErrorCode | null {
    if (strict && value.length === 0) return "required";
    return value.length > maxNames || value.some((name) => name.length > max) ? "max" : null;
  }

  /** Whether names are so many or so long that they cannot become a value: these are not tidied. */
  function isFarTooLong(names: unknown): boolean {
    if (!Array.isArray(names)) return false;
    const isTooLong = (name: unknown) =>
      typeof name === "string" && name.trim().length > maxNames * (max + SEPARATOR_LENGTH);
    return names.length > MAX_REPETITIONS * maxNames || names.some(isTooLong);
  }

  return {
    control: "names",
    schema: (z) => {
      const text = z.string({ error: "type" }).check(firstError((name) => (isStorable(name) ? null : "type")));
      const normalized = z.pipe(z.array(text, { error: "type" }), z.transform(normalizedNames));
      const list = z.transform((value: unknown) => (missing(value) ? [] : value) as string[]);
      const bounded = list.check(firstError((names) => (isFarTooLong(names) ? "max" : null)));
      return z.pipe(bounded, normalized).check(firstError(errorOf)) as ValueSchema<string[]>;
    },
    initial: [],
    empty: [],
    required,
    visibleWhen,
    maxNames,
    isWide: true,
    share: 4,
    minRem: 8.5,
    storage: {
      in: "column",
      type: "text[]",
      fromSql: (column) => column,
      shownSql: (column) => `nullif(array_to_string(${column}, ', '), '')`,
      emptySql: (column) => `cardinality(${column}) = 0`,
    },
    operators: ["contains", "empty"],
    errorCodes: ["type", "required", "max"],
    json: {
      sent: { type: "array", items: { type: "string", maxLength: max }, maxItems: maxNames },
      answered: { type: "array", items: { type: "string", maxLength: max }, maxItems: maxNames },
      hint: `At most ${maxNames}.`,
    },
    text: (value) => textsIn(value).join(", "),
    cell: (value) => textsIn(value).join(NAME_SEPARATOR),
    parse: (text) => (isFarTooLong([text]) ? [text] : normalizedNames([text])),
    rowText: (row, name) => textsIn(row[name]).join(", "),
    rowNames: (row, name) => textsIn(row[name]),
    sortNames: () => [],
  };
}

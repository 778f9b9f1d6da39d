import {
  listedNames,
  localizedName,
  referenceLists,
  shippedCode,
  type ReferenceListName,
} from "../reference-lists/reference-lists";
import {
  withoutDuplicates,
  entryIdShape,
  idSchema,
  idsSchema,
  isRequired,
  LINK_OPERATORS,
  missing,
  NAME_SEPARATOR,
  recordIdShape,
  type EntryIds,
  type EntryNames,
  type Field,
  type FieldOptions,
  type SchemaRecipe,
  type Storage,
} from "./field";

const SEPARATOR = /([|;])/;
/** Maximum number of separators that a single name may contain. */
const MAX_IN_NAME = 4;

/**
 * Parses names that are separated by `|` or `;` into ids. Because a name may itself contain a
 * separator, the longest known name at each position wins (contract §10).
 * @returns the ids of known names, and unknown names as text
 */
export function idsOfNames(text: string, idOf: (name: string) => number | undefined): (number | string)[] {
  if (text.trim() === "") return [];
  const whole = idOf(text.trim());
  if (whole !== undefined) return [whole];
  // The split includes the separators: names are at even indexes, separators at odd ones.
  const parts = text.split(SEPARATOR);
  const found: (number | string)[] = [];
  for (let at = 0; at < parts.length;) {
    const match = longestName(parts, at, idOf);
    const name = parts[at]?.trim();
    if (match) found.push(match.id);
    else if (name) found.push(name);
    at = (match?.last ?? at) + 2;
  }
  return found;
}

function longestName(parts: readonly string[], from: number, idOf: (name: string) => number | undefined) {
  for (let last = Math.min(from + 2 * MAX_IN_NAME, parts.length - 1); last >= from; last -= 2) {
    const name = parts
      .slice(from, last + 1)
      .join("")
      .trim();
    const id = name === "" ? undefined : idOf(name);
    if (id !== undefined) return { id, last };
  }
  return null;
}

/** Returns every candidate name that `idsOfNames` looks up for a text. */
export function possibleNames(text: string): string[] {
  const names: string[] = [];
  idsOfNames(text, (name) => void names.push(name));
  return names;
}

/** Returns the functions that format several entries as one text and parse such a text into ids. */
function entryListFormat(list: ReferenceListName) {
  const namesOf = (value: unknown, { nameOf }: EntryNames): string[] =>
    (Array.isArray(value) ? value : []).map((id: number) => nameOf(list, id));
  return {
    text: (value: unknown, names: EntryNames) => namesOf(value, names).join(", "),
    cell: (value: unknown, names: EntryNames) => namesOf(value, names).join(NAME_SEPARATOR),
    parse: (text: string, { idOf }: EntryIds) => idsOfNames(text, (name) => idOf(list, name)),
  };
}

type SelectOptions = FieldOptions & { list: ReferenceListName; default?: number };

/**
 * Defines a field whose value is one entry of a reference list. Without a default the field is
 * initially empty and the user must choose an entry.
 */
export function select(options: SelectOptions): Field<number> {
  const { list, default: preset, visibleWhen } = options;
  const { name: namePrefix } = referenceLists[list];
  const required = options.required ?? preset === undefined;
  const schema: SchemaRecipe<number> = preset === undefined ? idSchema : (z) => z._default(idSchema(z), preset);
  const nameIn = (value: unknown, { nameOf }: EntryNames) => (missing(value) ? "" : nameOf(list, Number(value)));
  return {
    control: shippedCode(list) === undefined ? "select" : "entry_search",
    schema: isRequired({ required, visibleWhen }) || preset !== undefined ? schema : optionalId,
    initial: preset ?? null,
    empty: preset ?? null,
    required,
    visibleWhen,
    isWide: false,
    share: 3,
    minRem: 8,
    reference: list,
    storage: {
      in: "column",
      type: "integer",
      fromSql: (column) => column,
      shownSql: (column) => `${column}::text`,
      emptySql: (column) => `${column} IS NULL`,
    },
    operators: ["in"],
    errorCodes: ["required", "type", "exists"],
    json: { sent: entryIdShape, answered: entryIdShape, hint: `From \`${list}\` of GET /global.` },
    text: nameIn,
    cell: nameIn,
    parse: (text, { idOf }) => (text.trim() === "" ? null : (idOf(list, text.trim()) ?? text.trim())),
    rowText: (row, _name, locale) => localizedName(row, namePrefix, locale),
    sortNames: () => [`${namePrefix}_de`, `${namePrefix}_en`],
  };
}

/** Schema of an optional id. An omitted id is stored as null, so the column must be nullable. */
const optionalId = ((z) => z._default(z.nullable(idSchema(z)), null)) as SchemaRecipe<unknown> as SchemaRecipe<number>;

type MultiselectOptions = FieldOptions & { list: ReferenceListName; group?: string; table?: string };

/** How the ids of several entries are stored in one column of the row that has the field. */
const IDS_COLUMN: Storage = {
  in: "column",
  type: "integer[]",
  fromSql: (column) => column,
  shownSql: (column) => `nullif(array_to_string(${column}, ', '), '')`,
  emptySql: (column) => `cardinality(${column}) = 0`,
};

/**
 * Defines a field whose value is several entries of a reference list, stored in `table` or, without
 * one, in an array column. At least one entry is required, unless `required` is false.
 * @param options.group the group of the list whose entries are possible; by default all
 */
export function multiselect(options: MultiselectOptions): Field<number[]> {
  const { list, group, table, required = true, visibleWhen } = options;
  const { key } = referenceLists[list];
  const strict = isRequired({ required, visibleWhen });
  return {
    control: "multiselect",
    schema: (z) =>
      strict
        ? idsSchema(z).check(z.refine((value) => value.length > 0, { error: "required" }))
        : z.pipe(
            z.transform((value: unknown): unknown => (missing(value) ? [] : value)),
            idsSchema(z),
          ),
    initial: [],
    empty: [],
    required,
    visibleWhen,
    isWide: true,
    share: 3,
    minRem: 8,
    reference: list,
    group,
    storage: table === undefined ? IDS_COLUMN : { in: "list", table, key },
    operators: ["in"],
    errorCodes: ["required", "type", "exists"],
    json: {
      sent: { items: entryIdShape, ...(strict && { minItems: 1 }) },
      answered: { type: "array", items: entryIdShape, uniqueItems: true },
      hint: `From \`${list}\` of GET /global.`,
    },
    ...entryListFormat(list),
    rowText: (row, name, locale) => listedNames(row[name], list, locale).join(", "),
    rowNames: (row, name, locale) => listedNames(row[name], list, locale),
    sortNames: () => [],
  };
}

/**
 * Defines a field whose value is a set of linked records. Clients send them as ids or as objects
 * that contain the key. If a request contains the field, its value replaces all links; otherwise
 * the links stay unchanged (contract §3).
 * @param options.list the reference list that contains the names of the linked records
 * @param options.linkList the name of the kind's link list (`relations.ts`)
 */
export function links(options: { list: ReferenceListName; linkList: string }): Field<number[] | undefined> {
  const { list, linkList } = options;
  const { key } = referenceLists[list];
  const toId = (item: unknown) =>
    typeof item === "object" && item !== null ? ((item as Record<string, unknown>)[key] ?? item) : item;
  const idObject = { type: "object", properties: { [key]: recordIdShape }, required: [key] };
  return {
    control: "multiselect",
    schema: (z) => z.optional(z.pipe(z.array(z.pipe(z.transform(toId), idSchema(z))), withoutDuplicates(z))),
    initial: undefined,
    empty: undefined,
    required: false,
    isWide: true,
    share: 3,
    minRem: 9,
    reference: list,
    storage: { in: "links", list: linkList },
    operators: LINK_OPERATORS,
    errorCodes: ["required", "type", "exists"],
    json: {
      sent: { items: { anyOf: [recordIdShape, idObject] } },
      answered: { type: "array", items: recordIdShape, uniqueItems: true },
      hint: "Ids, or objects that contain the id. If present, replaces all links; if absent, the links stay unchanged.",
    },
    ...entryListFormat(list),
    rowText: (row, name, locale) => listedNames(row[name], list, locale).join(", "),
    rowNames: (row, name, locale) => listedNames(row[name], list, locale),
    sortNames: () => [],
  };
}

import * as z from "zod/mini";
import { listedNames, localizedName, referenceLists, type ReferenceListName } from "../reference-lists";
import {
  eachOnce,
  entryIdShape,
  idSchema,
  idsSchema,
  insists,
  LINK_OPERATORS,
  missing,
  recordIdShape,
  type EntryIds,
  type EntryNames,
  type Field,
  type FieldOptions,
  type ValueSchema,
} from "./field";

const SEPARATOR = /[|;]/;

/** The names of several entries as one text, and the ids that such a text stands for. */
function severalIn(list: ReferenceListName) {
  return {
    text: (value: unknown, { nameOf }: EntryNames) =>
      (Array.isArray(value) ? value : []).map((id: number) => nameOf(list, id)).join(", "),
    parse: (text: string, { idOf }: EntryIds) => {
      if (text.trim() === "") return [];
      // A name may hold a separator itself (contract §10).
      const whole = idOf(list, text.trim());
      if (whole !== undefined) return [whole];
      return text
        .split(SEPARATOR)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((name) => idOf(list, name) ?? name);
    },
  };
}

type SelectOptions = FieldOptions & { list: ReferenceListName; default?: number };

/** One entry of a reference list. Without a default the field starts empty and must be chosen. */
export function select(options: SelectOptions): Field<number> {
  const { list, default: preset, visibleWhen } = options;
  const { name: stem } = referenceLists[list];
  const required = options.required ?? preset === undefined;
  const schema = preset === undefined ? idSchema : z._default(idSchema, preset);
  return {
    control: "select",
    schema: insists({ required, visibleWhen }) || preset !== undefined ? schema : optionalId,
    initial: preset ?? null,
    empty: preset ?? null,
    required,
    visibleWhen,
    isWide: false,
    share: 3,
    reference: list,
    storage: { in: "column", type: "integer", fromSql: (column) => column, shownSql: (column) => `${column}::text` },
    operators: ["in"],
    errorCodes: ["required", "type", "exists"],
    json: { sent: entryIdShape, answered: entryIdShape, hint: `From \`${list}\` of GET /global.` },
    text: (value, { nameOf }) => (missing(value) ? "" : nameOf(list, Number(value))),
    parse: (text, { idOf }) => (text.trim() === "" ? null : (idOf(list, text.trim()) ?? text.trim())),
    rowText: (row, _name, locale) => localizedName(row, stem, locale),
    sortNames: () => [`${stem}_de`, `${stem}_en`],
  };
}

/** An id that may be left out; null then, which the column must allow. */
const optionalId = z._default(z.nullable(idSchema), null) as unknown as ValueSchema<number>;

/** Several entries of a reference list, kept in `table`; unless told otherwise at least one. */
export function multiselect(options: FieldOptions & { list: ReferenceListName; table: string }): Field<number[]> {
  const { list, table, required = true, visibleWhen } = options;
  const { key } = referenceLists[list];
  const strict = insists({ required, visibleWhen });
  const ids = idsSchema();
  return {
    control: "multiselect",
    schema: strict
      ? ids.check(z.refine((value) => value.length > 0, { error: "required" }))
      : z.pipe(
          z.transform((value: unknown): unknown => (missing(value) ? [] : value)),
          ids,
        ),
    initial: [],
    empty: [],
    required,
    visibleWhen,
    isWide: true,
    share: 3,
    reference: list,
    storage: { in: "list", table, key },
    operators: ["in"],
    errorCodes: ["required", "type", "exists"],
    json: {
      sent: { items: entryIdShape, ...(strict && { minItems: 1 }) },
      answered: { type: "array", items: entryIdShape, uniqueItems: true },
      hint: `From \`${list}\` of GET /global.`,
    },
    ...severalIn(list),
    rowText: (row, name, locale) => listedNames(row[name], list, locale).join(", "),
    rowNames: (row, name, locale) => listedNames(row[name], list, locale),
    sortNames: () => [],
  };
}

/**
 * A list of linked records, as ids or as objects that carry their key. Present it means "these are the links now",
 * absent it leaves the links alone (contract §3).
 * @param options.list where the records' names are
 * @param options.linkList the link list of the kind that holds them (`relations.ts`)
 */
export function links(options: { list: ReferenceListName; linkList: string }): Field<number[] | undefined> {
  const { list, linkList } = options;
  const { key } = referenceLists[list];
  const toId = (item: unknown) =>
    typeof item === "object" && item !== null ? ((item as Record<string, unknown>)[key] ?? item) : item;
  const carrier = { type: "object", properties: { [key]: recordIdShape }, required: [key] };
  return {
    control: "multiselect",
    schema: z.optional(z.pipe(z.array(z.pipe(z.transform(toId), idSchema), { error: "type" }), eachOnce)),
    initial: undefined,
    empty: undefined,
    required: false,
    isWide: true,
    share: 3,
    reference: list,
    storage: { in: "links", list: linkList },
    operators: LINK_OPERATORS,
    errorCodes: ["required", "type", "exists"],
    json: {
      sent: { items: { anyOf: [recordIdShape, carrier] } },
      answered: { type: "array", items: recordIdShape, uniqueItems: true },
      hint: "Ids, or objects that carry the id. Present: these are the links now. Absent: the links stay.",
    },
    ...severalIn(list),
    rowText: (row, name, locale) => listedNames(row[name], list, locale).join(", "),
    rowNames: (row, name, locale) => listedNames(row[name], list, locale),
    sortNames: () => [],
  };
}

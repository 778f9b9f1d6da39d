import type { Locale } from "../../i18n";

/** The id of the entry for "not applicable", which seven of the lists have (contract §1). */
export const NOT_APPLICABLE = -1;

/**
 * The reference lists of the global data (spec §3), including two lists of records. `name` is the
 * stem of the columns with an entry's German and English name, each at most `max` long;
 * `partner_institutionen` has one name for both languages. `rules` are the entries that product
 * rules refer to (contract §1): they can be renamed, but not deleted or deactivated. `flags` are
 * further boolean properties of an entry.
 */
export const referenceLists = {
  titel: { table: "titel", key: "titel_id", name: "titel", max: 100, rules: { none: NOT_APPLICABLE } },
  fakultaeten: {
    table: "fakultaeten",
    key: "fakultaet_id",
    name: "fakultaet_name",
    max: 255,
    rules: { none: NOT_APPLICABLE },
  },
  institute: {
    table: "institute",
    key: "institut_id",
    name: "institut_name",
    max: 255,
    rules: { none: NOT_APPLICABLE },
  },
  einrichtungen: {
    table: "einrichtungen",
    key: "einrichtung_id",
    name: "einrichtung_name",
    max: 255,
    rules: { none: NOT_APPLICABLE },
  },
  personenstatus: { table: "personenstatus", key: "status_id", name: "status", max: 100, rules: {} },
  vertragsgrundlagen: {
    table: "vertragsgrundlagen",
    key: "grundlage_id",
    name: "grundlage",
    max: 100,
    rules: { none: NOT_APPLICABLE, openEnded: 0, fixedTerm: 1 },
  },
  projekt_status: {
    table: "projekt_status",
    key: "projektstatus_id",
    name: "projektstatus",
    max: 100,
    rules: { first: 1 },
    // A project with such a status is finished and has no deadlines (contract §11).
    flags: ["beendet"],
  },
  zusammenarbeit: {
    table: "zusammenarbeit",
    key: "zusammenarbeit_id",
    name: "zusammenarbeit",
    max: 100,
    rules: { none: NOT_APPLICABLE, undecided: 0 },
  },
  organisationsformen: {
    table: "organisationsformen",
    key: "ogf_id",
    name: "organisationsform",
    max: 100,
    rules: { none: NOT_APPLICABLE },
  },
  themenfelder: { table: "thematic_fields", key: "themenfeld_id", name: "themenfeld" },
  partner_institutionen: { table: "institutions", key: "partner_institution_id", name: "name" },
} as const satisfies Record<string, Declared>;

type Declared = {
  table: string;
  key: string;
  name: string;
  max?: number;
  rules?: Readonly<Record<string, number>>;
  flags?: readonly string[];
};

export type ReferenceListName = keyof typeof referenceLists;

/** The nine lists with their own entries; the other two are lists of records. */
export type EntryListName = Exclude<ReferenceListName, "themenfelder" | "partner_institutionen">;

/** Returns whether a name is that of one of the nine lists with their own entries. */
export const isEntryList = (name: string): name is EntryListName =>
  Object.hasOwn(referenceLists, name) && "rules" in referenceLists[name as ReferenceListName];

/** The nine lists with their own entries. */
export const entryLists = Object.keys(referenceLists).filter(isEntryList);

/**
 * Returns whether product rules refer to an entry (contract §1): it cannot be deleted, replaced or
 * deactivated.
 */
export const isProtected = (list: EntryListName, id: number): boolean =>
  Object.values<number>(referenceLists[list].rules).includes(id);

/**
 * Returns the boolean properties of a list's entries: whether they are active, and the list's own.
 */
export const entryFlags = (list: EntryListName): readonly string[] => {
  const declared: Declared = referenceLists[list];
  return ["active", ...(declared.flags ?? [])];
};

/** An entry in the API: its key, and its names under the list's own field names. */
export type ReferenceEntry = Record<string, string | number | boolean>;

/**
 * An entry as an option of a select; an inactive one is offered only if the record already has it
 * (contract §9).
 */
export type Option = { id: number; label: string; inactive?: true };

/**
 * Returns the name of an entry in a language; `stem` is e.g. `institut_name`. Falls back to German,
 * then to the name for both languages, then to an empty text.
 */
export function localizedName(entry: Readonly<Record<string, unknown>>, stem: string, locale: Locale): string {
  return String(entry[`${stem}_${locale}`] ?? entry[`${stem}_de`] ?? entry[stem] ?? "");
}

/** Returns the names of several entries in a row. */
export const listedNames = (entries: unknown, list: ReferenceListName, locale: Locale): string[] =>
  (Array.isArray(entries) ? entries : []).map((entry: Readonly<Record<string, unknown>>) =>
    localizedName(entry, referenceLists[list].name, locale),
  );

/** Returns the columns with an entry's names: one per language, or one for both. */
export const nameColumns = (list: ReferenceListName): readonly string[] => {
  const { name } = referenceLists[list];
  return list === "partner_institutionen" ? [name] : [`${name}_de`, `${name}_en`];
};

/** Returns the entries of a list as options of a select, keeping their order. */
export function referenceOptions(list: ReferenceListName, entries: ReferenceEntry[], locale: Locale): Option[] {
  const { key, name } = referenceLists[list];
  return entries.map((entry) => ({
    id: Number(entry[key]),
    label: localizedName(entry, name, locale),
    ...(entry.active === false && { inactive: true as const }),
  }));
}

/**
 * Returns the options that a field offers: the active ones, and those that its record already has,
 * whether one id or several.
 */
export function offeredOptions(options: readonly Option[], carried: unknown): readonly Option[] {
  const kept: readonly unknown[] = Array.isArray(carried) ? carried : [carried];
  return options.filter(({ id, inactive }) => !inactive || kept.includes(id));
}

/** The options by reference list, as far as they are loaded. */
export type EntryOptions = Partial<Record<ReferenceListName, readonly Option[]>>;

/** Returns a function that resolves entries to names; a deleted entry is named by its id. */
export const nameIn =
  (options: EntryOptions): ((list: ReferenceListName, id: number) => string) =>
  (list, id) =>
    options[list]?.find((option) => option.id === id)?.label ?? `#${id}`;

import type { Locale } from "../../i18n";

/** The entry that seven of the lists have for "not applicable" (contract §1). */
export const NOT_APPLICABLE = -1;

/**
 * The reference lists of the global data (spec §3), plus the two record lists it carries. `name` is the stem of the
 * entry's German and English name, each at most `max` long; `partner_institutionen` has one name for both languages.
 * `rules` are the entries that rules of the product name (contract §1): they can be renamed, but neither go nor rest.
 * `flags` are what an entry says besides its names, yes or no.
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
    // A project with such a status is over: nothing runs out any more (contract §11).
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

/** The nine lists that have entries of their own; the two others are records. */
export type EntryListName = Exclude<ReferenceListName, "themenfelder" | "partner_institutionen">;

/** Whether something is the name of one of the nine lists with entries of their own. */
export const isEntryList = (name: string): name is EntryListName =>
  Object.hasOwn(referenceLists, name) && "rules" in referenceLists[name as ReferenceListName];

/** The nine lists with entries of their own. */
export const entryLists = Object.keys(referenceLists).filter(isEntryList);

/** Whether rules of the product name an entry (contract §1): it cannot be deleted, replaced or deactivated. */
export const isProtected = (list: EntryListName, id: number): boolean =>
  Object.values<number>(referenceLists[list].rules).includes(id);

/** What entries of a list say besides their names, yes or no: whether they are offered, and the list's own. */
export const entryFlags = (list: EntryListName): readonly string[] => {
  const declared: Declared = referenceLists[list];
  return ["active", ...(declared.flags ?? [])];
};

/** An entry as it travels: its key and its names under the list's own field names. */
export type ReferenceEntry = Record<string, string | number | boolean>;

/** An entry as a select shows it; an inactive one is offered only where a record carries it already (contract §9). */
export type Option = { id: number; label: string; inactive?: true };

/** The name of an entry in a language; `stem` is e.g. `institut_name`. Falls back to German, then to nothing. */
export function localizedName(entry: Readonly<Record<string, unknown>>, stem: string, locale: Locale): string {
  return String(entry[`${stem}_${locale}`] ?? entry[`${stem}_de`] ?? entry[stem] ?? "");
}

/** The names of several entries that a row carries. */
export const listedNames = (entries: unknown, list: ReferenceListName, locale: Locale): string[] =>
  (Array.isArray(entries) ? entries : []).map((entry: Readonly<Record<string, unknown>>) =>
    localizedName(entry, referenceLists[list].name, locale),
  );

/** The columns that hold an entry's names: in both languages, or one that serves both. */
export const nameColumns = (list: ReferenceListName): readonly string[] => {
  const { name } = referenceLists[list];
  return list === "partner_institutionen" ? [name] : [`${name}_de`, `${name}_en`];
};

/** The entries of a list as options of a select, in the order in which they came. */
export function referenceOptions(list: ReferenceListName, entries: ReferenceEntry[], locale: Locale): Option[] {
  const { key, name } = referenceLists[list];
  return entries.map((entry) => ({
    id: Number(entry[key]),
    label: localizedName(entry, name, locale),
    ...(entry.active === false && { inactive: true as const }),
  }));
}

/** What a field offers: the active entries, and those that its record carries already, be it one or several. */
export function offeredOptions(options: readonly Option[], carried: unknown): readonly Option[] {
  const kept: readonly unknown[] = Array.isArray(carried) ? carried : [carried];
  return options.filter(({ id, inactive }) => !inactive || kept.includes(id));
}

/** Reference entries by their lists, as far as somebody has them at hand. */
export type EntryOptions = Partial<Record<ReferenceListName, readonly Option[]>>;

/** Names reference entries; one that is gone is called by its number. */
export const nameIn =
  (options: EntryOptions): ((list: ReferenceListName, id: number) => string) =>
  (list, id) =>
    options[list]?.find((option) => option.id === id)?.label ?? `#${id}`;

import { ENTRY_COLOURS, type EntryColour } from "../entry-colour";
import type { Locale } from "../messages/i18n";

/** The id of the entry "not applicable", which eight of the lists contain (contract §1). */
export const NOT_APPLICABLE = -1;

/** The groups of roles: the relations whose links can have them (contract §13). */
export const ROLE_GROUPS = ["project_member", "project_institution", "project_person", "institution_person"] as const;
export type RoleGroup = (typeof ROLE_GROUPS)[number];

/** The property with an entry's colour. */
export const COLOUR = "farbe";

/**
 * The reference lists of the global data (spec §3); the last two are lists of records. `name` is
 * the stem of the columns with an entry's German and English name, which have a maximum length of
 * `max`; `partner_institutionen` has one name for both languages. `rules` are the ids of the
 * entries to which rules of the app refer (contract §1); these can be renamed, but not deleted or
 * deactivated. `flags` are additional boolean properties of an entry, `choices` those with one of
 * some values, of which the first is the default. The entries of a list with
 * `groups` belong to one group each, which is in the column with this name and never changes: names
 * are unique, and positions count, within a group. Entries with one of the `leading` flags, and the
 * first of each group, come before the others where records are named together with them. A list
 * with `shipped` has the entries of a standard and no others, each with the standard's code in the
 * column; selects order them by name (contract §16).
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
    // A project whose status has the flag `beendet` is finished and has no deadlines (contract
    // §11); one with `nie_aktiv` is active on no day (contract §17).
    flags: ["beendet", "nie_aktiv"],
    choices: { [COLOUR]: ENTRY_COLOURS },
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
  verknuepfungsrollen: {
    table: "verknuepfungsrollen",
    key: "rolle_id",
    name: "rolle",
    max: 100,
    rules: {},
    // Links of one record must not have a unique role at the same time; the holder of a role with
    // `zustaendig` is responsible (contract §13).
    flags: ["eindeutig", "zustaendig"],
    leading: ["eindeutig", "zustaendig"],
    groups: { column: "relation", values: ROLE_GROUPS },
  },
  laender: {
    table: "laender",
    key: "land_id",
    name: "land",
    max: 100,
    rules: { none: NOT_APPLICABLE },
    shipped: { column: "alpha2" },
  },
  dateiarten: {
    table: "dateiarten",
    key: "dateiart_id",
    name: "dateiart",
    max: 100,
    // Not "not applicable", but "Sonstiges", the kind of a file for which the user chooses none.
    rules: { other: -1 },
    // A project with a file of a kind with the first flag has a contract on file; files of a kind with the
    // second propose values of their projects (contract §18).
    flags: ["unterzeichnet", "schlaegt_vor"],
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
  choices?: Readonly<Record<string, readonly string[]>>;
  leading?: readonly string[];
  groups?: { column: string; values: readonly string[] };
  shipped?: { column: string };
};

export type ReferenceListName = keyof typeof referenceLists;

/** The reference lists with their own entries; the entries of the other two are records. */
export type EntryListName = Exclude<ReferenceListName, "themenfelder" | "partner_institutionen">;

/** Returns whether a text is the name of a reference list with its own entries. */
export const isEntryList = (name: string): name is EntryListName =>
  Object.hasOwn(referenceLists, name) && "rules" in referenceLists[name as ReferenceListName];

/** The reference list of the kinds of files, which files use instead of fields of records (contract §18). */
export const FILE_KIND_LIST = "dateiarten" satisfies EntryListName;
/** A flag of the kinds of files. */
export type FileFlag = (typeof referenceLists)[typeof FILE_KIND_LIST]["flags"][number];

/** The names of the reference lists with their own entries. */
export const entryLists = Object.keys(referenceLists).filter(isEntryList);

/**
 * Returns the column with the code of a list's entries, if the app comes with all entries that the
 * list can have; otherwise undefined.
 */
export const shippedCode = (list: ReferenceListName): string | undefined => {
  const { shipped }: Declared = referenceLists[list];
  return shipped?.column;
};

/**
 * Returns whether rules of the app refer to an entry (contract §1), or it is one of a standard. Such an
 * entry cannot be deleted, replaced or deactivated.
 */
export const isProtected = (list: EntryListName, id: number): boolean =>
  shippedCode(list) !== undefined || Object.values<number>(referenceLists[list].rules).includes(id);

/**
 * Returns the names of the boolean properties of a list's entries: `active`, and those that the
 * list declares.
 */
export const entryFlags = (list: EntryListName): readonly string[] => {
  const declared: Declared = referenceLists[list];
  return ["active", ...(declared.flags ?? [])];
};

/** Returns the values of those properties of a list's entries that have one of some values. */
export const entryChoices = (list: ReferenceListName): Readonly<Record<string, readonly string[]>> => {
  const declared: Declared = referenceLists[list];
  return declared.choices ?? {};
};

/** Returns the names of all changeable properties of a list's entries besides names and position. */
export const entryProperties = (list: EntryListName): readonly string[] => [
  ...entryFlags(list),
  ...Object.keys(entryChoices(list)),
];

/** Returns an entry's colour, or the default. */
export const entryColourOf = (entry: Readonly<Record<string, unknown>>): EntryColour =>
  ENTRY_COLOURS.find((colour) => colour === entry[COLOUR]) ?? ENTRY_COLOURS[0];

/** The lists whose entries screens show as tags in their colours. */
export const colouredLists = (): EntryListName[] => entryLists.filter((list) => COLOUR in entryChoices(list));

/** Returns the list of a field's entry, if screens show it as a tag. */
export const tagListOf = (field: { reference?: ReferenceListName } | undefined): ReferenceListName | undefined =>
  field?.reference && COLOUR in entryChoices(field.reference) ? field.reference : undefined;

/** Returns the groups of a list's entries, or undefined if its entries have none. */
export const entryGroups = (list: ReferenceListName): Declared["groups"] => {
  const declared: Declared = referenceLists[list];
  return declared.groups;
};

/**
 * Returns the properties that entries have in the global data besides key and names: group and flags
 * where a list has groups (contract §13), the code of shipped entries (contract §16). The specification
 * fixes those of the other lists (spec §3).
 */
export function globalProperties(list: ReferenceListName): readonly string[] {
  const { groups, flags = [], shipped }: Declared = referenceLists[list];
  return [...(groups ? [groups.column, ...flags] : []), ...(shipped ? [shipped.column] : [])];
}

/** Returns the flags of a list's leading entries; an empty array if no entries are leading. */
export const leadingFlags = (list: ReferenceListName): readonly string[] => {
  const declared: Declared = referenceLists[list];
  return declared.leading ?? [];
};

/** An entry in API responses: its key and its names, by the column names of its list. */
export type ReferenceEntry = Record<string, string | number | boolean | null>;

/**
 * An entry as an option of a select control. An inactive entry is offered only for records that
 * already have it (contract §9). `group` is set where the entries of the list have groups. A leading
 * entry comes first where records are named with it.
 */
export type Option = { id: number; label: string; inactive?: true; group?: string; isLeading?: true };

/**
 * Returns the name of an entry in a language. `stem` is the start of the property names, such as
 * `institut_name`. Falls back to the German name, then to a name for both languages, then to an
 * empty text.
 */
export function localizedName(entry: Readonly<Record<string, unknown>>, stem: string, locale: Locale): string {
  return String(entry[`${stem}_${locale}`] ?? entry[`${stem}_de`] ?? entry[stem] ?? "");
}

/** Returns the names of the entries that a list row contains. */
export const listedNames = (entries: unknown, list: ReferenceListName, locale: Locale): string[] =>
  (Array.isArray(entries) ? entries : []).map((entry: Readonly<Record<string, unknown>>) =>
    localizedName(entry, referenceLists[list].name, locale),
  );

/** Returns the columns with an entry's names: one for each language, or a single one for both. */
export const nameColumns = (list: ReferenceListName): readonly string[] => {
  const { name } = referenceLists[list];
  return list === "partner_institutionen" ? [name] : [`${name}_de`, `${name}_en`];
};

/**
 * Converts the entries of a list into options of a select control: in the same order, shipped ones by
 * their names, behind the one for "not applicable".
 */
export function referenceOptions(
  list: ReferenceListName,
  entries: readonly ReferenceEntry[],
  locale: Locale,
): Option[] {
  const { key, name } = referenceLists[list];
  const [flags, groups] = [leadingFlags(list), entryGroups(list)];
  const isFirst = (entry: ReferenceEntry) =>
    groups !== undefined &&
    entry ===
      entries.find((other) => other[groups.column] !== undefined && other[groups.column] === entry[groups.column]);
  const options = entries.map((entry) => ({
    id: Number(entry[key]),
    label: localizedName(entry, name, locale),
    ...(entry.active === false && { inactive: true as const }),
    ...(groups && { group: String(entry[groups.column]) }),
    ...((flags.some((flag) => entry[flag] === true) || isFirst(entry)) && { isLeading: true as const }),
  }));
  if (shippedCode(list) === undefined) return options;
  const { compare } = new Intl.Collator(locale);
  const isNone = ({ id }: Option) => id === NOT_APPLICABLE;
  return options.sort((a, b) => Number(isNone(b)) - Number(isNone(a)) || compare(a.label, b.label));
}

/**
 * Returns the options that a field offers: the active ones, and inactive ones that the record
 * already has.
 * @param group offers only the options of this group (`Field.group`); by default all
 */
export function offeredOptions(options: readonly Option[], current: unknown, group?: string): readonly Option[] {
  const currentIds: readonly unknown[] = Array.isArray(current) ? current : [current];
  const isOfGroup = (option: Option) => group === undefined || option.group === group;
  return options.filter((option) => isOfGroup(option) && (!option.inactive || currentIds.includes(option.id)));
}

/** The options of those reference lists that are loaded. */
export type EntryOptions = Partial<Record<ReferenceListName, readonly Option[]>>;

/**
 * Returns a function that resolves the id of an entry to its name. For a deleted entry it returns
 * the id, such as `#7`.
 */
export const nameIn =
  (options: EntryOptions): ((list: ReferenceListName, id: number) => string) =>
  (list, id) =>
    options[list]?.find((option) => option.id === id)?.label ?? `#${id}`;

import type { Locale } from "../i18n";

/**
 * The reference lists of the global data (spec §3), plus the two record lists it carries. `name` is the stem of the
 * entry's German and English name; `partner_institutionen` has one name for both languages.
 */
export const referenceLists = {
  titel: { table: "titel", key: "titel_id", name: "titel" },
  fakultaeten: { table: "fakultaeten", key: "fakultaet_id", name: "fakultaet_name" },
  institute: { table: "institute", key: "institut_id", name: "institut_name" },
  einrichtungen: { table: "einrichtungen", key: "einrichtung_id", name: "einrichtung_name" },
  personenstatus: { table: "personenstatus", key: "status_id", name: "status" },
  vertragsgrundlagen: { table: "vertragsgrundlagen", key: "grundlage_id", name: "grundlage" },
  projekt_status: { table: "projekt_status", key: "projektstatus_id", name: "projektstatus" },
  zusammenarbeit: { table: "zusammenarbeit", key: "zusammenarbeit_id", name: "zusammenarbeit" },
  organisationsformen: { table: "organisationsformen", key: "ogf_id", name: "organisationsform" },
  themenfelder: { table: "thematic_fields", key: "themenfeld_id", name: "themenfeld" },
  partner_institutionen: { table: "institutions", key: "partner_institution_id", name: "name" },
} as const satisfies Record<string, { table: string; key: string; name: string }>;

/** The entry that seven of the lists have for "not applicable" (contract §1). */
export const NOT_APPLICABLE = -1;

export type ReferenceListName = keyof typeof referenceLists;

/** An entry as it travels: its key and its names under the list's own field names. */
export type ReferenceEntry = Record<string, string | number>;

/** An entry as a select shows it. */
export type Option = { id: number; label: string };

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
  return entries.map((entry) => ({ id: Number(entry[key]), label: localizedName(entry, name, locale) }));
}

/** Reference entries by their lists, as far as somebody has them at hand. */
export type EntryOptions = Partial<Record<ReferenceListName, readonly Option[]>>;

/** Names reference entries; one that is gone is called by its number. */
export const nameIn =
  (options: EntryOptions): ((list: ReferenceListName, id: number) => string) =>
  (list, id) =>
    options[list]?.find((option) => option.id === id)?.label ?? `#${id}`;

import { foldCollapsed } from "@/lib/model/pure/fold";
import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyRow } from "@/lib/model/fields/field";
import type { Relation } from "@/lib/model/kinds/relations";
import {
  entryGroups,
  localizedName,
  nameColumns,
  referenceLists,
  referenceOptions,
  type Option,
  type ReferenceEntry,
} from "@/lib/model/reference-lists/reference-lists";
import { ownValue } from "@/lib/model/pure/own-value";

/** The reference entries that the fields of a relation's links offer, by field name. */
export type LinkEntries = Readonly<Record<string, readonly ReferenceEntry[]>>;

/** Returns the entries of a list that a field offers: all, or those of its group. */
export function entriesOfField(
  { reference, group }: NonNullable<Relation["fields"]>[string],
  entries: readonly ReferenceEntry[],
): readonly ReferenceEntry[] {
  const groups = reference && entryGroups(reference);
  return groups && group !== undefined ? entries.filter((entry) => entry[groups.column] === group) : entries;
}

/**
 * Returns the options of a field of links. Contains those that the link has even if they are missing
 * among the entries.
 * @param linkEntries the entries that the link has, as a row of a link list contains them
 */
export function linkOptions(
  { fields = {} }: Relation,
  name: string,
  { entries, linkEntries, locale }: { entries: LinkEntries; linkEntries: unknown; locale: Locale },
): readonly Option[] {
  const reference = fields[name]?.reference;
  if (!reference) return [];
  const options = referenceOptions(reference, [...(entries[name] ?? [])], locale);
  const { key, name: stem } = referenceLists[reference];
  const own = (Array.isArray(linkEntries) ? (linkEntries as AnyRow[]) : []).map((entry) => ({
    id: Number(entry[key]),
    label: localizedName(entry, stem, locale),
  }));
  const ownIds = new Set(own.map(({ id }) => id));
  const known = new Set(options.map(({ id }) => id));
  return [
    ...options.filter(({ id, inactive }) => !inactive || ownIds.has(id)),
    ...own.filter(({ id }) => !known.has(id)),
  ];
}

/** Returns the roles that a new link can have; an empty array for links without roles. */
export function roleOptions(relation: Relation, entries: LinkEntries, locale: Locale): readonly Option[] {
  return relation.roles ? linkOptions(relation, relation.roles.field, { entries, linkEntries: [], locale }) : [];
}

/** Returns the names of all roles of a relation's links by id, of inactive ones, too. */
export function roleNames(relation: Relation, entries: LinkEntries, locale: Locale): ReadonlyMap<number, string> {
  const reference = relation.roles && relation.fields?.[relation.roles.field]?.reference;
  if (!relation.roles || !reference) return new Map();
  const options = referenceOptions(reference, [...(entries[relation.roles.field] ?? [])], locale);
  return new Map(options.map(({ id, label }) => [id, label]));
}

/** A role with its names in all languages, folded for comparison. */
export type NamedRole = { id: number; names: readonly string[] };

/** Returns the active roles of a relation's links with their names in all languages. */
export function namedRoles(relation: Relation, entries: LinkEntries): NamedRole[] {
  const reference = relation.roles && relation.fields?.[relation.roles.field]?.reference;
  if (!relation.roles || !reference) return [];
  return (entries[relation.roles.field] ?? [])
    .filter(({ active }) => active !== false)
    .map((entry) => ({
      id: Number(entry[referenceLists[reference].key]),
      names: nameColumns(reference).map((column) => foldCollapsed(String(ownValue(entry, column) ?? ""))),
    }));
}

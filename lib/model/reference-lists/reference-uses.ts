import type { AnyDefinition, AnyRow } from "../kinds/define";
import type { Field, Storage } from "../fields/field";
import { isEntryList, shippedCode, type EntryListName, type EntryOptions } from "./reference-lists";
import { allDefinitions, definitionOf } from "../kinds/registry";
import { leadingLinkList, relations, type LinkList, type Relation } from "../kinds/relations";

type ColumnStorage = Extract<Storage, { in: "column" }>;

/** A field whose values are entries of a reference list; `group` is set if they are of one group. */
type Use<Stored extends Storage> = { definition: AnyDefinition; name: string; group?: string; storage: Stored };

/** A field of a kind whose values are entries of a reference list. */
export type RecordUse = Use<Exclude<Storage, { in: "links" }>> & { link?: undefined };

/**
 * A field of links whose values are entries of a reference list. `definition` is the kind at one end
 * of the links, and `name` is the parameter by which its lists are filtered, `<link list>.<field>`.
 */
export type LinkUse = Use<ColumnStorage> & { link: LinkList; field: string };

export type EntryUse = RecordUse | LinkUse;

const recordUse = (definition: AnyDefinition, name: string, { storage, group }: Field): RecordUse[] =>
  storage.in === "links" ? [] : [{ definition, name, group, storage }];

function linkUses(relation: Relation, list: EntryListName): LinkUse[] {
  const link = leadingLinkList(relation);
  if (!link) return [];
  return Object.entries(relation.fields ?? {}).flatMap(([field, { reference, group, storage }]) =>
    reference === list && storage.in === "column"
      ? [{ definition: definitionOf(link.own.kind), name: `${link.list}.${field}`, field, group, storage, link }]
      : [],
  );
}

/**
 * Returns all fields of all kinds and relations whose values are entries of a reference list. The app
 * counts and replaces uses of an entry in these fields.
 */
export const usesOf = (list: EntryListName): EntryUse[] => [
  ...allDefinitions.flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([name, field]) =>
      field.reference === list ? recordUse(definition, name, field) : [],
    ),
  ),
  ...relations.flatMap((relation) => linkUses(relation, list)),
];

/**
 * Returns the options that a page with some records needs: of shipped lists, which are long, only the
 * entries that the records have.
 */
export function optionsInUse(
  options: EntryOptions,
  { fields }: Pick<AnyDefinition, "fields">,
  records: readonly (AnyRow | null | undefined)[],
): EntryOptions {
  const idsOf = (list: string) =>
    new Set(
      Object.entries(fields).flatMap(([name, { reference }]) =>
        reference === list ? records.flatMap((record) => record?.[name]) : [],
      ),
    );
  const all = Object.entries(options).map(([name, entries]) => {
    if (!isEntryList(name) || shippedCode(name) === undefined) return [name, entries];
    const ids = idsOf(name);
    return [name, entries.filter(({ id }) => ids.has(id))];
  });
  return Object.fromEntries(all) as EntryOptions;
}

/**
 * Returns the URL of the kind's list page, filtered to the records that have this entry in the field
 * or in the field of a link (contract §§10, 13).
 */
export const recordsHref = ({ definition, name }: EntryUse, id: number): string =>
  `${definition.pages.list}?${new URLSearchParams({ [`where[${name}][in]`]: String(id) })}`;

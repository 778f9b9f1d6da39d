import type { AnyDefinition } from "../kinds/define";
import type { Field, Storage } from "../fields/field";
import type { EntryListName } from "./reference-lists";
import { allDefinitions } from "../kinds/registry";

/** A field of a kind whose values are entries of a reference list. */
export type EntryUse = {
  definition: AnyDefinition;
  name: string;
  storage: Exclude<Storage, { in: "links" }>;
};

const entryOf = (definition: AnyDefinition, name: string, { storage }: Field): EntryUse[] =>
  storage.in === "links" ? [] : [{ definition, name, storage }];

/**
 * Returns all fields of all kinds whose values are entries of a reference list. The app counts and
 * replaces uses of an entry in these fields.
 */
export const usesOf = (list: EntryListName): EntryUse[] =>
  allDefinitions.flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([name, field]) =>
      field.reference === list ? entryOf(definition, name, field) : [],
    ),
  );

/**
 * Returns the URL of the kind's list page, filtered to the records that have this entry in the
 * field (contract §10).
 */
export const recordsHref = ({ definition, name }: EntryUse, id: number): string =>
  `${definition.pages.list}?${new URLSearchParams({ [`where[${name}][in]`]: String(id) })}`;

import type { AnyDefinition } from "../kinds/define";
import type { Field, Storage } from "../fields/field";
import type { EntryListName } from "./reference-lists";
import { allDefinitions } from "../kinds/registry";

/** A field of a kind that refers to entries of a list. */
export type EntryUse = {
  definition: AnyDefinition;
  name: string;
  storage: Exclude<Storage, { in: "links" }>;
};

const entryOf = (definition: AnyDefinition, name: string, { storage }: Field): EntryUse[] =>
  storage.in === "links" ? [] : [{ definition, name, storage }];

/**
 * Returns all fields of all kinds that refer to entries of a list: where entries are used and
 * replaced.
 */
export const usesOf = (list: EntryListName): EntryUse[] =>
  allDefinitions.flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([name, field]) =>
      field.reference === list ? entryOf(definition, name, field) : [],
    ),
  );

/** Returns the URL of a kind's list filtered by the records that have an entry (contract §10). */
export const recordsHref = ({ definition, name }: EntryUse, id: number): string =>
  `${definition.pages.list}?${new URLSearchParams({ [`where[${name}][in]`]: String(id) })}`;

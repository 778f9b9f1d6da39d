import type { Translate } from "@/lib/model/messages/i18n";
import { allDefinitions, type KindName } from "@/lib/model/kinds/registry";

/** What the palette needs to show search results of a kind, or files. */
export type SearchedKind = {
  /** First segment of the kind's API paths, as in search results. */
  kind: string;
  section: KindName | "files";
  /** Path of the page that lists all. */
  list: string;
  one: string;
  many: string;
};

/** The parts of a kind that the palette needs: paths and labels, without the definition. */
export type PaletteKind = SearchedKind & {
  section: KindName;
  detail: string;
  /** Label of the action that adds a record. */
  add: string;
};

/**
 * Returns the kinds for the palette. Runs on the server, so that the browser gets no definitions.
 * @param records translates `records`
 */
export const paletteKinds = (records: Translate<"records">): PaletteKind[] =>
  allDefinitions.map(({ name, apiPath, pages }) => ({
    kind: apiPath,
    section: name,
    ...pages,
    one: records(`${name}.one`),
    many: records(`${name}.many`),
    add: records(`${name}.add`),
  }));

import { allDefinitions, type KindName } from "@/lib/records/kinds/registry";

/** What the palette must know of a kind of records: addresses and words, and no definition. */
export type PaletteKind = {
  /** The first word of its API paths: so the search names it. */
  kind: string;
  section: KindName;
  list: string;
  detail: string;
  one: string;
  many: string;
  /** What adding one is called. */
  add: string;
};

/**
 * The kinds as the palette knows them. Made on the server.
 * @param records translates `records`
 */
export const paletteKinds = (records: (key: string) => string): PaletteKind[] =>
  allDefinitions.map(({ name, apiPath, pages }) => ({
    kind: apiPath,
    section: name as KindName,
    ...pages,
    one: records(`${name}.one`),
    many: records(`${name}.many`),
    add: records(`${name}.add`),
  }));

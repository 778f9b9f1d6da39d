import {
  COLOUR,
  colouredLists,
  entryColourOf,
  localizedName,
  referenceLists,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import type { EntryColour } from "@/lib/model/entry-colour";
import type { Context } from "../database/transaction";
import { referenceListsByName } from "../sql/reference-list-rows";

/** Returns the colours of the entries of all lists that have colours, by the entries' names. */
export async function findEntryColours({ connection, locale }: Context) {
  const names = colouredLists();
  const lists = await referenceListsByName(connection, names, [COLOUR]);
  const coloursOf = (list: EntryListName): Record<string, EntryColour> =>
    Object.fromEntries(
      lists[list].map((entry) => [localizedName(entry, referenceLists[list].name, locale), entryColourOf(entry)]),
    );
  return Object.fromEntries(names.map((list) => [list, coloursOf(list)]));
}

import {
  COLOUR,
  colouredLists,
  entryColourOf,
  localizedName,
  referenceLists,
  type EntryListName,
  type ReferenceEntry,
} from "@/lib/model/reference-lists/reference-lists";
import type { EntryColour } from "@/lib/model/entry-colour";
import type { Locale } from "@/lib/model/messages/i18n";
import type { Context } from "../database/transaction";
import { listsByName, referenceListsByName } from "../sql/reference-list-rows";

type ColouredLists = Partial<Record<EntryListName, ReferenceEntry[]>>;

/** Builds the lists from which `coloursByName` takes the colours, as one JSON object. */
export const colouredListsQuery = () => listsByName(colouredLists(), [COLOUR]);

/** Returns the colours of the entries of lists, by the entries' names. */
export const coloursByName = (lists: ColouredLists, locale: Locale) =>
  Object.fromEntries(
    colouredLists().map((list) => [
      list,
      Object.fromEntries(
        (lists[list] ?? []).map((entry): [string, EntryColour] => [
          localizedName(entry, referenceLists[list].name, locale),
          entryColourOf(entry),
        ]),
      ),
    ]),
  );

/** Returns the colours of the entries of all lists that have colours, by the entries' names. */
export const findEntryColours = async ({ connection, locale }: Context) =>
  coloursByName(await referenceListsByName(connection, colouredLists(), [COLOUR]), locale);

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { ignoreFailure } from "@/lib/base/browser/api-client";
import {
  entryLists,
  referenceOptions,
  shippedCode,
  type EntryOptions,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import { loadEntries } from "./load-entries";

/**
 * Returns the options of a page, completed by lists of which other entries are shown than the page has:
 * shipped lists, of which it has only those of its record (`optionsInUse`), and lists that its form does
 * not use, such as the kinds of files in the history.
 * @param shown the ids of the shown entries, by list
 */
export function useNamedOptions(
  options: EntryOptions,
  shown: Partial<Record<ReferenceListName, Iterable<unknown>>>,
): EntryOptions {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<EntryOptions>({});
  const incomplete = entryLists.filter(
    (list) =>
      (shippedCode(list) !== undefined || !options[list]) &&
      !loaded[list] &&
      [...(shown[list] ?? [])].some(
        (id) => typeof id === "number" && !options[list]?.some((option) => option.id === id),
      ),
  );
  const lists = incomplete.join();
  useEffect(() => {
    for (const list of entryLists.filter((name) => lists.split(",").includes(name))) {
      loadEntries(list).then(
        (entries) => setLoaded((last) => ({ ...last, [list]: referenceOptions(list, entries, locale) })),
        ignoreFailure,
      );
    }
  }, [lists, locale]);
  return { ...options, ...loaded };
}

import type { referenceEntries } from "@/lib/features/reference-lists/reference-answers";
import { request } from "@/lib/base/browser/api-client";
import type { EntryListName, ReferenceEntry } from "@/lib/model/reference-lists/reference-lists";

const FRESH_MS = 60_000;

type Loaded = { at: number; entries: Promise<readonly ReferenceEntry[]>; known?: readonly ReferenceEntry[] };

/** The entries of lists, which are the same for all records. */
const loaded = new Map<EntryListName, Loaded>();

/** Loads the entries of a reference list, at most once a minute. @throws ApiError */
export function loadEntries(list: EntryListName): Promise<readonly ReferenceEntry[]> {
  const last = loaded.get(list);
  if (last && Date.now() - last.at < FRESH_MS) return last.entries;
  const entries = request<ReturnType<typeof referenceEntries>>("GET", `/api/reference/${list}`);
  const next: Loaded = { at: Date.now(), entries, known: last?.known };
  loaded.set(list, next);
  entries.then(
    (known) => {
      next.known = known;
    },
    () => loaded.delete(list),
  );
  return entries;
}

/** Returns the entries of a list if they have been loaded before; they may be outdated. */
export const lastEntries = (list: EntryListName): readonly ReferenceEntry[] | undefined => loaded.get(list)?.known;

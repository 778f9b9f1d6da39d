import { useEffect, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, request } from "@/lib/api-client";
import type { Relation } from "@/lib/records/kinds/relations";
import { isEntryList, type EntryListName, type ReferenceEntry } from "@/lib/records/reference-lists/reference-lists";
import { entriesOfField, type LinkEntries } from "./role-entries";

const FRESH_MS = 60_000;

const loaded = new Map<EntryListName, { at: number; entries: Promise<readonly ReferenceEntry[]> }>();

/** Loads the entries of a list, which are the same for all records, at most once a minute. */
function loadEntries(list: EntryListName): Promise<readonly ReferenceEntry[]> {
  const last = loaded.get(list);
  if (last && Date.now() - last.at < FRESH_MS) return last.entries;
  const entries = request<ReferenceEntry[]>("GET", `/api/reference/${list}`);
  loaded.set(list, { at: Date.now(), entries });
  entries.catch(() => loaded.delete(list));
  return entries;
}

/** Loads the entries that the fields of a relation's links offer. @throws ApiError */
export async function loadLinkEntries({ fields = {} }: Relation): Promise<LinkEntries> {
  const all = Object.entries(fields).map(async ([name, field]) => {
    const { reference } = field;
    if (!reference || !isEntryList(reference)) return [];
    return [[name, entriesOfField(field, await loadEntries(reference))] as const];
  });
  return Object.fromEntries((await Promise.all(all)).flat());
}

/** Returns the entries that the fields of a relation's links offer; null while they are loading. */
export function useLinkEntries(relation: Relation): LinkEntries | null {
  const [entries, setEntries] = useState<LinkEntries | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadLinkEntries(relation)
      .catch((error: unknown) => {
        notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
        return {};
      })
      .then(
        (found) => isWanted && setEntries(found),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [relation]);
  return entries;
}

import { useEffect, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, ignoreFailure } from "@/lib/base/browser/api-client";
import type { EntryListName, ReferenceEntry } from "@/lib/model/reference-lists/reference-lists";
import { lastEntries, loadEntries } from "./load-entries";

/**
 * Returns the entries of a reference list once they are loaded; those of the last time until then.
 * @param isNeeded whether to load them
 */
export function useListEntries(list: EntryListName, isNeeded: boolean): readonly ReferenceEntry[] | null {
  const [entries, setEntries] = useState(() => lastEntries(list) ?? null);
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    loadEntries(list).then(
      (loaded) => isMounted && setEntries(loaded),
      (error: unknown) => {
        notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
        ignoreFailure(error);
      },
    );
    return () => {
      isMounted = false;
    };
  }, [list, isNeeded]);
  return entries;
}

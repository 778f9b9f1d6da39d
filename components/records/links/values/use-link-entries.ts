import { useEffect, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError, ignoreFailure } from "@/lib/base/browser/api-client";
import type { Relation } from "@/lib/model/kinds/relations";
import { isEntryList } from "@/lib/model/reference-lists/reference-lists";
import { lastEntries, loadEntries } from "../../shared/load-entries";
import { entriesOfField, type LinkEntries } from "./role-entries";

/** Returns the fields of links that offer entries of a reference list, with their lists. */
const referenceFields = ({ fields = {} }: Relation) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { reference } = field;
    return reference && isEntryList(reference) ? [{ name, field, reference }] : [];
  });

/** Loads the entries that the fields of a relation's links offer. @throws ApiError */
export async function loadLinkEntries(relation: Relation): Promise<LinkEntries> {
  const all = referenceFields(relation).map(
    async ({ name, field, reference }) => [name, entriesOfField(field, await loadEntries(reference))] as const,
  );
  return Object.fromEntries(await Promise.all(all));
}

/** Returns the entries if all of them have been loaded before; they may be outdated. */
function cachedEntries(relation: Relation): LinkEntries | null {
  const all = referenceFields(relation).map(({ name, field, reference }) => {
    const known = lastEntries(reference);
    return [name, known && entriesOfField(field, known)] as const;
  });
  return all.every(([, known]) => known) ? (Object.fromEntries(all) as LinkEntries) : null;
}

/** Returns the entries that the fields of a relation's links offer; null while they are loading. */
export function useLinkEntries(relation: Relation): LinkEntries | null {
  const [entries, setEntries] = useState(() => cachedEntries(relation));
  useEffect(() => {
    let isMounted = true;
    const showEntries = (linkEntries: LinkEntries) => isMounted && setEntries(linkEntries);
    loadLinkEntries(relation).then(showEntries, (error: unknown) => {
      showEntries(cachedEntries(relation) ?? {});
      notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
      ignoreFailure(error);
    });
    return () => {
      isMounted = false;
    };
  }, [relation]);
  return entries;
}

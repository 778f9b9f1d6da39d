"use client";

import { useEffect, useState } from "react";
import type { recordPage } from "@/lib/features/records/record-answers";
import { ifApiError, request } from "@/lib/base/browser/api-client";
import type { SimilarRecord, similarRecords } from "@/lib/features/duplicates/duplicate-answers";
import { duplicateParameters, SIMILAR_SHOWN } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { filterPair } from "@/lib/model/lists/filter-parameters";
import { linkedFilter } from "@/lib/model/kinds/linked-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import { ownValue } from "@/lib/model/pure/own-value";

/** A possible duplicate; `projects` is its number of projects, null if its kind has none. */
export type SimilarHit = SimilarRecord & { projects: number | null };

/** Debounce of the lookup, in milliseconds. */
const DEBOUNCE_MS = 400;

async function projectsOf(definition: AnyDefinition, id: number, signal: AbortSignal): Promise<number | null> {
  const tab = definition.tabs.find(({ list }) => list === definition.duplicateFields?.countedList);
  const filter = tab && linkedFilter(tab, id);
  if (!filter) return null;
  const parameters = new URLSearchParams([filterPair(filter), ["pageSize", "1"]]);
  const page = await request<typeof recordPage>("GET", `/api/${definitionOf(tab.other.kind).apiPath}?${parameters}`, {
    signal,
  });
  return page.total;
}

const noCount = ifApiError(() => null);

/**
 * Looks up possible duplicates of a new record while the user types. Errors are ignored, as
 * duplicates are only suggestions.
 * @param values the form's values
 * @param isPaused looks nothing up while true
 */
export function useSimilar(definition: AnyDefinition, values: AnyRow, isPaused: boolean): readonly SimilarHit[] {
  const [result, setResult] = useState<{ lookup: string; hits: readonly SimilarHit[] }>({ lookup: "", hits: [] });
  const lookup = lookupParameters(definition, values);
  useEffect(() => {
    if (lookup === "" || isPaused) return;
    const controller = new AbortController();
    const { signal } = controller;
    const lookUp = async () => {
      const path = `/api/${definition.apiPath}/similar?${lookup}`;
      const similar = await request<typeof similarRecords>("GET", path, { signal });
      const hits = await Promise.all(
        similar.slice(0, SIMILAR_SHOWN).map(async (hit) => ({
          ...hit,
          projects: (await projectsOf(definition, hit.id, signal).catch(noCount)) ?? null,
        })),
      );
      if (!signal.aborted) setResult({ lookup, hits });
    };
    const timer = setTimeout(() => void lookUp().catch(ifApiError(() => setResult({ lookup, hits: [] }))), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [lookup, definition, isPaused]);
  // Earlier hits remain visible while the user continues to type.
  return lookup === "" ? [] : result.hits;
}

/**
 * Returns the URL parameters of the lookup; empty if neither a full name nor an email or web
 * address is typed.
 */
function lookupParameters({ duplicateFields }: AnyDefinition, values: AnyRow): string {
  if (!duplicateFields) return "";
  const textOf = (name: string) => String(ownValue(values, name) ?? "").trim();
  const hasFullName = duplicateFields.names.some((fields) => fields.every((name) => textOf(name).length > 1));
  const hasAddress = [duplicateFields.email, duplicateFields.website].some(
    (name) => name !== undefined && textOf(name) !== "",
  );
  if (!hasFullName && !hasAddress) return "";
  const pairs = duplicateParameters(duplicateFields).map((name): [string, string] => [name, textOf(name)]);
  return String(new URLSearchParams(pairs.filter(([, text]) => text !== "")));
}

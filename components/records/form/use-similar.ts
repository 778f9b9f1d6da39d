"use client";

import { useEffect, useState } from "react";
import { request } from "@/lib/api-client";
import { alikeParameters, MOST_SHOWN, type SimilarRecord } from "@/lib/records/kinds/alike";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { filterPair } from "@/lib/records/lists/filters";
import { linkedFilter } from "@/lib/records/kinds/linked-lists";
import { definitionOf } from "@/lib/records/kinds/registry";

/** A record that what was typed may mean; `projects` is how many it has, where its kind has any. */
export type SimilarHit = SimilarRecord & { projects: number | null };

/** So long nobody types before they are looked for. */
const REST_MS = 400;

async function projectsOf(definition: AnyDefinition, id: number, signal: AbortSignal): Promise<number | null> {
  const tab = definition.tabs.find(({ list }) => list === definition.alike?.countedList);
  const filter = tab && linkedFilter(tab, id);
  if (!filter) return null;
  const parameters = new URLSearchParams([filterPair(filter), ["pageSize", "1"]]);
  const page = await request<{ total: number }>("GET", `/api/${definitionOf(tab.other.kind).apiPath}?${parameters}`, {
    signal,
  });
  return page.total;
}

/**
 * The records that a new one may be, by what has been typed so far. What goes wrong is nobody's business: this is an offer,
 * never in the way.
 * @param values what the form holds
 */
export function useSimilar(definition: AnyDefinition, values: AnyRow): readonly SimilarHit[] {
  const [found, setFound] = useState<{ asked: string; hits: readonly SimilarHit[] }>({ asked: "", hits: [] });
  const asked = askedFor(definition, values);
  useEffect(() => {
    if (asked === "") return;
    const controller = new AbortController();
    const { signal } = controller;
    const look = async () => {
      const path = `/api/${definition.apiPath}/similar?${asked}`;
      const similar = await request<SimilarRecord[]>("GET", path, { signal });
      const hits = await Promise.all(
        similar
          .slice(0, MOST_SHOWN)
          .map(async (hit) => ({ ...hit, projects: await projectsOf(definition, hit.id, signal).catch(() => null) })),
      );
      if (!signal.aborted) setFound({ asked, hits });
    };
    const timer = setTimeout(() => void look().catch(() => !signal.aborted && setFound({ asked, hits: [] })), REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, definition]);
  // What was found for other values says nothing of these; while one types on, it stays.
  return asked === "" ? [] : found.hits;
}

/** The parameters of the question: nothing before there is a whole name or an address. */
function askedFor({ alike }: AnyDefinition, values: AnyRow): string {
  if (!alike) return "";
  const textOf = (name: string) => String(values[name] ?? "").trim();
  const isNamed = alike.names.some((fields) => fields.every((name) => textOf(name).length > 1));
  const isAddressed = [alike.email, alike.website].some((name) => name !== undefined && textOf(name) !== "");
  if (!isNamed && !isAddressed) return "";
  const given = alikeParameters(alike).map((name): [string, string] => [name, textOf(name)]);
  return String(new URLSearchParams(given.filter(([, text]) => text !== "")));
}

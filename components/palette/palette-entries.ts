import { matchesFolded } from "@/lib/model/pure/folded-matches";
import type { RecentRecord } from "@/components/layout/visits/recent-records";
import type { SectionName } from "@/components/layout/sections/sections";
import type { HitsOfKind } from "@/lib/model/answers/search-answers";
import { SEARCH_MAX_COUNTED } from "@/lib/model/limits";
import type { PaletteKind } from "./palette-kinds";

/** Actions that do not leave the page. */
type PaletteAction = "language" | "logout" | "shortcuts";

/** Names of icons for entries that have an icon of their own instead of their section's. */
export type PaletteIconKey = "add" | "import" | "more" | PaletteAction;

/** An entry of the palette. */
export type PaletteEntry = {
  /** Unique key. */
  key: string;
  label: string;
  /** A muted second line below the label. */
  detail?: string;
  /** Name of the record's kind, if the group's heading does not contain it. */
  kindName?: string;
  /** Section whose icon and colour the entry has. */
  section?: SectionName;
  iconKey?: PaletteIconKey;
  /** Key that does the same on the current page. */
  shortcut?: string;
  /** Further words by which the entry is found. */
  keywords?: string;
  /** Target path, or the action to run. */
  target: { to: string } | { action: PaletteAction };
};

export type PaletteGroup = { heading: string; items: PaletteEntry[] };

/** Maximum number of recently viewed records shown. */
const RECENT_SHOWN = 6;

const recordKey = (kind: string, id: number) => `${kind} ${id}`;

/** Returns entries that contain every word of a text; all entries for an empty text. */
export const matchingEntries = (entries: readonly PaletteEntry[], text: string): PaletteEntry[] =>
  entries.filter(({ label, detail = "", keywords = "" }) => matchesFolded([label, detail, keywords].join(" "), text));

/** Returns entries for recently viewed records, except the record whose page is open. */
export function recentEntries(
  recent: readonly RecentRecord[],
  kinds: readonly PaletteKind[],
  pathname: string,
): PaletteEntry[] {
  return recent.flatMap(({ kind, id, label, detail }): PaletteEntry[] => {
    const known = kinds.find((one) => one.kind === kind);
    const to = known && `${known.detail}/${id}`;
    if (!known || !to || to === pathname) return [];
    return [{ key: recordKey(kind, id), label, detail, kindName: known.one, section: known.section, target: { to } }];
  });
}

/** @param isAtLeast true if the count is a lower bound */
type MoreText = { moreText: (count: number, isAtLeast: boolean) => string };

/**
 * Groups search results by kind and omits entries already shown above. If a kind has more results,
 * its group ends with a link to the complete list.
 */
export function foundGroups(
  found: readonly HitsOfKind[],
  kinds: readonly PaletteKind[],
  { text, above, moreText }: { text: string; above: readonly PaletteEntry[] } & MoreText,
): PaletteGroup[] {
  const shown = new Set(above.map(({ key }) => key));
  return found.flatMap(({ kind, hits, total }): PaletteGroup[] => {
    const known = kinds.find((one) => one.kind === kind);
    if (!known) return [];
    const { section, detail: page, list, many } = known;
    const records = hits.map(({ id, label, detail }): PaletteEntry => {
      return { key: recordKey(kind, id), label, detail, section, target: { to: `${page}/${id}` } };
    });
    const items = records.filter(({ key }) => !shown.has(key));
    const more = total - hits.length;
    const to = `${list}?${new URLSearchParams({ filter: text })}`;
    if (more > 0)
      items.push({
        key: `more ${kind}`,
        label: moreText(more, total >= SEARCH_MAX_COUNTED),
        iconKey: "more",
        section,
        target: { to },
      });
    return items.length > 0 ? [{ heading: many, items }] : [];
  });
}

/**
 * Returns the groups that need no request: recently viewed records, pages and actions, filtered by
 * text.
 */
export function localGroups(
  offered: { recent: PaletteEntry[]; pages: PaletteEntry[]; actions: PaletteEntry[] },
  headings: { recent: string; pages: string; actions: string },
  text: string,
): PaletteGroup[] {
  return [
    { heading: headings.recent, items: matchingEntries(offered.recent, text).slice(0, RECENT_SHOWN) },
    { heading: headings.pages, items: matchingEntries(offered.pages, text) },
    { heading: headings.actions, items: matchingEntries(offered.actions, text) },
  ].filter(({ items }) => items.length > 0);
}

import { matchesFolded } from "@/components/ui/fold";
import type { RecentRecord } from "@/components/layout/visits/recent-records";
import type { SectionName } from "@/components/layout/sections/sections";
import { SEARCH_MOST_COUNTED } from "@/lib/limits";
import type { PaletteKind } from "./palette-kinds";

/** What can be done without leaving the page. */
export type PaletteAction = "language" | "logout";

/** What an entry does, where its sign says so instead of its section's. */
export type PaletteSign = "add" | "import" | "more" | PaletteAction;

/** Something that the palette offers. */
export type PaletteEntry = {
  /** Unlike all others. */
  key: string;
  label: string;
  /** A second, quieter line. */
  detail?: string;
  /** What sort of thing it is, where its heading does not say so. */
  sort?: string;
  /** Whose sign and colour it bears. */
  section?: SectionName;
  sign?: PaletteSign;
  /** Other words that it is found by. */
  keywords?: string;
  /** Where it leads, or what it does. */
  goes: { to: string } | { does: PaletteAction };
};

/** Entries below a heading. */
export type PaletteGroup = { heading: string; items: PaletteEntry[] };

/** What `GET /api/search` answers (contract §10). */
export type FoundKind = { kind: string; hits: { id: number; label: string; detail: string }[]; total: number };

/** So many of the records that were looked at last are shown. */
const RECENT_SHOWN = 6;

const recordKey = (kind: string, id: number) => `${kind} ${id}`;

/** The entries that hold every word of a text; all of them where there is none. */
export const matchingEntries = (entries: readonly PaletteEntry[], text: string): PaletteEntry[] =>
  entries.filter(({ label, detail = "", keywords = "" }) => matchesFolded([label, detail, keywords].join(" "), text));

/** The records that were looked at last, but for the one that is on the screen. */
export function recentEntries(
  recent: readonly RecentRecord[],
  kinds: readonly PaletteKind[],
  pathname: string,
): PaletteEntry[] {
  return recent.flatMap(({ kind, id, label, detail }): PaletteEntry[] => {
    const known = kinds.find((one) => one.kind === kind);
    const to = known && `${known.detail}/${id}`;
    if (!known || !to || to === pathname) return [];
    return [{ key: recordKey(kind, id), label, detail, sort: known.one, section: known.section, goes: { to } }];
  });
}

/** @param isAtLeast there are more than anybody counts */
type FoundWords = { moreText: (count: number, isAtLeast: boolean) => string };

/** What was found, a group for each kind, without what stands above already; and the way to the rest. */
export function foundGroups(
  found: readonly FoundKind[],
  kinds: readonly PaletteKind[],
  { text, above, moreText }: { text: string; above: readonly PaletteEntry[] } & FoundWords,
): PaletteGroup[] {
  const shown = new Set(above.map(({ key }) => key));
  return found.flatMap(({ kind, hits, total }): PaletteGroup[] => {
    const known = kinds.find((one) => one.kind === kind);
    if (!known) return [];
    const { section, detail: page, list, many } = known;
    const records = hits.map(({ id, label, detail }): PaletteEntry => {
      return { key: recordKey(kind, id), label, detail, section, goes: { to: `${page}/${id}` } };
    });
    const items = records.filter(({ key }) => !shown.has(key));
    const more = total - hits.length;
    const to = `${list}?${new URLSearchParams({ filter: text })}`;
    if (more > 0)
      items.push({
        key: `more ${kind}`,
        label: moreText(more, total >= SEARCH_MOST_COUNTED),
        sign: "more",
        section,
        goes: { to },
      });
    return items.length > 0 ? [{ heading: many, items }] : [];
  });
}

/** What the palette offers at once: what was looked at last, pages and actions, narrowed by what is typed. */
export function localGroups(
  offered: { recent: PaletteEntry[]; pages: PaletteEntry[]; actions: PaletteEntry[] },
  words: { recent: string; pages: string; actions: string },
  text: string,
): PaletteGroup[] {
  return [
    { heading: words.recent, items: matchingEntries(offered.recent, text).slice(0, RECENT_SHOWN) },
    { heading: words.pages, items: matchingEntries(offered.pages, text) },
    { heading: words.actions, items: matchingEntries(offered.actions, text) },
  ].filter(({ items }) => items.length > 0);
}

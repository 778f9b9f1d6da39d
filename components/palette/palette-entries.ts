import { foldCollapsed } from "@/lib/model/pure/fold";
import { matchesFolded } from "@/lib/model/pure/folded-matches";
import type { RecentRecord } from "@/components/layout/visits/recent-records";
import type { SectionName } from "@/components/layout/sections/sections";
import type { HitReason, HitsOfKind } from "@/lib/model/answers/search-answers";
import { SEARCH_MAX_COUNTED } from "@/lib/model/limits";
import { fileHref } from "@/lib/features/files/file-address";
import type { PaletteKind, SearchedKind } from "./palette-kinds";

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
/** Maximum number of records in the group of those found by their names. */
const NAMES_SHOWN = 5;
const NAMING: readonly HitReason[] = ["name", "alias", "identifier"];

const recordKey = (kind: string, id: number) => `${kind} ${id}`;

/**
 * Returns entries that contain every word of a text, at least one of them not only in the detail; all
 * entries for an empty text.
 */
export const matchingEntries = (entries: readonly PaletteEntry[], text: string): PaletteEntry[] =>
  entries.filter(({ label, detail = "", keywords = "" }) => {
    const names = `${label} ${keywords}`;
    return matchesFolded(`${names} ${detail}`, text) && text.split(/\s+/).some((word) => matchesFolded(names, word));
  });

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

type Hit = HitsOfKind["hits"][number];

/** Returns the page that a search result opens: of a file, the tab of its record. */
const pageOfHit = (searched: SearchedKind | PaletteKind, { id, record }: Hit): string =>
  record ? fileHref({ ...record, datei_id: id }) : `${"detail" in searched ? searched.detail : searched.list}/${id}`;

/** Returns the entry of a search result. */
const hitEntry = (searched: SearchedKind | PaletteKind, hit: Hit): PaletteEntry => ({
  key: recordKey(searched.kind, hit.id),
  label: hit.label,
  detail: hit.detail,
  section: searched.section,
  target: { to: pageOfHit(searched, hit) },
});

/** Returns how well a name matches a text, compared folded: 0 if it is the text, 1 if it begins with it, else 2. */
export function nameRank(name: string, text: string): number {
  const [foldedName, folded] = [name, text].map((one) => foldCollapsed(one.trim().replace(/\s+/g, " ")));
  if (foldedName === folded) return 0;
  return foldedName?.startsWith(folded ?? "") ? 1 : 2;
}

/** Returns the name by which a search result was found: its alias precedes the rest of its detail. */
const matchedName = ({ by, label, detail }: Hit) => (by === "alias" && detail.split(/: | [·–] /)[1]) || label;

/**
 * Returns the best search results of all kinds that were found by name, alias or identifier. Equal
 * matches keep the order of the search.
 */
export function bestNames(found: readonly HitsOfKind[], kinds: readonly SearchedKind[], text: string): PaletteEntry[] {
  const ranked = found.flatMap(({ kind, hits }) => {
    const known = kinds.find((one) => one.kind === kind);
    if (!known) return [];
    return hits
      .filter(({ by }) => NAMING.includes(by))
      .map((hit) => ({
        rank: hit.by === "identifier" ? 0 : nameRank(matchedName(hit), text),
        entry: { ...hitEntry(known, hit), kindName: known.one },
      }));
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, NAMES_SHOWN)
    .map(({ entry }) => entry);
}

/** @param isAtLeast true if the count is a lower bound */
type MoreText = { moreText: (count: number, isAtLeast: boolean) => string };

/**
 * Groups search results by kind and omits entries already shown above. If a kind has more results,
 * its group ends with a link to the complete list.
 */
export function foundGroups(
  found: readonly HitsOfKind[],
  kinds: readonly SearchedKind[],
  { text, above, moreText }: { text: string; above: readonly PaletteEntry[] } & MoreText,
): PaletteGroup[] {
  const shown = new Set(above.map(({ key }) => key));
  return found.flatMap(({ kind, hits, total }): PaletteGroup[] => {
    const known = kinds.find((one) => one.kind === kind);
    if (!known) return [];
    const { section, list, many } = known;
    const items: PaletteEntry[] = hits.map((hit) => hitEntry(known, hit)).filter(({ key }) => !shown.has(key));
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
 * Returns the groups that match a text by names: the records of `named`, then what needs no request:
 * recently viewed records, pages and actions.
 */
export function namedGroups(
  offered: { named: PaletteEntry[]; recent: PaletteEntry[]; pages: PaletteEntry[]; actions: PaletteEntry[] },
  headings: { named: string; recent: string; pages: string; actions: string },
  text: string,
): PaletteGroup[] {
  const shown = new Set(offered.named.map(({ key }) => key));
  const recent = matchingEntries(offered.recent, text).filter(({ key }) => !shown.has(key));
  return [
    { heading: headings.named, items: offered.named },
    { heading: headings.recent, items: recent.slice(0, RECENT_SHOWN) },
    { heading: headings.pages, items: matchingEntries(offered.pages, text) },
    { heading: headings.actions, items: matchingEntries(offered.actions, text) },
  ].filter(({ items }) => items.length > 0);
}

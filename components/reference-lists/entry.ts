import type { KindName } from "@/lib/model/kinds/define";
import { nameColumns, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { ownValue } from "@/lib/model/pure/own-value";

/** What uses an entry: records of a kind, links of these records, or files. */
export type UsageUnit = "records" | "links" | "files";

/** How often an entry is used, and the URL of the list of what uses it, if there is one. */
export type UsageCount = { count: number; href?: string } & (
  { unit: Exclude<UsageUnit, "files">; kind: KindName } | { unit: "files" }
);

/**
 * A reference entry as displayed; `names` contains its German and English name, keyed by column.
 */
export type ShownEntry = {
  id: number;
  /** The entry's group, if its list has groups. */
  group: string | null;
  names: Readonly<Record<string, string>>;
  /** Flags of the entry, such as `active`. */
  flags: Readonly<Record<string, boolean>>;
  /** Values of the entry that are one of some, such as its colour. */
  choices: Readonly<Record<string, string>>;
  isProtected: boolean;
  uses: readonly UsageCount[];
};

/** The number of entries on a page; longer lists are searched and paged. */
export const ENTRIES_PER_PAGE = 25;

/** Unsaved names of an entry, keyed by column. */
export type Draft = Readonly<Record<string, string>>;

/** Returns the number of uses of an entry. */
export const usedBy = ({ uses }: ShownEntry) => uses.reduce((sum, { count }) => sum + count, 0);

/** Returns what uses an entry, for texts with the number of uses. */
export const unitOf = ({ uses }: ShownEntry): UsageUnit => {
  const units = uses.map(({ unit }) => unit);
  return (["links", "files"] as const).find((unit) => units.includes(unit)) ?? "records";
};

/** Returns an entry's German name, which the history and dialogs use as well. */
export const entryLabel = (list: EntryListName, { names }: Pick<ShownEntry, "names">) =>
  ownValue(names, nameColumns(list)[0] ?? "") ?? "";

/** Returns the names of a draft that differ from the stored names. */
export function changedNames({ names }: Pick<ShownEntry, "names">, draft: Draft | undefined): Draft {
  return Object.fromEntries(Object.entries(draft ?? {}).filter(([column, text]) => text.trim() !== names[column]));
}

/** Returns true if a draft changes an entry's names. */
export const isDirty = (entry: ShownEntry, draft: Draft | undefined) =>
  Object.keys(changedNames(entry, draft)).length > 0;

/** Returns the keys with `id` moved to the position `place`, from 1. */
export function moved(ids: readonly number[], id: number, place: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(place - 1, 0, id);
}

/**
 * Converts a position among the shown rows into one among all rows of the list.
 * @param order the keys of all rows
 * @param shown the keys of the shown ones, in the same order
 * @param place the position among the shown rows, from 1
 */
export function placeInOrder(order: readonly number[], shown: readonly number[], id: number, place: number): number {
  const others = order.filter((other) => other !== id);
  const shownOthers = shown.filter((other) => other !== id);
  const next = shownOthers[place - 1];
  const last = shownOthers.at(-1);
  if (next !== undefined) return others.indexOf(next) + 1;
  return last === undefined ? order.indexOf(id) + 1 : others.indexOf(last) + 2;
}

/**
 * Returns the position, from 1, of a row that is dropped at the height `y`.
 * @param middles vertical centres of the other rows, from top to bottom
 */
export const placeAt = (middles: readonly number[], y: number) => middles.filter((middle) => middle < y).length + 1;

import { nameColumns, type EntryListName } from "@/lib/records/reference-lists/reference-lists";

/** The records of one kind that carry an entry: how many, and the list that shows them. */
export type Carriers = { kind: string; count: number; href: string };

/** An entry as the page shows it; its names by the list's own columns. */
export type Entry = {
  id: number;
  names: Readonly<Record<string, string>>;
  /** What it says besides its names, e.g. whether it is offered. */
  flags: Readonly<Record<string, boolean>>;
  isProtected: boolean;
  carriers: readonly Carriers[];
};

/** What somebody typed into an entry's names. */
export type Draft = Readonly<Record<string, string>>;

/** How many records carry an entry. */
export const usedBy = ({ carriers }: Entry) => carriers.reduce((sum, { count }) => sum + count, 0);

/** What an entry is called in German, by which the history and dialogs name it, too. */
export const labelOf = (list: EntryListName, { names }: Entry) => names[nameColumns(list)[0] ?? ""] ?? "";

/** The names that differ from what is stored. */
export function changedNames({ names }: Pick<Entry, "names">, draft: Draft | undefined): Draft {
  return Object.fromEntries(Object.entries(draft ?? {}).filter(([column, text]) => text.trim() !== names[column]));
}

/** The keys in their order, with one of them at another place, from 1. */
export function moved(ids: readonly number[], id: number, place: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(place - 1, 0, id);
}

/**
 * The place, from 1, that something takes when it is let go.
 * @param middles the heights of the others' middles, from top to bottom
 */
export const placeAt = (middles: readonly number[], y: number) => middles.filter((middle) => middle < y).length + 1;

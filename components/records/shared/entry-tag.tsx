"use client";

import { createContext, useContext } from "react";
import { ownValue } from "@/lib/model/pure/own-value";
import { ENTRY_COLOURS, type EntryColour } from "@/lib/model/entry-colour";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { Badge } from "@/components/ui/badge";

/** The colours of entries by list and name, in the page's language. Names are unique in a list. */
export type EntryColours = Partial<Record<ReferenceListName, Readonly<Record<string, EntryColour>>>>;

const ColoursContext = createContext<EntryColours>({});

/** Provides the colours of entries: rows and answers have only their names (contract §9). */
export const EntryColoursProvider = ColoursContext.Provider;

type EntryTagProps = { list: ReferenceListName; name: string };

/** The name of an entry as a tag in its colour; that of a deleted entry has the default colour. */
export function EntryTag({ list, name }: EntryTagProps) {
  const colours = useContext(ColoursContext)[list] ?? {};
  return name && <Badge tone={ownValue(colours, name) ?? ENTRY_COLOURS[0]}>{name}</Badge>;
}

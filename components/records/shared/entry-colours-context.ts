"use client";

import { createContext } from "react";
import type { EntryColour } from "@/lib/model/entry-colour";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";

/** The colours of entries by list and name, in the page's language. Names are unique in a list. */
type EntryColours = Partial<Record<ReferenceListName, Readonly<Record<string, EntryColour>>>>;

export const EntryColoursContext = createContext<EntryColours>({});

/** Provides the colours of entries: rows and answers have only their names (contract §9). */
export const EntryColoursProvider = EntryColoursContext.Provider;

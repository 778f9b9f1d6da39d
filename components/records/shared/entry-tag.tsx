"use client";

import { useContext } from "react";
import { Badge } from "@/components/ui/badge";
import { ENTRY_COLOURS } from "@/lib/model/entry-colour";
import { ownValue } from "@/lib/model/pure/own-value";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { EntryColoursContext } from "./entry-colours-context";

type EntryTagProps = { list: ReferenceListName; name: string };

/** The name of an entry as a tag in its colour; that of a deleted entry has the default colour. */
export function EntryTag({ list, name }: EntryTagProps) {
  const colours = useContext(EntryColoursContext)[list] ?? {};
  return name && <Badge tone={ownValue(colours, name) ?? ENTRY_COLOURS[0]}>{name}</Badge>;
}

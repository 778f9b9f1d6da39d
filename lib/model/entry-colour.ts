/** The colours in which screens show an entry (contract §9); the first is the default. */
export const ENTRY_COLOURS = ["grey", "blue", "green", "amber", "red", "violet"] as const;
export type EntryColour = (typeof ENTRY_COLOURS)[number];

import type { AnyRow } from "./define";

/** How people are called in notices and typeahead: `Vorname Nachname` (contract §4). */
export const personLabel = (record: AnyRow) => `${String(record.vorname)} ${String(record.nachname)}`;

/** What tells namesakes apart, and stands beside the name in the heading of their screen (spec §2). */
export const personEmail = (record: AnyRow) => String(record.email);

import type { AnyRow } from "./define";

/** How people are called in notices and typeahead: `Vorname Nachname` (contract §4). */
export const personLabel = (record: AnyRow) => `${String(record.vorname)} ${String(record.nachname)}`;

/** The heading of a person's screen: first name, surname and e-mail (spec §2). */
export const personHeading = (record: AnyRow) => `${personLabel(record)} · ${String(record.email)}`;

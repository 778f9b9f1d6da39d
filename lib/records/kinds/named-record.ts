/** A record as the history names it; `kind` is the first word of its API path. */
export type NamedRecord = { kind: string; id: number; label: string };

/** What records are called; those of persons who were erased are called nothing any more (contract §9). */
export const namesOf = (records: readonly NamedRecord[]) =>
  records.flatMap(({ label }) => (label === "" ? [] : [label])).join(", ");

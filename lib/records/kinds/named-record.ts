/** A record in the history; `kind` is the first segment of its API path. */
export type NamedRecord = { kind: string; id: number; label: string };

/** Joins the labels of records; those of erased persons are empty and left out (contract §9). */
export const namesOf = (records: readonly NamedRecord[]) =>
  records.flatMap(({ label }) => (label === "" ? [] : [label])).join(", ");

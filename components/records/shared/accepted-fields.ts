/*
 * Fields whose proposed values the user has just accepted on a record's page. Its form shows these values
 * once the page has them, also where the user has typed others before.
 */

const accepted = new Map<string, Set<string>>();

const keyOf = (kind: string, id: number) => `${kind} ${id}`;

/** Notes that proposed values of a record's fields were accepted. @param kind the first segment of its API path */
export function noteAcceptedFields(kind: string, id: number, fields: readonly string[]): void {
  accepted.set(keyOf(kind, id), new Set([...(accepted.get(keyOf(kind, id)) ?? []), ...fields]));
}

/** Returns the fields that were noted since the last call. */
export function takeAcceptedFields(kind: string, id: number): ReadonlySet<string> {
  const fields = accepted.get(keyOf(kind, id)) ?? new Set();
  accepted.delete(keyOf(kind, id));
  return fields;
}

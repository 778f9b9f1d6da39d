/**
 * A fact that is shown beside a record's name: a field; a period between two days; place and country,
 * or the place that the address names if both are empty; or the names of the records in a link list
 * with their roles; with `leading`, only those with a leading role (`isLeadingLink`).
 */
export type Highlight<Name extends string = string> =
  | { field: Name }
  | { from: Name; to: Name }
  | { place: Name; country: Name; address: Name }
  | { names: string; leading?: true };

/** Returns the fields that a highlight needs; none for link lists. */
export function fieldsOfHighlight<Name extends string>(highlight: Highlight<Name>): Name[] {
  if ("field" in highlight) return [highlight.field];
  if ("from" in highlight) return [highlight.from, highlight.to];
  return "place" in highlight ? [highlight.place, highlight.country, highlight.address] : [];
}

/** Rows of a day each, by their days, in the order in which they came. */
export function byDay<Row extends { day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

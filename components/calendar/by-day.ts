/** Groups rows by day, keeping their order. */
export function byDay<Row extends { day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

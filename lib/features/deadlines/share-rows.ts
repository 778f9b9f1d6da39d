/**
 * Returns at most `capacity` rows of several groups, in the order of the groups. Shares the places
 * evenly, so that a large group does not hide the others: first the first row of each group,
 * then the second of each, and so on.
 */
export function shareRows<Row>(groups: readonly (readonly Row[])[], capacity: number): Row[] {
  const ranked = groups.flatMap((rows, group) => rows.map((row, rank) => ({ row, rank, group })));
  const shared = ranked.sort((a, b) => a.rank - b.rank || a.group - b.group).slice(0, capacity);
  return shared.sort((a, b) => a.group - b.group || a.rank - b.rank).map(({ row }) => row);
}

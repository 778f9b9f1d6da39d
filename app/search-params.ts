/** The search parameters that Next passes to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/**
 * Converts a page's search parameters to URLSearchParams, including parameters that occur
 * repeatedly.
 */
export async function readSearchParams(searchParams: SearchParams): Promise<URLSearchParams> {
  const pairs = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map((item) => [name, item]),
  );
  return new URLSearchParams(pairs);
}

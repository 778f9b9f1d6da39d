/** What Next hands a page of its address. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A page's parameters as the URL had them, repeated ones included. */
export async function readSearchParams(searchParams: SearchParams): Promise<URLSearchParams> {
  const pairs = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map((item) => [name, item]),
  );
  return new URLSearchParams(pairs);
}

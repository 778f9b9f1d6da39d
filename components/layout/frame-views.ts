import type { SectionName } from "./sections/sections";

/** A view of a kind's list, as linked in the navigation. */
export type FrameView = { key: string; section: SectionName; name: string; href: string };

/**
 * Returns the URL of a view; dates stay relative, so that bookmarks do not expire.
 * @param list path of the list
 */
export function viewHref(
  list: string,
  { query, columns = [] }: { query: string; columns?: readonly string[] },
): string {
  const parameters = new URLSearchParams(query);
  if (columns.length > 0) parameters.set("columns", columns.join(","));
  return `${list}?${parameters}`;
}

const told = (parameters: URLSearchParams) =>
  [...parameters]
    .filter(([name]) => name !== "pageNo")
    .map((pair) => pair.join("="))
    .sort()
    .join("&");

/** True if the URL shows the view, on any page. */
export const isAtView = ({ href }: FrameView, parameters: URLSearchParams): boolean =>
  told(new URL(href, "http://a").searchParams) === told(parameters);

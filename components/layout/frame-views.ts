import type { SectionName } from "./sections/sections";

/** A view of a kind's list page, as the navigation links to it. */
export type FrameView = { key: string; section: SectionName; name: string; href: string };

/**
 * Returns the URL of a view. Relative dates such as “today” stay relative, so that bookmarks of the
 * view remain valid.
 * @param list path of the list page
 */
export function viewHref(
  list: string,
  { query, columns = [] }: { query: string; columns?: readonly string[] },
): string {
  const parameters = new URLSearchParams(query);
  if (columns.length > 0) parameters.set("columns", columns.join(","));
  return `${list}?${parameters}`;
}

const normalizedQuery = (parameters: URLSearchParams) =>
  [...parameters]
    .filter(([name]) => name !== "pageNo")
    .map((pair) => pair.join("="))
    .sort()
    .join("&");

/** True if URL parameters are those of the view, apart from their order and the page number. */
export const isAtView = ({ href }: FrameView, parameters: URLSearchParams): boolean =>
  normalizedQuery(new URL(href, "http://a").searchParams) === normalizedQuery(parameters);

import type { SectionName } from "./sections/sections";

/** A view of a list page or of the page of statistics, as the navigation links to it. */
export type FrameView = {
  key: string;
  section: SectionName;
  name: string;
  href: string;
  /** The parameters to which the page redirects, if not those of `href`; an empty one may have any value. */
  leadsTo?: string;
};

/**
 * Returns the URL of a view. Relative dates such as “today” stay relative, so that bookmarks of the
 * view remain valid.
 * @param page path of the page that shows it
 */
export function viewHref(
  page: string,
  { query, columns = [] }: { query: string; columns?: readonly string[] },
): string {
  const parameters = new URLSearchParams(query);
  if (columns.length > 0) parameters.set("columns", columns.join(","));
  return `${page}?${parameters}`;
}

/** The parameters that choose a page of a list, whichever view it shows. */
const PAGE_PARAMETERS = ["pageNo", "pageSize"];

const normalizedQuery = (parameters: URLSearchParams) =>
  [...parameters]
    .filter(([name]) => !PAGE_PARAMETERS.includes(name))
    .map((pair) => pair.join("="))
    .sort()
    .join("&");

/** True if URL parameters are those of the view, apart from their order and the page. */
export function isAtView({ href, leadsTo }: FrameView, parameters: URLSearchParams): boolean {
  const expected = leadsTo === undefined ? new URL(href, "http://a").searchParams : new URLSearchParams(leadsTo);
  const compared = [...parameters].map(([name, value]) => [name, expected.get(name) === "" ? "" : value]);
  return normalizedQuery(expected) === normalizedQuery(new URLSearchParams(compared));
}

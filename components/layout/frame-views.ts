import type { SectionName } from "./sections/sections";

/** A view of a kind's list, as the frame leads to it. */
export type FrameView = { key: string; section: SectionName; name: string; href: string };

/**
 * The address of a view; its days stay relative in it, so that a bookmark is not out of date tomorrow.
 * @param list the address of the list
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

/** Whether an address shows a view, on whichever of its pages. */
export const isAtView = ({ href }: FrameView, parameters: URLSearchParams): boolean =>
  told(new URL(href, "http://a").searchParams) === told(parameters);

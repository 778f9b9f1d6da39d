import { readFileSync } from "node:fs";
import path from "node:path";

/** Next's route manifest, in the folder that the server runs in. */
const MANIFEST = path.join(process.cwd(), ".next/routes-manifest.json");

type ManifestEntry = { page: string; regex: string };
type Manifest = { staticRoutes: readonly ManifestEntry[]; dynamicRoutes: readonly ManifestEntry[] };
type PageRoute = { page: string; matches: RegExp };

/** Returns the pages of a manifest; pages without parameters come first. */
export const pageRoutesOf = ({ staticRoutes, dynamicRoutes }: Manifest): PageRoute[] =>
  [...staticRoutes, ...dynamicRoutes]
    .filter(({ page }) => !/^\/(?:_|api\/)/.test(page))
    .map(({ page, regex }) => ({ page, matches: new RegExp(regex) }));

/** Reads the manifest. In development there is none, and spans of pages have no route. */
function readRoutes(): readonly PageRoute[] {
  try {
    return pageRoutesOf(JSON.parse(readFileSync(/* turbopackIgnore: true */ MANIFEST, "utf8")) as Manifest);
  } catch {
    return [];
  }
}

let routes: readonly PageRoute[] | undefined;

/**
 * Returns the route of the page at a URL, such as `/members/[ph_id]`; undefined when no page
 * matches.
 */
export function pageRouteIn(candidates: readonly PageRoute[], url: string): string | undefined {
  const [pathname = ""] = url.split("?", 1);
  return candidates.find(({ matches }) => matches.test(pathname))?.page;
}

/** Returns whether no page of this build belongs to a URL; false in development. */
export function isUnknownPage(url: string): boolean {
  routes ??= readRoutes();
  return routes.length > 0 && pageRouteIn(routes, url) === undefined;
}

/** Returns the route of the page at a URL, among the pages of this build. */
export const pageRouteOf = (url: string): string | undefined => pageRouteIn((routes ??= readRoutes()), url);

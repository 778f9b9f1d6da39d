import { readFileSync } from "node:fs";
import path from "node:path";

/** What Next's own server finds pages by, in the folder that it runs in. */
const MANIFEST = path.join(process.cwd(), ".next/routes-manifest.json");

type Listed = { page: string; regex: string };
type Manifest = { staticRoutes: readonly Listed[]; dynamicRoutes: readonly Listed[] };
type PageRoute = { page: string; matches: RegExp };

/** The pages that a manifest lists, those without parameters first. */
export const pageRoutesOf = ({ staticRoutes, dynamicRoutes }: Manifest): PageRoute[] =>
  [...staticRoutes, ...dynamicRoutes]
    .filter(({ page }) => !/^\/(?:_|api\/)/.test(page))
    .map(({ page, regex }) => ({ page, matches: new RegExp(regex) }));

/** Without a build, as in development, pages are told of without their names. */
function readRoutes(): readonly PageRoute[] {
  try {
    return pageRoutesOf(JSON.parse(readFileSync(/* turbopackIgnore: true */ MANIFEST, "utf8")) as Manifest);
  } catch {
    return [];
  }
}

let routes: readonly PageRoute[] | undefined;

/** The route of the page that a URL asks for, such as `/members/[ph_id]`; nothing where it is none. */
export function pageRouteIn(known: readonly PageRoute[], url: string): string | undefined {
  const [asked = ""] = url.split("?", 1);
  return known.find(({ matches }) => matches.test(asked))?.page;
}

/** The same, by the pages of this build. */
export const pageRouteOf = (url: string): string | undefined => pageRouteIn((routes ??= readRoutes()), url);

import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

/** Gzip size and number of the scripts that a page loads first. */
export type PageSize = { route: string; kilobytes: number; scripts: number };

type Manifest = { entryJSFiles: Record<string, string[]> };

const readJson = <T>(file: string) => JSON.parse(readFileSync(file, "utf8")) as T;

/**
 * Reads the manifest of a page's client components, which Next writes as a script that sets a
 * global.
 */
function manifestOf(file: string, page: string): Manifest {
  const globals: { __RSC_MANIFEST?: Record<string, Manifest> } = {};
  runInNewContext(readFileSync(file, "utf8"), { globalThis: globals });
  const manifest = globals.__RSC_MANIFEST?.[page];
  if (!manifest) throw new Error(`${file} does not contain ${page}: has Next changed its build manifests?`);
  return manifest;
}

/**
 * Returns, for each page, the size of the scripts that it loads before hydration. Lazily loaded
 * scripts are not included.
 * @param built the folder of the build, `.next`
 */
export function pageSizes(built: string): PageSize[] {
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(built, file))).length;
    sizes.set(file, size);
    return size;
  };
  const { rootMainFiles } = readJson<{ rootMainFiles: string[] }>(path.join(built, "build-manifest.json"));
  const routes = readJson<Record<string, string>>(path.join(built, "app-path-routes-manifest.json"));
  return Object.entries(routes)
    .filter(([page, route]) => page.endsWith("/page") && !route.startsWith("/_"))
    .map(([page, route]) => {
      const manifest = manifestOf(path.join(built, `server/app${page}_client-reference-manifest.js`), page);
      const scripts = new Set([...rootMainFiles, ...Object.values(manifest.entryJSFiles).flat()]);
      const bytes = [...scripts].reduce((sum, file) => sum + sizeOf(file), 0);
      return { route, kilobytes: bytes / 1024, scripts: scripts.size };
    })
    .sort((a, b) => a.route.localeCompare(b.route));
}

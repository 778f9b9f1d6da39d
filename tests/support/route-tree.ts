import { readdirSync } from "node:fs";
import path from "node:path";

export type Route = { file: string; params: Record<string, string> };

const API_ROOT = path.join(import.meta.dirname, "../../app/api");

/** Returns the paths of all route files, relative to `app/api`. */
export function routeFiles(): string[] {
  return readdirSync(API_ROOT, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .sort();
}

// The order in which Next tries route folders: static segments, then parameters, then catch-alls.
const rank = (segment: string) => (segment.startsWith("[[") ? 2 : segment.startsWith("[") ? 1 : 0);

function match(folder: string, segments: string[], params: Record<string, string>): Route | null {
  const entries = readdirSync(folder, { withFileTypes: true });
  const [segment, ...rest] = segments;
  if (segment === undefined) {
    const route = entries.find((entry) => entry.name === "route.ts");
    if (route) return { file: path.join(folder, "route.ts"), params };
  }
  const folders = entries.filter((entry) => entry.isDirectory()).sort((a, b) => rank(a.name) - rank(b.name));
  for (const { name } of folders) {
    const childFolder = path.join(folder, name);
    if (name.startsWith("[[...")) return { file: path.join(childFolder, "route.ts"), params };
    if (segment === undefined) continue;
    const isParameter = name.startsWith("[");
    if (!isParameter && name !== segment) continue;
    const found = match(childFolder, rest, isParameter ? { ...params, [name.slice(1, -1)]: segment } : params);
    if (found) return found;
  }
  return null;
}

/** Returns the route file that serves a path under `/api`, matched as Next does. */
export function routeOf(pathname: string): Route {
  const segments = pathname
    .replace(/^\/api\/?/, "")
    .split("/")
    .filter(Boolean);
  const route = match(API_ROOT, segments.map(decodeURIComponent), {});
  if (!route) throw new Error(`No route serves ${pathname}`);
  return route;
}

import "./process/check-node";
import path from "node:path";
import { isBuilt } from "./build/app-build";
import { limitOf } from "./build/page-limits";
import { pageSizes } from "./build/page-sizes";
import { ROOT } from "./root";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

/**
 * `npm run size`: prints the size of each page's scripts; fails if a page exceeds its limit
 * (docs/performance.md).
 */
function main(): boolean {
  if (!isBuilt()) throw new UserFacingError('These sources are not built: run "npm run build" first.');
  const pages = pageSizes(path.join(ROOT, ".next")).map((page) => ({ ...page, limit: limitOf(page.route) }));
  console.log("First-load JavaScript, KB gzip\n\n   KB  limit  page");
  for (const { route, kilobytes, limit } of pages) {
    const mark = kilobytes > limit ? "  TOO MUCH" : "";
    console.log(`${kilobytes.toFixed(0).padStart(5)}  ${String(limit).padStart(5)}  ${route}${mark}`);
  }
  return pages.every(({ kilobytes, limit }) => kilobytes <= limit);
}

try {
  if (!main()) process.exitCode = 1;
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

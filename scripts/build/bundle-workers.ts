import path from "node:path";
import { build } from "esbuild";
import { ROOT } from "../root";

/** Bundled CommonJS packages call `require`, which ES modules do not have. */
export const REQUIRE_BANNER =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** Sources of worker threads and processes, which Next does not bundle because no route imports them. */
const WORKERS = [
  "lib/features/imports/server/parsing/parse-worker.ts",
  "lib/features/files/server/text/reading-worker.ts",
];

/**
 * Bundles each worker into one file below `generated`, from which `parse-file.ts` and
 * `read-in-process.ts` start them.
 * @param folder the folder from which the app runs: the checkout for development and tests, the
 * standalone folder for a build
 */
export async function bundleWorkers(folder: string): Promise<void> {
  await build({
    entryPoints: WORKERS.map((source) => path.join(ROOT, source)),
    outdir: path.join(folder, "generated"),
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: REQUIRE_BANNER },
    logLevel: "warning",
  });
}

import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { ROOT } from "../root";
import { REQUIRE_BANNER } from "./bundle-workers";

/** A build always runs in production mode, also when it is started by hand. */
const BANNER = `${REQUIRE_BANNER}\nprocess.env.NODE_ENV = "production";`;

type BuiltConfig = { config: { serverExternalPackages: string[] } };

/**
 * Bundles `server.ts` into a folder that Next has built, in place of Next's own `server.js`. The
 * packages that Next leaves out of its bundles are left out here, too, so that each is loaded once.
 * @param folder the standalone folder
 */
export async function bundleServer(folder: string): Promise<void> {
  const { config } = JSON.parse(
    readFileSync(path.join(folder, ".next/required-server-files.json"), "utf8"),
  ) as BuiltConfig;
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["server.ts"],
    outdir: folder,
    chunkNames: "server/[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minifyWhitespace: true,
    minifySyntax: true,
    external: ["next", "@prisma/client", ...config.serverExternalPackages],
    define: { "process.env.NODE_ENV": '"production"' },
    banner: { js: BANNER },
    logLevel: "warning",
  });
}

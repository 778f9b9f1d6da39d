import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundleServer } from "./bundle-server";
import { bundleWorkers } from "./bundle-workers";
import { copyPdfAssets } from "./pdf-assets";
import { runNode } from "../process/child-process";
import { commandOf, prisma } from "../postgres/prisma-command";
import { ROOT } from "../root";
import { UserFacingError } from "../process/user-facing-error";
import { sourceHash } from "./source-hash";

/**
 * Folder of the built app: server, modules and static files. The app runs there without the rest of
 * the checkout.
 */
export const STANDALONE = path.join(ROOT, ".next/standalone");
const HASH_FILE = path.join(STANDALONE, "source-hash.txt");

/** Returns whether the built app was built from exactly the present sources. */
export function isBuilt(): boolean {
  return existsSync(HASH_FILE) && readFileSync(HASH_FILE, "utf8") === sourceHash(ROOT);
}

/**
 * Builds the app and assembles the standalone folder.
 * @throws UserFacingError with the build's output when it fails
 */
export async function build(output: "show" | "collect", signal?: AbortSignal): Promise<void> {
  rmSync(HASH_FILE, { force: true });
  const hash = sourceHash(ROOT);
  await prisma(["generate"]);
  // Next's bundler resolves the worker threads' files, so these files must exist before it runs.
  await bundleWorkers(ROOT);
  const result = await runNode([commandOf("next", "dist/bin/next"), "build"], {
    cwd: ROOT,
    // Overrides NODE_ENV, because Next's build is unusable if it runs in development mode.
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    output,
    signal,
  });
  if (result.code !== 0) {
    // Turbopack caches the failure of a stylesheet but not its cause, so that it would not notice a
    // fix elsewhere, such as "npm ci".
    rmSync(path.join(ROOT, ".next/cache"), { recursive: true, force: true });
    throw new UserFacingError(`${result.output}\nThe build failed: see the output of Next.js above.`.trimStart());
  }
  cpSync(path.join(ROOT, ".next/static"), path.join(STANDALONE, ".next/static"), { recursive: true });
  const publicFolder = path.join(STANDALONE, "public");
  cpSync(path.join(ROOT, "public"), publicFolder, { recursive: true });
  copyPdfAssets(publicFolder);
  // Deletes the copies that Next makes of the checkout's .env files: settings are read from the
  // original at start, and a copy of secrets would become outdated.
  for (const name of readdirSync(STANDALONE)) if (name.startsWith(".env")) rmSync(path.join(STANDALONE, name));
  await Promise.all([bundleServer(STANDALONE), bundleWorkers(STANDALONE)]);
  shareEqualChunks(path.join(STANDALONE, ".next/server/chunks"));
  writeFileSync(HASH_FILE, hash);
}

/**
 * Deduplicates chunks: Turbopack writes shared code once per route, and a server would hold all
 * copies in memory. Keeps the first of several identical files, and lets the others require it.
 * @param folder the folder with the server's chunks
 */
export function shareEqualChunks(folder: string): void {
  const first = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, "utf8");
    const known = first.get(text);
    if (known === undefined) {
      first.set(text, file);
      continue;
    }
    const other = path.relative(path.dirname(file), known).split(path.sep).join("/");
    writeFileSync(file, `module.exports=require(${JSON.stringify(`./${other}`)})\n`);
  }
}

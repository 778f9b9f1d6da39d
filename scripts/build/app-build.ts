import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundleWorkers } from "./bundle-workers";
import { runNode } from "../process/child-process";
import { commandOf, prisma } from "../postgres/prisma-command";
import { ROOT } from "../root";
import { UserFacingError } from "../process/user-facing-error";
import { sourceHash } from "./source-hash";

/** Folder of the finished app: server, its modules, static files. It runs without the rest of the checkout. */
export const STANDALONE = path.join(ROOT, ".next/standalone");
const HASH_FILE = path.join(STANDALONE, "source-hash.txt");

/** Whether there is a build of exactly these sources. */
export function isBuilt(): boolean {
  return existsSync(HASH_FILE) && readFileSync(HASH_FILE, "utf8") === sourceHash(ROOT);
}

/**
 * Builds the app and puts the standalone folder together.
 * @throws UserFacingError with the build's output when it fails
 */
export async function build(output: "show" | "collect", signal?: AbortSignal): Promise<void> {
  rmSync(HASH_FILE, { force: true });
  const hash = sourceHash(ROOT);
  await prisma(["generate"]);
  // Next's bundler resolves the files of threads, so they must exist before it runs.
  await bundleWorkers(ROOT);
  const result = await runNode([commandOf("next", "dist/bin/next"), "build"], {
    cwd: ROOT,
    // Built for production whatever NODE_ENV says outside: Next builds nothing usable in development mode.
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    output,
    signal,
  });
  if (result.code !== 0) {
    // Turbopack remembers that a stylesheet failed, and not why: what mends it outside of the sheet, such as "npm ci", would not be seen.
    rmSync(path.join(ROOT, ".next/cache"), { recursive: true, force: true });
    throw new UserFacingError(`${result.output}\nThe build failed: see above what Next.js says about it.`.trimStart());
  }
  cpSync(path.join(ROOT, ".next/static"), path.join(STANDALONE, ".next/static"), { recursive: true });
  const publicFolder = path.join(ROOT, "public");
  if (existsSync(publicFolder)) cpSync(publicFolder, path.join(STANDALONE, "public"), { recursive: true });
  // Next copies the checkout's .env along; secrets belong to the start, and the copy would outlive its original.
  for (const name of readdirSync(STANDALONE)) if (name.startsWith(".env")) rmSync(path.join(STANDALONE, name));
  await bundleWorkers(STANDALONE);
  shareEqualChunks(path.join(STANDALONE, ".next/server/chunks"));
  writeFileSync(HASH_FILE, hash);
}

/**
 * Turbopack writes what routes share once for each of them, and a server would hold all these copies in memory. Of files that
 * are equal one stays; the others lead to it, so that Node.js reads it once.
 * @param folder of scripts that Node.js requires
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

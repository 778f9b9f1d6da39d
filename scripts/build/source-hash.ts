import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Folders whose files affect the build. Files in the root folder are included if Next, TypeScript
 * or npm may read them.
 */
const FOLDERS = ["app", "components", "lib", "messages", "public", "types", "scripts/build"];
const ROOT_FILE = /\.(ts|mjs|json)$/;
const IGNORED = [
  /\.test\.tsx?$/,
  /^next-env\.d\.ts$/,
  /^public\/pdf\//,
  /^(eslint|playwright|prisma|vitest)\.config\.|^(\.dependency-cruiser|structure)\.mjs$/,
];

/** Returns a hash of all sources of the build, which is the same on every machine. */
export function sourceHash(root: string): string {
  const rootFiles = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && ROOT_FILE.test(entry.name))
    .map((entry) => entry.name);
  const sources = [...FOLDERS, "prisma/schema.prisma"].flatMap((source) => filesIn(root, source));
  const hash = createHash("sha256");
  for (const file of [...rootFiles, ...sources].sort()) {
    if (IGNORED.some((pattern) => pattern.test(file))) continue;
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Returns the paths, relative to the root, of all files below a folder. For a file returns its own
 * path, for a missing `source` an empty list.
 */
function filesIn(root: string, source: string): string[] {
  const stats = statSync(path.join(root, source), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [source];
  return readdirSync(path.join(root, source)).flatMap((name) => filesIn(root, `${source}/${name}`));
}

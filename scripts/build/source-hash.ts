import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** Folders that the build is made of; of the checkout's own files all count that Next, TypeScript or npm may read. */
const FOLDERS = ["app", "components", "lib", "messages", "public", "types"];
const ROOT_FILE = /\.(ts|mjs|json)$/;
const IGNORED = [
  /^lib\/server\/generated\//,
  /\.test\.tsx?$/,
  /^next-env\.d\.ts$/,
  /^(eslint|playwright|prisma|vitest)\.config\./,
];

/** A hash over the content of everything that the build is made of; the same content gives the same hash anywhere. */
export function sourceHash(root: string): string {
  const rootFiles = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && ROOT_FILE.test(entry.name))
    .map((entry) => entry.name);
  const sources = [...FOLDERS, "prisma/schema.prisma", "scripts/build/app-build.ts"].flatMap((source) =>
    filesIn(root, source),
  );
  const hash = createHash("sha256");
  for (const file of [...rootFiles, ...sources].sort()) {
    if (IGNORED.some((pattern) => pattern.test(file))) continue;
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Every file below a folder of the checkout, or the one file, as paths from the root; none where nothing is. */
export function filesIn(root: string, source: string): string[] {
  const stats = statSync(path.join(root, source), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [source];
  return readdirSync(path.join(root, source)).flatMap((name) => filesIn(root, `${source}/${name}`));
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "@/scripts/source-hash";

type IconSet = { icons: Record<string, unknown>; aliases: Record<string, unknown> };

const root = path.join(import.meta.dirname, "../..");
const set = createRequire(import.meta.url)("@iconify-json/lucide/icons.json") as IconSet;
const known = new Set([...Object.keys(set.icons), ...Object.keys(set.aliases)]);

/** The icons that a file names, each with the file. */
const namedIn = (file: string) =>
  [...readFileSync(path.join(root, file), "utf8").matchAll(/"icon-([a-z0-9-]+)"/g)].map(([, name = ""]) => ({
    name,
    file,
  }));

// The build says so, too; here all of them at once, each with its file.
it("every icon that is named is one of Lucide's", () => {
  const named = ["app", "components"].flatMap((folder) => filesIn(root, folder)).flatMap(namedIn);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

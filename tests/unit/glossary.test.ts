import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/* Checks that docs/glossary.md has one row per term and per name in the code. */

const glossary = readFileSync(path.join(import.meta.dirname, "../../docs/glossary.md"), "utf8");
const rows = [...glossary.matchAll(/^\|([^|\n]*)\|([^|\n]*)\|/gm)].map(([, screen = "", code = ""]) => ({
  screen: screen.trim(),
  code: code.trim(),
}));

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

it("explains each term of the screen once", () => {
  const terms = rows.map(({ screen }) => screen.replaceAll(/[„“*]/g, "")).filter(Boolean);
  expect(twice(terms)).toEqual([]);
});

it("explains each name of the code once", () => {
  expect(twice(rows.flatMap(({ code }) => code.match(/`[^`]+`/g) ?? []))).toEqual([]);
});

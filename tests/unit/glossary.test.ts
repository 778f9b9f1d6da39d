import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/* Checks that docs/glossary.md has one row per term and per name in the code. */

const glossary = readFileSync(path.join(import.meta.dirname, "../../docs/glossary.md"), "utf8");
const rows = [...glossary.matchAll(/^\|([^|\n]*)\|([^|\n]*)\|/gm)].map(([, screen = "", code = ""]) => ({
  screen: screen.trim(),
  code: code.trim(),
}));

const duplicates = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

it("the glossary explains each screen term once", () => {
  const terms = rows.map(({ screen }) => screen.replaceAll(/[„“*]/g, "")).filter(Boolean);
  expect(duplicates(terms)).toEqual([]);
});

it("the glossary explains each name in the code once", () => {
  expect(duplicates(rows.flatMap(({ code }) => code.match(/`[^`]+`/g) ?? []))).toEqual([]);
});

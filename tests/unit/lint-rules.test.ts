import path from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

/* Checks that the rules of eslint.config.mjs find what they are about, in every part of the product. */

const root = path.join(import.meta.dirname, "../..");
const eslint = new ESLint({ cwd: root });

/** Returns the rules that a file with this code would break. */
async function brokenRules(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

const PRODUCT = [
  "app/any.ts",
  "components/any.tsx",
  "lib/any.ts",
  "lib/store/any.ts",
  "prisma/any.ts",
  "scripts/any.ts",
];
const SYNTAX = "no-restricted-syntax";

describe.each(PRODUCT)("lint in %s", (file) => {
  it.each([
    ["a default for a wrong index", "export const f = (list: number[], i: number) => list[i] ?? 0;"],
    ["a default for a wrong index of texts", 'export const f = (list: string[], i: number) => list[i - 1] ?? "";'],
    ["a list as the arguments of a call", "export const f = (list: number[]) => Math.max(...list);"],
    ["a list that is pushed as arguments", "export const f = (a: number[], b: number[]) => a.push(...b);"],
    ["a header as a key", "export const f = (of: Record<string, string>, header: string) => of[header];"],
    ["a user's text as a key", "export const f = (of: Record<string, string>, a: { text: string }) => of[a.text];"],
    [
      "cleaning a text of any length",
      "export const f = (z: { overwrite: (by: unknown) => void }) => z.overwrite(String);",
    ],
  ])("lint refuses %s", async (_, code) => expect(await brokenRules(file, code)).toEqual([SYNTAX]));

  it.each([
    ["an optional item", "export const f = (list: number[], i: number) => list.at(i) ?? 0;"],
    ["the arguments of the own call", "export const f = (...all: number[]) => String(...all);"],
    ["a declared name as a key", "export const f = (of: Record<string, string>, name: string) => of[name];"],
  ])("lint accepts %s", async (_, code) => expect(await brokenRules(file, code)).toEqual([]));
});

describe.each([...PRODUCT, "tests/any.test.ts", "lab/any.ts"])("lint in %s", (file) => {
  it.each([
    ["regexp/no-super-linear-move", "/\\s*\\n\\s*/g"],
    ["regexp/no-super-linear-move", "/\\/+$/"],
    ["regexp/no-super-linear-backtracking", "/^(?:\\w+)*$/"],
  ])("the rule %s reports %s", async (rule, expression) => {
    expect(await brokenRules(file, `export const f = (text: string) => text.replace(${expression}, "");`)).toContain(
      rule,
    );
  });

  it("lint accepts a regular expression of linear time", async () => {
    expect(await brokenRules(file, 'export const f = (text: string) => text.replace(/\\s+/g, " ");')).toEqual([]);
  });
});

describe("rows of tables in components", () => {
  it.each([
    ["a row", 'export const f = (place: Element) => place.closest("tr");'],
    ["a part of a row", 'export const f = (place: Element) => place.querySelector("a.row-link");'],
  ])("only row-parts.ts may query %s", async (_, code) => {
    expect(await brokenRules("components/any.tsx", code)).toEqual([SYNTAX]);
    expect(await brokenRules("components/ui/rows/row-parts.ts", code)).toEqual([]);
  });
});

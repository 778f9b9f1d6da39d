import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/*
 * Checks docs/specification.md: every quotation must occur literally in the specification, no word
 * of the specification may be omitted, and every test that the page names must exist.
 */

const ROOT = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

const NOT_BUILT = "not built (contract §7)";
const DECISIONS = "Decisions that replace the specification";
const SILENT = "No behaviour promised";

type Block = { heading: string; lines: string[] };
type Row = { heading: string; quotes: string[]; cells: string[] };

/**
 * Groups the lines of a Markdown page by heading. Drops the header and separator rows of tables.
 */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  const isRule = (line = "") => /^\|[-| ]+\|$/.test(line);
  for (const [index, line] of lines.entries()) {
    if (/^#+ /.test(line)) blocks.push({ heading: line.replace(/^#+ /, ""), lines: [] });
    else if (!isRule(line) && !isRule(lines[index + 1])) blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

/** Splits a table row into its cells; `\|` and `\<` are unescaped. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(/\\([|<])/g, "$1"));

const specification = blocksOf(read("docs/reference/spec.md"));
const whole = read("docs/reference/spec.md");
const rows: Row[] = blocksOf(read("docs/specification.md")).flatMap(({ heading, lines }) =>
  lines
    .filter((line) => line.startsWith("|"))
    .map((line) => {
      const [quoted = "", ...cells] = cellsOf(line);
      return { heading, quotes: [...quoted.matchAll(/“([^“”]+)”/g)].map(([, quote]) => String(quote)), cells };
    }),
);
const silent = rows.filter(({ heading }) => heading === SILENT);
const decisions = rows.filter(({ heading }) => heading === DECISIONS);
const promises = rows.filter((row) => !silent.includes(row) && !decisions.includes(row));

/** The cell of each promise or decision that names tests: its last one. */
const claims = [...promises, ...decisions].map(({ quotes, cells }): [string, string] => [
  quotes.join(" · "),
  cells.at(-1) ?? "",
]);

type NamedTest = { file: string; name: string };

/**
 * Parses a cell that names tests in the format `file` › "name", "name".
 * @returns null when the cell has another format
 */
function testsIn(cell: string): NamedTest[] | null {
  const items = cell.split("<br>").map((item) => /^`([^`]+)` › ("[^"]+"(?:, "[^"]+")*)$/.exec(item));
  if (items.includes(null)) return null;
  return items.flatMap((item) =>
    [...(item?.[2] ?? "").matchAll(/"([^"]+)"/g)].map(([, name]) => ({
      file: String(item?.[1]),
      name: String(name),
    })),
  );
}

const isFile = (file: string) => existsSync(path.join(ROOT, file)) && statSync(path.join(ROOT, file)).isFile();

/**
 * Returns whether a test file contains a test or a describe block with this title, spelled as in
 * the source.
 */
function hasTest({ file, name }: NamedTest): boolean {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*(["'\`])${literal}\\1,`).test(read(file));
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Returns the passages below a heading of the specification that no row quotes in their order and
 * that are not listed as passages without a promise.
 */
function leftOut({ heading, lines }: Block): string[] {
  let text = lines.join("\n");
  for (const quote of silent.flatMap(({ quotes }) => quotes)) text = text.replace(quote, " ".repeat(quote.length));
  const left: string[] = [];
  let position = 0;
  const pass = (end: number) => {
    const gap = text.slice(position, end).trim();
    if (WORD.test(gap)) left.push(gap);
  };
  for (const quote of promises.filter((row) => row.heading === heading).flatMap(({ quotes }) => quotes)) {
    const found = text.indexOf(quote, position);
    if (found < 0) left.push(`(not found below this heading, or not in this order) ${quote}`);
    else {
      pass(found);
      position = found + quote.length;
    }
  }
  pass(text.length);
  return left;
}

describe("quotations in docs/specification.md", () => {
  it("occur word for word in the specification", () => {
    for (const { quotes, heading } of rows) {
      expect(quotes.length, heading).toBeGreaterThan(0);
      for (const quote of quotes) expect(whole.includes(quote), `${heading}: ${quote}`).toBe(true);
    }
  });

  it.each(specification.map((block) => [block.heading, block] as const))("cover all of %s", (_, block) => {
    expect(leftOut(block)).toEqual([]);
  });

  it("use only headings of the specification", () => {
    const headings = specification.map(({ heading }) => heading);
    for (const { heading } of promises) expect(headings).toContain(heading);
  });

  it("give a reason where nothing is promised, and occur once in the specification", () => {
    expect(silent.length).toBeGreaterThan(0);
    for (const { quotes, cells } of silent) {
      for (const quote of quotes) expect(whole.split(quote), quote).toHaveLength(2);
      expect(cells.join("")).toMatch(WORD);
    }
  });
});

describe("rows of docs/specification.md", () => {
  it("name tests that exist, or are marked as not built", () => {
    expect(claims.length).toBeGreaterThan(200);
    for (const [promise, held] of claims) {
      if (held === NOT_BUILT) continue;
      const tests = testsIn(held);
      expect(tests, `${promise}: ${held}`).not.toBeNull();
      for (const test of tests ?? []) {
        expect(test.file, promise).toMatch(/\.(test|spec)\.ts$/);
        expect(isFile(test.file), `${promise}: ${test.file}`).toBe(true);
        expect(hasTest(test), `${promise}: ${test.file} › ${test.name}`).toBe(true);
      }
    }
  });

  it("have no empty cell, and only template demos are not built", () => {
    for (const { quotes, cells, heading } of rows) {
      for (const cell of cells) expect(cell, `${heading}: ${quotes.join(" · ")}`).toMatch(WORD);
    }
    const notBuilt = promises.filter(({ cells }) => cells.includes(NOT_BUILT)).flatMap(({ quotes }) => quotes);
    expect(notBuilt).toEqual([
      "/pricing, /lock",
      "/components, /forms, /table-list,",
      "/charts, /widgets",
      "template demos",
      "no",
    ]);
  });
});

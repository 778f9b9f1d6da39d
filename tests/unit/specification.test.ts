import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/*
 * Holds docs/specification.md to the specification and to the repository: what is quoted stands there, no word of the
 * specification is left out, and every file and every test that the page names exists.
 */

const ROOT = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

const NOT_BUILT = "not built (contract §7)";
const DECISIONS = "Decisions that replace the specification";
const SILENT = "No behaviour promised";

type Block = { heading: string; lines: string[] };
type Row = { heading: string; quotes: string[]; cells: string[] };

/** A page's lines by the headings they stand below, without the first two lines of tables. */
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

/** The cells of a table's row; `\|` and `\<` stand for the bare characters. */
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
      return { heading, quotes: [...quoted.matchAll(/“([^”]+)”/g)].map(([, quote]) => String(quote)), cells };
    }),
);
const silent = rows.filter(({ heading }) => heading === SILENT);
const decisions = rows.filter(({ heading }) => heading === DECISIONS);
const promises = rows.filter((row) => !silent.includes(row) && !decisions.includes(row));

/** Each row that names files and tests, with these two cells; a decision has one more in front of them. */
const claims = [...promises, ...decisions].map(({ quotes, cells }): [string, string, string] => [
  quotes.join(" · "),
  cells.at(-2) ?? "",
  cells.at(-1) ?? "",
]);

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => String(file));

type NamedTest = { file: string; name: string };

/** The tests that a cell names: `file` › "name", "name". Null where it is written in any other way. */
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

/** Whether a test file has a test or a group of this name, as its source spells it. */
function hasTest({ file, name }: NamedTest): boolean {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*(["'\`])${literal}\\1,`).test(read(file));
}

const WORD = /[\p{L}\p{N}]/u;

/** What stands in a heading's text and is neither quoted, in order, by a row below that heading, nor silent. */
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

describe("the quotations", () => {
  it("stand word for word in the specification", () => {
    for (const { quotes, heading } of rows) {
      expect(quotes.length, heading).toBeGreaterThan(0);
      for (const quote of quotes) expect(whole.includes(quote), `${heading}: ${quote}`).toBe(true);
    }
  });

  it.each(specification.map((block) => [block.heading, block] as const))("leave nothing out of %s", (_, block) => {
    expect(leftOut(block)).toEqual([]);
  });

  it("stand below headings of the specification only", () => {
    const headings = specification.map(({ heading }) => heading);
    for (const { heading } of promises) expect(headings).toContain(heading);
  });

  it("of what promises nothing say why, and stand once in the specification", () => {
    expect(silent.length).toBeGreaterThan(0);
    for (const { quotes, cells } of silent) {
      for (const quote of quotes) expect(whole.split(quote), quote).toHaveLength(2);
      expect(cells.join("")).toMatch(WORD);
    }
  });
});

describe("every row", () => {
  it("names files that exist, or says that it is not built", () => {
    expect(claims.length).toBeGreaterThan(200);
    for (const [promise, done, held] of claims) {
      if (done === NOT_BUILT) {
        expect(held, promise).toBe(NOT_BUILT);
        continue;
      }
      expect(filesIn(done).length, promise).toBeGreaterThan(0);
      for (const file of filesIn(done)) expect(isFile(file), `${promise}: ${file}`).toBe(true);
    }
  });

  it("names tests that exist", () => {
    for (const [promise, done, held] of claims) {
      if (done === NOT_BUILT) continue;
      const tests = testsIn(held);
      expect(tests, `${promise}: ${held}`).not.toBeNull();
      for (const test of tests ?? []) {
        expect(test.file, promise).toMatch(/\.(test|spec)\.ts$/);
        expect(isFile(test.file), `${promise}: ${test.file}`).toBe(true);
        expect(hasTest(test), `${promise}: ${test.file} › ${test.name}`).toBe(true);
      }
    }
  });

  it("has no empty cell, and only template demos are not built", () => {
    for (const { quotes, cells, heading } of rows) {
      for (const cell of cells) expect(cell, `${heading}: ${quotes.join(" · ")}`).toMatch(WORD);
    }
    const notBuilt = promises.filter(({ cells }) => cells.includes(NOT_BUILT)).flatMap(({ quotes }) => quotes);
    expect(notBuilt).toEqual([
      "/pricing, /lock",
      "/components, /forms, /table-list, /calendar, /charts, /widgets",
      "template demos",
      "no",
    ]);
  });
});

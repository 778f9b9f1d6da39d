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
const TESTS = "Tests";
const DECISIONS = "Decisions that replace the specification";
const NO_PROMISE = "No behaviour promised";

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
const specificationText = read("docs/reference/spec.md");
const table = blocksOf(read("docs/specification.md")).flatMap(({ heading, lines }) =>
  lines.filter((line) => line.startsWith("|")).map((line) => ({ heading, cells: cellsOf(line) })),
);
const listed = table.filter(({ heading }) => heading === TESTS);
const rows: Row[] = table
  .filter((row) => !listed.includes(row))
  .map(({ heading, cells: [quoted = "", ...cells] }) => ({
    heading,
    quotes: [...quoted.matchAll(/“([^“”]+)”/g)].map(([, quote]) => String(quote)),
    cells,
  }));
const withoutPromise = rows.filter(({ heading }) => heading === NO_PROMISE);
const decisions = rows.filter(({ heading }) => heading === DECISIONS);
const promises = rows.filter((row) => !withoutPromise.includes(row) && !decisions.includes(row));

/** The cell of each promise or decision that names tests: its last one. */
const claims = [...promises, ...decisions].map(({ quotes, cells }): [string, string] => [
  quotes.join(" · "),
  cells.at(-1) ?? "",
]);

type NamedTest = { file: string; title: string };

/** The page's last table: file and title of each test by its short name. */
const tests = new Map(
  listed.map(({ cells: [id = "", file = "", title = ""] }): [string, NamedTest] => [
    id,
    { file: file.slice(1, -1), title: title.slice(1, -1) },
  ]),
);

const isFile = (file: string) => existsSync(path.join(ROOT, file)) && statSync(path.join(ROOT, file)).isFile();

/**
 * Returns whether a test file contains a test or a describe block with this title, spelled as in
 * the source.
 */
function hasTest({ file, title }: NamedTest): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*(["'\`])${literal}\\1,`).test(read(file));
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Returns the passages below a heading of the specification that no row quotes in their order and
 * that are not listed as passages without a promise.
 */
function unquotedPassages({ heading, lines }: Block): string[] {
  let text = lines.join("\n");
  for (const quote of withoutPromise.flatMap(({ quotes }) => quotes))
    text = text.replace(quote, " ".repeat(quote.length));
  const unquoted: string[] = [];
  let position = 0;
  const skipTo = (end: number) => {
    const gap = text.slice(position, end).trim();
    if (WORD.test(gap)) unquoted.push(gap);
  };
  for (const quote of promises.filter((row) => row.heading === heading).flatMap(({ quotes }) => quotes)) {
    const found = text.indexOf(quote, position);
    if (found < 0) unquoted.push(`(not found below this heading, or not in this order) ${quote}`);
    else {
      skipTo(found);
      position = found + quote.length;
    }
  }
  skipTo(text.length);
  return unquoted;
}

describe("quotations in docs/specification.md", () => {
  it("each quotation occurs word for word in the specification", () => {
    for (const { quotes, heading } of rows) {
      expect(quotes.length, heading).toBeGreaterThan(0);
      for (const quote of quotes) expect(specificationText.includes(quote), `${heading}: ${quote}`).toBe(true);
    }
  });

  it.each(specification.map((block) => [block.heading, block] as const))(
    "the quotations cover all of %s",
    (_, block) => {
      expect(unquotedPassages(block)).toEqual([]);
    },
  );

  it("every heading is one of the specification", () => {
    const headings = specification.map(({ heading }) => heading);
    for (const { heading } of promises) expect(headings).toContain(heading);
  });

  it("quotations without a promised behaviour have a reason, and occur once in the specification", () => {
    expect(withoutPromise.length).toBeGreaterThan(0);
    for (const { quotes, cells } of withoutPromise) {
      for (const quote of quotes) expect(specificationText.split(quote), quote).toHaveLength(2);
      expect(cells.join("")).toMatch(WORD);
    }
  });
});

describe("rows of docs/specification.md", () => {
  it("each row names tests of the last table, or is marked as not built", () => {
    expect(claims.length).toBeGreaterThan(200);
    const named = claims.flatMap(([promise, testIds]) => {
      const ids = testIds === NOT_BUILT ? [] : testIds.split(", ");
      for (const id of ids) expect(tests.has(id), `${promise}: ${id}`).toBe(true);
      return ids;
    });
    expect([...tests.keys()].filter((id) => !named.includes(id))).toEqual([]);
  });

  it("each named test exists", () => {
    expect(tests.size).toBe(listed.length);
    for (const [id, test] of tests) {
      expect(test.file, id).toMatch(/\.(test|spec)\.ts$/);
      expect(isFile(test.file), `${id}: ${test.file}`).toBe(true);
      expect(hasTest(test), `${id}: ${test.file} › ${test.title}`).toBe(true);
    }
  });

  it("no cell of a row is empty, and only template demos are not built", () => {
    for (const { quotes, cells, heading } of rows) {
      for (const cell of cells) expect(cell, `${heading}: ${quotes.join(" · ")}`).toMatch(WORD);
    }
    const notBuilt = promises.filter(({ cells }) => cells.includes(NOT_BUILT)).flatMap(({ quotes }) => quotes);
    expect(notBuilt).toEqual([
      "/pricing, /lock",
      "/components, /forms, /table-list,",
      "/widgets",
      "template demos",
      "no",
    ]);
  });
});

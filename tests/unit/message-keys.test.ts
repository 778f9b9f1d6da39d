import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";

/*
 * The types check the keys of messages that the code spells out. These tests check the others: keys
 * that are put together at run time (`dynamicKey`), and messages that no code uses.
 */

const ROOT = path.join(import.meta.dirname, "../..");

/** All uses of `dynamicKey`: file, argument, and the messages that it can mean. */
const DYNAMIC_KEYS: [file: string, argument: string, messages: string][] = [
  // Codes of the server; for an unknown one, the text of an unexpected error.
  ["components/toasts/notify.tsx", "code", "notices.*"],
  ["components/toasts/use-message-text.ts", "code", "notices.*"],
  ["lib/model/messages/import-key.ts", "code", "validation.*"],
  ["components/records/form/use-field-error-text.ts", "`wrong.${code}`", "records.wrong.*"],
  ["lib/features/imports/server/run.ts", "known.code", "validation.*"],
  // Names in declarations, whose messages lib/model/kinds/declarations.test.ts checks.
  ["lib/model/kinds/field-keys.ts", "`${kind}.fields.${name}`", "records.*.fields.*"],
  ["lib/model/kinds/field-keys.ts", "`link.fields.${name}`", "records.link.fields.*"],
  ["lib/model/lists/filter-words.ts", '`filters.tokens.${token ?? ""}`', "records.filters.tokens.*"],
  ["components/records/filters/filter-editor.tsx", "`is.${mainOperator(filtered)}`", "records.filters.is.*"],
  ["components/layout/frame-pages.ts", "`${kind}.views.${name}`", "records.*.views.*"],
  ["lib/features/views/server/views.ts", "`${kind}.views.${view.name}`", "records.*.views.*"],
  ["components/reference-lists/entry-list.tsx", "`${groups.column}.${group}`", "history.values.relation.*"],
  ["components/reference-lists/entry-choices.tsx", "`${name}.label`", "reference.choices.*.label"],
  ["components/reference-lists/entry-choices.tsx", "`${name}.named`", "reference.choices.*.named"],
  ["components/reference-lists/entry-choices.tsx", "`${name}.${value}`", "history.values.*.*"],
  ["components/reference-lists/entry-row.tsx", "`flags.${flag}.named`", "reference.flags.*.named"],
  ["components/reference-lists/entry-row.tsx", '`flags.${flag}.${value ? "on" : "off"}`', "reference.flags.*.*"],
  ["components/reference-lists/reference-lists.tsx", "`explained.${list}`", "reference.explained.*"],
  // Names of fields and kinds that the history stores and that may no longer exist.
  ["components/history/change-story.ts", "`${kind}.${name}`", "history.fields.*.*"],
  [
    "components/history/change-story.ts",
    "`entry.${name.startsWith(stem) ? name.slice(stem.length) : name}`",
    "history.fields.entry.*",
  ],
  ["components/history/use-change-words.tsx", "kind", "history.kinds.*"],
  [
    "components/history/use-change-words.tsx",
    '`${typeof value === "boolean" ? "flag" : name}.${String(value)}`',
    "history.values.*.*",
  ],
  ["components/history/use-change-words.tsx", "`sources.${source}`", "history.sources.*"],
  // Links have fewer stories, and confirmations are never undone.
  ["components/history/use-batch-words.tsx", "`${story}.${actionKey(done)}`", "history.batch.*.*"],
  ["components/history/use-undo.ts", "`will.${story.sentence}`", "history.will.*"],
  ["components/layout/shortcuts/shortcut-sheet.tsx", "`keys.${key.toLowerCase()}`", "frame.shortcuts.keys.*"],
];

/** Messages that the specification demands though no code uses them (spec §8). */
const SPECIFIED = ["notices.no_data_found", "notices.user_not_found"];

type Messages = { [key: string]: string | Messages };

const keysOf = (messages: Messages, prefix = ""): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
const KEYS = keysOf(de);

const sources = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "components", "lib", "server.ts"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The string literals and templates of a file, and its uses of `dynamicKey`. */
type ParsedSource = { file: string; texts: Set<string>; templates: RegExp[]; dynamic: string[] };

/** Matches any text in a key. */
const ANY = "[\\w.-]+";

/** Returns a regular expression for the texts that a part of a template literal can have. */
function patternOf(expression: ts.Expression): string {
  if (!ts.isConditionalExpression(expression)) return ANY;
  const { whenTrue, whenFalse } = expression;
  if (!ts.isStringLiteral(whenTrue) || !ts.isStringLiteral(whenFalse)) return ANY;
  return `(?:${escaped(whenTrue.text)}|${escaped(whenFalse.text)})`;
}

function readSource(file: string): ParsedSource {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), "utf8"), ts.ScriptTarget.Latest);
  const read: ParsedSource = { file, texts: new Set(), templates: [], dynamic: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) read.texts.add(node.text);
    if (ts.isPropertyAccessExpression(node)) read.texts.add(node.name.text);
    if (ts.isTemplateExpression(node)) {
      const staticText = node.head.text + node.templateSpans.map(({ literal }) => literal.text).join("");
      const parts = node.templateSpans.map(({ expression, literal }) => patternOf(expression) + escaped(literal.text));
      // Other templates are no keys, or would match every key.
      if (/^[\w.]+$/.test(staticText) && /[a-z]/.test(staticText) && parts.length <= 3)
        read.templates.push(new RegExp(`^${escaped(node.head.text)}${parts.join("")}$`));
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "dynamicKey")
      read.dynamic.push(node.arguments.map((argument) => argument.getText(source)).join());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return read;
}
const parsedSources = sources.map(readSource);

const matches = (pattern: string, key: string) =>
  new RegExp(`^${escaped(pattern).replaceAll(String.raw`\*`, "[^.]+")}$`).test(key);

describe("dynamic message keys", () => {
  it("this test lists every use of dynamicKey", () => {
    const found = parsedSources.flatMap(({ file, dynamic }) => dynamic.map((argument) => `${file}: ${argument}`));
    expect(found.toSorted()).toEqual(DYNAMIC_KEYS.map(([file, argument]) => `${file}: ${argument}`).toSorted());
  });

  it.each(DYNAMIC_KEYS)("the dynamic key in %s has messages: %s", (_file, _argument, messages) => {
    expect(KEYS.filter((key) => matches(messages, key))).not.toEqual([]);
  });
});

it("every message is used by the code", () => {
  const texts = new Set(parsedSources.flatMap((read) => [...read.texts]));
  const templates = parsedSources.flatMap((read) => read.templates);
  const isUsed = (key: string) => texts.has(key) || templates.some((template) => template.test(key));
  // The code names a key without its namespace.
  const suffixesOf = (key: string) => key.split(".").map((_, at, parts) => parts.slice(at).join("."));
  expect(KEYS.filter((key) => !SPECIFIED.includes(key) && !suffixesOf(key).some(isUsed))).toEqual([]);
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanUpTo } from "../pure/clean-text";
import { allDefinitions } from "../kinds/registry";
import { writableFields } from "../kinds/define";
import { schemaOf } from "./schemas";

/* Contract §1: a value longer than its field's limit is refused before any expression runs over it. */

afterEach(() => vi.restoreAllMocks());

/** Returns a function that tells the length of the longest text on which an expression has run since. */
function longestRead(): () => number {
  let longest = 0;
  const note = (text: unknown) => (longest = Math.max(longest, String(text).length));
  for (const method of ["exec", "test", Symbol.replace, Symbol.split, Symbol.search, Symbol.matchAll] as const) {
    const prototype = RegExp.prototype as unknown as Record<PropertyKey, (...values: unknown[]) => unknown>;
    const original = prototype[method];
    vi.spyOn(prototype, method as string).mockImplementation(function (this: RegExp, ...values: unknown[]) {
      note(values[0]);
      return original?.apply(this, values);
    });
  }
  return () => longest;
}

const MEBIBYTE = 1_048_576;
const LONG = [
  ["blanks", `x${" ".repeat(MEBIBYTE)}x`],
  ["line breaks", `x${"\r\n".repeat(MEBIBYTE / 2)}x`],
  ["soft hyphens", `x${"\u00ad".repeat(MEBIBYTE)}x`],
  ["an address", `${"a.".repeat(MEBIBYTE / 2)}@example.org`],
  ["digits", "1".repeat(MEBIBYTE)],
  ["separators", "a | ".repeat(MEBIBYTE / 4)],
] as const;

const texts = allDefinitions.flatMap((definition) =>
  writableFields(definition).flatMap(([name, field]) =>
    field.max === undefined ? [] : [[`${definition.name}.${name}`, field, field.max] as const],
  ),
);

describe.each(LONG)("%s without end", (_, long) => {
  it.each(texts)("texts without end in %s are refused, read by no expression", (_name, field, max) => {
    const longest = longestRead();
    expect(
      schemaOf(field)
        .safeParse(long)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["max"]);
    expect(longest()).toBeLessThanOrEqual(2 * max + 100);
  });

  it.each(allDefinitions.map(({ name, fields }) => [name, fields.aliases] as const))(
    "texts without end in the aliases of the kind %s are refused, read by no expression",
    (_name, aliases) => {
      const longest = longestRead();
      expect(
        aliases &&
          schemaOf(aliases)
            .safeParse([long])
            .error?.issues.map(({ message }) => message),
      ).toEqual(["max"]);
      expect(longest()).toBe(0);
    },
  );

  it.each(texts)("texts without end in a cell for %s are read by no expression", (_name, field, max) => {
    const longest = longestRead();
    expect(field.parse(long, { idOf: () => undefined })).toBe(long.trim());
    expect(longest()).toBeLessThanOrEqual(2 * max + 100);
  });
});

describe("cleanUpTo", () => {
  it.each([
    ["blanks around it", `${" ".repeat(1_000)}x${"\n".repeat(1_000)}`, 1, "x"],
    ["soft hyphens in every syllable", "Ab\u00ad".repeat(100), 200, "Ab".repeat(100)],
  ])("cleanUpTo cleans a text with %s", (_, text, max, cleaned) => expect(cleanUpTo(text, max)).toBe(cleaned));
});

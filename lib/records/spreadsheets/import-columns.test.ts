import { expect, it } from "vitest";
import type { AnyDefinition } from "../kinds/define";
import { withContents } from "./import-columns";
import { kinds } from "../kinds/registry";

const [members, projects] = [kinds.member, kinds.project] as unknown as AnyDefinition[];

/** Returns the mapping that is inferred from the contents of columns with unknown headers. */
function guessed(definition: AnyDefinition | undefined, columns: Record<string, string[]>, known = {}) {
  if (!definition) throw new Error("No such kind");
  const mapping = { ...Object.fromEntries(Object.keys(columns).map((header) => [header, null])), ...known };
  const isEntry = (list: string, text: string) => (text === "k. A." ? true : text.startsWith(list));
  return withContents(definition, mapping, columns, (column, text) => {
    const list = "field" in column ? column.field?.reference : undefined;
    return list !== undefined && isEntry(list, text);
  });
}

it.each([
  ["email", ["a@example.org", "b@example.org", "c@example.org"]],
  ["ph_webseite", ["www.example.org", "https://example.org/a", "HTTP://example.org"]],
  ["telefon", ["+49 (0)7171 983-0", "07171/983 12", "(07171) 98313"]],
  ["telefon", ["071719830", "071719831", "071719832"]],
  ["institut", ["institute A", "institute B", "institute C"]],
  // Four matching cells of five filled ones are enough, three of five are not; empty cells are
  // ignored.
  ["email", ["a@b.de", "", "a@b.de", "a@b.de", "", "keine", "a@b.de"]],
  [null, ["a@b.de", "a@b.de", "a@b.de", "keine", "keine"]],
  // Nothing is inferred from only two cells, if several fields fit, or from postcodes, room numbers
  // and personal ids.
  [null, ["a@b.de", "c@d.de"]],
  [null, ["k. A.", "k. A.", "k. A."]],
  [null, ["73525", "01067", "46023"]],
  [null, ["0.12", "0.13", "0.14"]],
  [null, ["0123456", "0123457", "0123458"]],
  [null, ["01.02.2025", "02.02.2025", "03.02.2025"]],
])("infers the member field %s from %j", (field, cells) => {
  expect(guessed(members, { "?": cells })).toEqual({ "?": field });
});

const DAYS = ["1.2.2025", "2025-02-01", "01.02.25", "2020-03-01 00:00:00"];

it("infers a date field only from valid days, and only if exactly one date field is left", () => {
  expect(guessed(projects, { "?": DAYS })).toEqual({ "?": null });
  const known = { Beginn: "projektbeginn" };
  expect(guessed(projects, { "?": DAYS }, known)).toEqual({ ...known, "?": "projektende" });
  const none = ["31.02.2025", "1.13.2025", "32.1.2025"];
  expect(guessed(projects, { "?": none }, known)).toEqual({ ...known, "?": null });
});

it("does not infer a field that fits two columns or that a header already names", () => {
  const mails = ["a@b.de", "c@d.de", "e@f.de"];
  expect(guessed(members, { one: mails, two: mails })).toEqual({ one: null, two: null });
  expect(guessed(members, { one: mails }, { two: "email" })).toEqual({ one: null, two: "email" });
});

it("checks only the first fifty filled cells", () => {
  const cells = [...Array.from({ length: 50 }, () => "a@b.de"), ...Array.from({ length: 500 }, () => "keine")];
  expect(guessed(members, { "?": cells })).toEqual({ "?": "email" });
});

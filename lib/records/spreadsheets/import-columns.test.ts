import { expect, it } from "vitest";
import type { AnyDefinition } from "../kinds/define";
import { withContents } from "./import-columns";
import { kinds } from "../kinds/registry";

const [members, projects] = [kinds.member, kinds.project] as unknown as AnyDefinition[];

/** What columns without a telling header are taken for. */
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
  // Four of five are most, three of five are not; gaps do not count.
  ["email", ["a@b.de", "", "a@b.de", "a@b.de", "", "keine", "a@b.de"]],
  [null, ["a@b.de", "a@b.de", "a@b.de", "keine", "keine"]],
  // Two tell nothing; nor does what several fields would take, a post code, a room, a number of a person.
  [null, ["a@b.de", "c@d.de"]],
  [null, ["k. A.", "k. A.", "k. A."]],
  [null, ["73525", "01067", "46023"]],
  [null, ["0.12", "0.13", "0.14"]],
  [null, ["0123456", "0123457", "0123458"]],
  [null, ["01.02.2025", "02.02.2025", "03.02.2025"]],
])("a column of members is %s by what is in it: %j", (field, cells) => {
  expect(guessed(members, { "?": cells })).toEqual({ "?": field });
});

const DAYS = ["1.2.2025", "2025-02-01", "01.02.25", "2020-03-01 00:00:00"];

it("days are told where one field takes them, and not where two do, or the calendar has no such day", () => {
  expect(guessed(projects, { "?": DAYS })).toEqual({ "?": null });
  const known = { Beginn: "projektbeginn" };
  expect(guessed(projects, { "?": DAYS }, known)).toEqual({ ...known, "?": "projektende" });
  const none = ["31.02.2025", "1.13.2025", "32.1.2025"];
  expect(guessed(projects, { "?": none }, known)).toEqual({ ...known, "?": null });
});

it("what two columns could be is neither, and what a header has taken nobody else gets", () => {
  const mails = ["a@b.de", "c@d.de", "e@f.de"];
  expect(guessed(members, { one: mails, two: mails })).toEqual({ one: null, two: null });
  expect(guessed(members, { one: mails }, { two: "email" })).toEqual({ one: null, two: "email" });
});

it("no more than the first fifty filled cells are asked", () => {
  const cells = [...Array.from({ length: 50 }, () => "a@b.de"), ...Array.from({ length: 500 }, () => "keine")];
  expect(guessed(members, { "?": cells })).toEqual({ "?": "email" });
});

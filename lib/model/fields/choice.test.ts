import { describe, expect, it } from "vitest";
import { links, multiselect, select } from "./choice";
import { date } from "./date";
import type { EntryIds, EntryNames } from "./field";
import { email, text, webAddress } from "./text";
import { schemaOf } from "../values/schemas";

const names = new Map([
  [-1, "k. A."],
  [1, "Aula"],
  [2, "Labor; Keller"],
]);
const entryNames: EntryNames = { locale: "de", nameOf: (_list, id) => names.get(id) ?? `#${id}` };
const ids: EntryIds = { idOf: (_list, name) => [...names].find(([, candidate]) => candidate === name)?.[0] };
const facilities = multiselect({ list: "einrichtungen", table: "member_facilities" });

describe("formatting and parsing of field values", () => {
  it("a choice formats entries as names and parses them back, and leaves unknown names to the schema", () => {
    const one = select({ list: "einrichtungen" });
    expect([one.text(2, entryNames), one.text(null, entryNames)]).toEqual(["Labor; Keller", ""]);
    expect([one.parse(" Aula ", ids), one.parse("", ids), one.parse("Turm", ids)]).toEqual([1, null, "Turm"]);
    expect(schemaOf(one).safeParse("Turm").success).toBe(false);
    expect(facilities.text([1, 2], entryNames)).toBe("Aula, Labor; Keller");
    expect(facilities.parse("Aula | k. A.", ids)).toEqual([1, -1]);
    expect(facilities.parse("Aula;Turm", ids)).toEqual([1, "Turm"]);
    // A cell that equals a known name is not split (contract §10).
    expect(facilities.parse("Labor; Keller", ids)).toEqual([2]);
    expect(links({ list: "themenfelder", linkList: "themenfelder" }).parse("", ids)).toEqual([]);
  });

  it("fields format and parse days and texts", () => {
    expect([date().text("2027-03-31", entryNames), date().parse("31.3.2027", ids)]).toEqual([
      "31.03.2027",
      "2027-03-31",
    ]);
    expect([text({ max: 9 }).text(null, entryNames), text({ max: 9 }).parse(" a ", ids)]).toEqual(["", "a"]);
    expect(webAddress({ max: 50 }).href?.("www.example.org")).toBe("https://www.example.org");
    expect(email({ max: 50 }).href).toBeUndefined();
  });
});

describe("missing values", () => {
  it("a missing day is accepted unless the day is required", () => {
    for (const missingValue of [undefined, null, ""]) {
      expect(schemaOf(date()).parse(missingValue)).toBeNull();
      expect(
        schemaOf(date({ required: true }))
          .safeParse(missingValue)
          .error?.issues.map(({ message }) => message),
      ).toEqual(["required"]);
    }
    expect(schemaOf(date({ required: true })).parse("2028-02-29")).toBe("2028-02-29");
    expect(schemaOf(date()).safeParse("2027-02-29").success).toBe(false);
  });

  it("missing entries are accepted where the list may be empty", () => {
    const optional = multiselect({ list: "einrichtungen", table: "member_facilities", required: false });
    expect([undefined, null, [], [1, 1]].map((value) => schemaOf(optional).parse(value))).toEqual([[], [], [], [1]]);
    expect(schemaOf(facilities).safeParse([]).error?.issues[0]?.message).toBe("required");
    expect(schemaOf(select({ list: "titel", default: -1 })).parse(undefined)).toBe(-1);
  });
});

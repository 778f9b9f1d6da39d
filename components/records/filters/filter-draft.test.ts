import { describe, expect, it } from "vitest";
import { filterFieldOf } from "@/lib/model/lists/linked-filters";
import type { AddressFilter } from "@/lib/model/lists/filters";
import { definitionOf } from "@/lib/model/kinds/registry";
import { draftErrors, draftOf, filtersOf } from "./filter-draft";

const project = definitionOf("project");
const field = (name: string) => filterFieldOf(project, name);

describe("Filter draft", () => {
  it.each<[string, AddressFilter[]]>([
    ["status", [{ field: "status", operator: "in", value: [2, 1] }]],
    ["personen", [{ field: "personen", operator: "any", value: [7] }]],
    ["personen", [{ field: "personen", operator: "empty", value: true }]],
    ["kommentare", [{ field: "kommentare", operator: "contains", value: "Ulm" }]],
    ["kommentare", [{ field: "kommentare", operator: "empty", value: false }]],
    ["foerderer_link", [{ field: "foerderer_link", operator: "plausible", value: false }]],
    ["bestaetigt_am", [{ field: "bestaetigt_am", operator: "from", value: "2026-01-01" }]],
    ["bestaetigt_am", [{ field: "bestaetigt_am", operator: "before", value: "2026-01-01" }]],
    ["bestaetigt_am", [{ field: "bestaetigt_am", operator: "empty", value: true }]],
    ["created", [{ field: "created", operator: "to", value: "2024-02-29" }]],
    ["projektende", [{ field: "projektende", operator: "to", value: "2027-02-28", relative: "today+3m" }]],
    ["institutionen.rollen", [{ field: "institutionen.rollen", operator: "in", value: [4] }]],
    [
      "institutionen.zustand",
      [{ field: "institutionen.zustand", operator: "in", value: [1, 2], tokens: ["current", "former", "future"] }],
    ],
  ])("round-trips a filter on %s", (name, where) => {
    const others: AddressFilter[] = [{ field: "foerderer", operator: "empty", value: true }];
    expect(filtersOf(field(name), draftOf(field(name), [...others, ...where]), where)).toEqual(where);
  });

  it("another day in a filter draft replaces a relative day", () => {
    const where: AddressFilter[] = [
      { field: "projektende", operator: "from", value: "2026-11-30", relative: "today" },
      { field: "projektende", operator: "to", value: "2027-02-28", relative: "today+3m" },
    ];
    const draft = { ...draftOf(field("projektende"), where), to: "2027-03-01" };
    expect(filtersOf(field("projektende"), draft, where)).toEqual([
      where[0],
      { field: "projektende", operator: "to", value: "2027-03-01" },
    ]);
  });

  it("an empty filter draft yields no filters", () => {
    for (const name of ["status", "personen", "kommentare", "projektende", "changed"]) {
      expect(filtersOf(field(name), draftOf(field(name), []), []), name).toEqual([]);
    }
  });

  it("a filter draft requires a valid day for the condition “before”", () => {
    const before = (day: string) =>
      draftErrors({ ...draftOf(field("bestaetigt_am"), []), mode: "before", before: day });
    expect(before("2024-02-30")).toEqual({ before: "date" });
    expect(before("2024-02-29")).toEqual({});
  });

  it("a filter draft requires valid dates in ascending order", () => {
    const days = (from: string, to: string) => draftErrors({ ...draftOf(field("projektende"), []), from, to });
    expect(days("2024-02-30", "")).toEqual({ from: "date", to: undefined });
    expect(days("2024-02-02", "2024-02-01")).toEqual({ to: "date_order" });
    expect(days("2024-02-01", "2024-02-01")).toEqual({});
  });
});

import { describe, expect, it } from "vitest";
import { consecutiveYears } from "./consecutive-years";

const row = (id: number | null, count: number) => ({
  keys: [{ field: "beginn_jahr" as const, id, de: String(id), en: String(id) }],
  values: [count],
  hrefs: [`/projects?year=${id}`],
});

describe("consecutiveYears", () => {
  it("puts years in order and fills the gaps between them", () => {
    expect(consecutiveYears([row(2024, 3), row(2021, 5), row(null, 2)], 20)).toEqual([
      { year: 2021, count: 5, href: "/projects?year=2021" },
      { year: 2022, count: 0, href: null },
      { year: 2023, count: 0, href: null },
      { year: 2024, count: 3, href: "/projects?year=2024" },
    ]);
  });

  it("ends at the latest year, and ignores years that are too far before it", () => {
    const years = consecutiveYears([row(2024, 1), row(2010, 1), row(1026, 1)], 20).map(({ year }) => year);
    expect(years[0]).toBe(2010);
    expect(years).toHaveLength(15);
  });

  it("returns nothing without rows", () => {
    expect(consecutiveYears([], 20)).toEqual([]);
  });
});

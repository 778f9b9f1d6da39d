import { describe, expect, it } from "vitest";
import type { ListQuery } from "./list-query";
import { sortLinksOf } from "./sort-links";

const asText = ({ pageNo, sort = [] }: Partial<ListQuery>) =>
  `${pageNo} ${sort.map(({ field, order }) => `${field} ${order}`).join(", ")}`;

const byName = { field: "name", order: "asc" as const };
const byDateDesc = { field: "date", order: "desc" as const };

describe("sortLinksOf", () => {
  it("sortLinksOf sorts by another column in ascending order, on the first page", () => {
    expect(sortLinksOf([byName], "date", false, asText)).toEqual({ sorted: undefined, href: "0 date asc" });
  });

  it("sortLinksOf reverses the order of the sort column", () => {
    expect(sortLinksOf([byName], "name", false, asText)).toEqual({ sorted: { desc: false }, href: "0 name desc" });
  });

  it("sortLinksOf adds a column, reverses it, and removes it unless it is the only one", () => {
    expect(sortLinksOf([byName], "date", true, asText).adding).toBe("0 name asc, date asc");
    expect(sortLinksOf([byName, { ...byDateDesc, order: "asc" }], "date", true, asText).adding).toBe(
      "0 name asc, date desc",
    );
    expect(sortLinksOf([byName, byDateDesc], "date", true, asText).adding).toBe("0 name asc");
    expect(sortLinksOf([byDateDesc], "date", true, asText).adding).toBe("0 date asc");
  });

  it("sortLinksOf returns the column's place among several", () => {
    expect(sortLinksOf([byName, byDateDesc], "date", true, asText).sorted).toEqual({ desc: true, place: 2 });
  });
});

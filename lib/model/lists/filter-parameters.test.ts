import { describe, expect, it } from "vitest";
import { narrowedSearch, rebasedSearch } from "./filter-parameters";

const noFilters = { filter: "", topics: [], where: [] };

describe("narrowedSearch", () => {
  it("narrowedSearch replaces all filters and returns to the first page", () => {
    const search = "filter=alt&topics=1,2&where[status][in]=3&pageNo=4";
    const next = { filter: "neu", topics: [5], where: [{ field: "land", operator: "in" as const, value: [6, 7] }] };
    expect([...narrowedSearch(search, next)]).toEqual([
      ["filter", "neu"],
      ["topics", "5"],
      ["where[land][in]", "6,7"],
    ]);
  });

  it("narrowedSearch keeps sort order, page size and columns", () => {
    const otherParameters = "sortBy=email&sortOrder=desc&pageSize=25&columns=nachname,email";
    expect(narrowedSearch(`${otherParameters}&filter=x`, noFilters).toString()).toBe(
      new URLSearchParams(otherParameters).toString(),
    );
  });
});

describe("rebasedSearch", () => {
  it("rebasedSearch sets and removes only what the link changes", () => {
    const [current, linked] = ["pageNo=4&sortBy=email", "sortBy=nachname"];
    expect(rebasedSearch(current, linked, "filter=neu&pageNo=4&sortBy=email").toString()).toBe(
      "filter=neu&sortBy=nachname",
    );
  });

  it("rebasedSearch keeps everything if the link changes nothing", () => {
    expect(rebasedSearch("pageNo=1", "pageNo=1", "filter=neu").toString()).toBe("filter=neu");
  });
});
